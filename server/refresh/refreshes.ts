/** What a client is asked to ask for again, each where it announced that it does so. */
import { CodeLensRefreshRequest } from "vscode-languageserver";
import type { Connection } from "vscode-languageserver";
import type { Client } from "../client.ts";
import { createPace } from "./pace.ts";
import type { Open } from "../workspace/workspace.ts";

export interface Refreshes extends Disposable {
  /** What is said about open documents changed. */
  readonly all: () => void;
  readonly hints: () => void;
  readonly lenses: () => void;
}

export interface RefreshOptions {
  readonly client: () => Client;
  /** Every open document whose settings are read. */
  readonly documents: () => readonly Open[];
  readonly problem: (line: string) => void;
}

/**
 * Milliseconds between two wishes that lenses be asked for again. VS Code asks once a quarter of a second went by
 * without one, and shows no lens of anybody before: wishes that come faster, as while a library is read, keep all of
 * them away. An editor that loses the focus in that time does not ask at all, so that each wish is repeated.
 */
const lensPause = 2000;

export function createRefreshes(connection: Connection, { client, documents, problem }: RefreshOptions): Refreshes {
  /** The open documents and how they are written, when the client was last told to look at that again. */
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

  /** Of everything that the catalog says, colours and folds depend on how the texts are written alone. */
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
