/** Sends findings to clients that do not request them. */
import type { Connection } from "vscode-languageserver";
import { holdsAfter, isPrinted } from "../../language/index.ts";
import type { Catalog, TextChange } from "../../language/index.ts";
import type { Client } from "../client.ts";
import { diagnostics } from "./diagnostics.ts";
import type { Workspace } from "../workspace/workspace.ts";

interface PublishedOptions {
  readonly client: () => Client;
  readonly workspace: () => Workspace | undefined;
  /** VS Code itself reports JSON syntax errors. */
  readonly isVsCode: () => boolean;
  readonly problem: (line: string) => void;
}

export interface Published {
  /** Publishes the findings of an open document in its current state. */
  publish(uri: string): void;
  /**
   * Publishes the findings that a change of the library may affect; null for all of them. `catalog`: the catalog after
   * the change.
   */
  publishAfter(change: TextChange | null, catalog: Catalog): void;
  /** Clears the findings of a closed document. */
  withdraw(uri: string): void;
}

export function createPublished(
  connection: Connection,
  { client, workspace, isVsCode, problem }: PublishedOptions,
): Published {
  // A client that pulls diagnostics would show the pushed ones twice.
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

  /** Returns true if the findings of the open document cannot have changed. */
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
