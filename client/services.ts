/** What `extension.ts` builds once and hands to every feature. */
import type * as vscode from "vscode";
import type { Connections } from "./connections/connections.ts";
import type { LanguageServer } from "./languageServer.ts";
import type { PdfPanels } from "./pdf/panel.ts";
import type { Tables } from "./table/tables.ts";

export interface Services {
  readonly extension: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly connections: Connections;
  readonly server: LanguageServer;
  readonly panels: PdfPanels;
  readonly tables: Tables;
}
