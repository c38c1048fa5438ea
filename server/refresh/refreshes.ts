/** The refreshes that the server requests, each only if the client supports it. */
import { CodeLensRefreshRequest } from "vscode-languageserver";
import type { Connection } from "vscode-languageserver";
import type { Client } from "../client.ts";
import { createPace } from "./pace.ts";
import type { Open } from "../workspace/workspace.ts";

export interface Refreshes extends Disposable {
  /** Sends the refreshes that are needed when answers about open documents have changed. */
  readonly all: () => void;
  readonly hints: () => void;
  readonly lenses: () => void;
}

interface RefreshOptions {
  readonly client: () => Client;
  /** Every open document whose settings are read. */
  readonly documents: () => readonly Open[];
  readonly problem: (line: string) => void;
}

/**
 * Minimum milliseconds between two code lens refreshes. VS Code requests lenses only after a quarter of a second
 * without a refresh, and shows no extension's lenses until then: more frequent refreshes, such as while a library is
 * read, would hide all lenses. An editor that loses the focus in that time requests no lenses, so every refresh is
 * repeated.
 */
const lensPause = 2000;

export function createRefreshes(connection: Connection, { client, documents, problem }: RefreshOptions): Refreshes {
  /** The open documents and their formats at the time of the last refresh. */
  let shownAs = "";
  const send = (method: string, asked: Promise<void>): void =>
    void asked.catch((error: unknown) => problem(`${method}: ${String(error)}`));
  const pace = createPace(
    () => send("workspace/codeLens/refresh", connection.sendRequest(CodeLensRefreshRequest.type)),
    { pause: lensPause },
  );

  function lenses(): void {
    if (client().refreshesLenses) pace.wish();
  }

  function hints(): void {
    lenses();
    if (client().refreshesInlayHints) send("workspace/inlayHint/refresh", connection.languages.inlayHint.refresh());
  }

  /** Colours and folds depend on the formats of the texts, and on no other answer of the catalog. */
  function formats(): void {
    const { refreshesTokens, refreshesFolds } = client();
    if (!refreshesTokens && !refreshesFolds) return;
    const now = documents()
      .map(({ document: { uri, syntax } }) => `${uri} ${syntax.format}`)
      .join("\n");
    if (now === shownAs) return;
    shownAs = now;
    if (refreshesTokens) send("workspace/semanticTokens/refresh", connection.languages.semanticTokens.refresh());
    if (refreshesFolds) send("workspace/foldingRange/refresh", connection.languages.foldingRange.refresh());
  }

  return {
    all() {
      if (client().refreshesDiagnostics)
        send("workspace/diagnostic/refresh", connection.languages.diagnostics.refresh());
      hints();
      formats();
    },
    hints,
    lenses,
    [Symbol.dispose]: () => pace[Symbol.dispose](),
  };
}
