/** A panel with a page of ours. Its page may read nothing but its own files, and is kept while it is hidden. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { pageHtml, type Page, type PagePlace } from "./pageHtml.ts";

export interface PagePanel {
  /** `smartform.table` */
  readonly kind: string;
  readonly title: string;
  readonly icon: string;
  readonly page: Page | ((place: PagePlace) => Page);
  readonly column?: Parameters<typeof vscode.window.createWebviewPanel>[2];
}

export function openPagePanel(extension: vscode.Uri, { kind, title, icon, page, column = vscode.ViewColumn.Active }: PagePanel): vscode.WebviewPanel {
  const files = vscode.Uri.joinPath(extension, "dist", "webviews");
  const panel = vscode.window.createWebviewPanel(kind, title, column, { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [files] });
  panel.iconPath = new vscode.ThemeIcon(icon);
  const { webview } = panel;
  const place: PagePlace = { origin: webview.cspSource, nonce: randomBytes(18).toString("base64url"), at: (path) => webview.asWebviewUri(vscode.Uri.joinPath(files, path)).toString() };
  webview.html = pageHtml(place, typeof page === "function" ? page(place) : page);
  return panel;
}
