/** The services that `extension.ts` builds once and passes to every feature. */
import type { Connections } from "./connections/connections.ts";
import type { LanguageServer } from "./languageServer.ts";
import type { PdfPanels } from "./panels/pdf/panel.ts";
import type { Tables } from "./panels/table/tables.ts";
import type { Host } from "./window/host.ts";

export interface Services extends Host {
  readonly connections: Connections;
  readonly server: LanguageServer;
  readonly panels: PdfPanels;
  readonly tables: Tables;
}
