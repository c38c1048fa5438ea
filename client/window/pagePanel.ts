/**
 * A panel with a page of this extension. The page may read only files of `dist/webviews`, and is kept while the panel
 * is hidden.
 */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { pageHtml } from "./pageHtml.ts";
import type { Page, PagePlace } from "./pageHtml.ts";

type PageOfPanel = Page | ((place: PagePlace) => Page);

interface PagePanel {
  /** Such as `smartform.table`. */
  readonly kind: string;
  readonly title: string;
  readonly icon: string;
  readonly page: PageOfPanel;
  readonly column?: Parameters<typeof vscode.window.createWebviewPanel>[2];
}

export function openPagePanel(extension: vscode.Uri, { page, ...wanted }: PagePanel): vscode.WebviewPanel {
  const panel = emptyPanel(wanted);
  fillPanel(extension, panel, page);
  return panel;
}

export function emptyPanel({
  kind,
  title,
  icon,
  column = vscode.ViewColumn.Active,
}: Omit<PagePanel, "page">): vscode.WebviewPanel {
  const panel = vscode.window.createWebviewPanel(kind, title, column, { retainContextWhenHidden: true });
  panel.iconPath = new vscode.ThemeIcon(icon);
  return panel;
}

/** Fills a panel with the page. VS Code may have created the panel itself. */
export function fillPanel(extension: vscode.Uri, { webview }: vscode.WebviewPanel, page: PageOfPanel): void {
  const files = vscode.Uri.joinPath(extension, "dist", "webviews");
  webview.options = { enableScripts: true, localResourceRoots: [files] };
  const place: PagePlace = {
    origin: webview.cspSource,
    nonce: randomBytes(18).toString("base64url"),
    at: (path) => webview.asWebviewUri(vscode.Uri.joinPath(files, path)).toString(),
  };
  webview.html = pageHtml(place, typeof page === "function" ? page(place) : page);
}
