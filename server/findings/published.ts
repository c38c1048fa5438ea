/** Findings that are sent to clients that do not ask for them. */
import type { Connection } from "vscode-languageserver";
import { holdsAfter, isPrinted } from "../../language/index.ts";
import type { Catalog, TextChange } from "../../language/index.ts";
import type { Client } from "../client.ts";
import { diagnostics } from "./diagnostics.ts";
import type { Workspace } from "../workspace/workspace.ts";

export interface PublishedOptions {
  readonly client: () => Client;
  readonly workspace: () => Workspace | undefined;
  /** VS Code itself tells what is no JSON. */
  readonly isVsCode: () => boolean;
  readonly problem: (line: string) => void;
}

export interface Published {
  /** Those of an open document, as it is now. */
  publish(uri: string): void;
  /** Those that a change of the library may be about; null for everything. `catalog`: as it is after the change. */
  publishAfter(change: TextChange | null, catalog: Catalog): void;
  /** A document that was closed has none. */
  withdraw(uri: string): void;
}

export function createPublished(
  connection: Connection,
  { client, workspace, isVsCode, problem }: PublishedOptions,
): Published {
  // Where the client asks for diagnostics, none are sent to it: it would show both.
  function publish(uri: string): void {
    const open = client().pullsDiagnostics ? undefined : workspace()?.now(uri);
    if (open === undefined) return;
    try {
      void connection.sendDiagnostics({
        uri,
        version: open.document.version,
        diagnostics: diagnostics(open, { readsJson: isVsCode() }),
      });
    } catch (error) {
      problem(
        `textDocument/publishDiagnostics in ${uri.replace(/\?.*/s, "")}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }

  /** Whether what was found in the open document cannot be anything else now. */
  function holds(uri: string, change: TextChange, isPrintedOn: boolean): boolean {
    const open = workspace()?.now(uri);
    if (open?.document.kind === "request") return !isPrintedOn;
    return (
      open === undefined || open.document.kind === "settings" || holdsAfter(change, open.document.memory, open.context)
    );
  }

  return {
    publish,
    publishAfter(change, catalog) {
      const isPrintedOn = change !== null && isPrinted(change, catalog);
      for (const uri of workspace()?.uris() ?? [])
        if (change === null || !holds(uri, change, isPrintedOn)) publish(uri);
    },
    withdraw(uri) {
      if (!client().pullsDiagnostics) void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
  };
}
