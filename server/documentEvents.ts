/** Passes the client's events about documents and files to the parts of the server that they concern. */
import type { Connection } from "vscode-languageserver";
import { parsePrintedAddress, parseTextAddress, pathOf } from "./places/address.ts";
import type { Client } from "./client.ts";
import type { Published } from "./findings/published.ts";
import type { Pulse } from "./refresh/pulse.ts";
import type { Refreshes } from "./refresh/refreshes.ts";
import type { Schedule } from "./refresh/schedule.ts";
import type { Workspace } from "./workspace/workspace.ts";
import type { WrittenDocuments } from "./refresh/writtenDocuments.ts";

interface DocumentEventsOptions {
  readonly client: () => Client;
  /** Returns undefined before the client has sent its workspace folders. */
  readonly workspace: () => Workspace | undefined;
  readonly published: Published;
  readonly pulse: Pulse;
  readonly refreshes: Refreshes;
  readonly schedule: Schedule;
  readonly written: WrittenDocuments;
}

export function hearDocuments(
  connection: Connection,
  { client, workspace, published, pulse, refreshes, schedule, written }: DocumentEventsOptions,
): void {
  connection.onDidOpenTextDocument(({ textDocument }) => {
    // A printed document has no placeholders, even if it contains text that looks like one.
    if (parsePrintedAddress(textDocument.uri) !== null) return;
    workspace()?.open(textDocument);
    written.changed(textDocument.uri);
    if (parseTextAddress(textDocument.uri) !== null) refreshes.lenses();
  });
  connection.onDidChangeTextDocument((params) => {
    workspace()?.change(params);
    written.changed(params.textDocument.uri);
    if (!client().pullsDiagnostics) schedule.changed(params.textDocument.uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    workspace()?.close(uri);
    written.closed(uri);
    written.changed(uri);
    const path = pathOf(uri);
    if (path !== undefined) pulse.beat(path);
    published.withdraw(uri);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) {
      void workspace()?.fileChanged(pathOf(uri) ?? "");
      pulse.beat(pathOf(uri) ?? "");
      written.changed(uri);
    }
  });
}
