/** What the server offers the client: what its requests add, and what no request is about. */
import { TextDocumentSyncKind } from "vscode-languageserver";
import type { ServerCapabilities } from "vscode-languageserver";
import type { Client } from "./client.ts";
import { requests } from "./requests.ts";

export function capabilitiesFor(client: Client): ServerCapabilities {
  const offered = requests.map(({ capability }) => capability?.(client) ?? {});
  return {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    ...offered.reduce((all, each) => ({ ...all, ...each }), {}),
    workspace: {
      ...(client.tellsFolders ? { workspaceFolders: { supported: true, changeNotifications: true } } : {}),
      ...offered.reduce((all, { workspace }) => ({ ...all, ...workspace }), {}),
    },
  };
}
