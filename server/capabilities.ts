/** The capabilities of the server: those of the requests that it answers, and those that belong to no request. */
import { TextDocumentSyncKind } from "vscode-languageserver";
import type { ServerCapabilities } from "vscode-languageserver";
import type { Client } from "./client.ts";
import { requests } from "./registry.ts";

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
