/** The requests that look beyond one document: one line each, guarded like the others. */
import type { Connection, ReferenceParams, RenameParams } from "vscode-languageserver";
import { findReferences } from "./handlers/references.ts";
import { prepareRename, rename } from "./handlers/rename.ts";
import type { Everywhere } from "./occurrences.ts";
import { renamedNotification } from "./protocol.ts";
import type { Ask, Surroundings } from "./requests.ts";

export function registerRequestsEverywhere(connection: Connection, ask: Ask, { client, library, workspace, tell, isVsCode }: Surroundings): void {
  /** A document is open only where there is a workspace. */
  const everywhere = (): Everywhere => ({ workspace: workspace()!, library: library() });

  connection.onReferences((params, token, _, partial) => ask("textDocument/references", null, (open, { position, context }: ReferenceParams, { signal }) =>
    findReferences(open, position, { ...everywhere(), includeDeclaration: context.includeDeclaration, signal, tell, ...(partial ? { report: (places) => partial.report([...places]) } : {}) }))(params, token));
  connection.onPrepareRename(ask("textDocument/prepareRename", null, (open, { position }) => prepareRename(open, position, everywhere())));
  connection.onRenameRequest(ask("textDocument/rename", null, (open, { position, newName }: RenameParams, { signal }) =>
    rename(open, position, newName, { ...everywhere(), client: client(), signal, tell, ...(isVsCode() ? { offer: (renamed) => void connection.sendNotification(renamedNotification, renamed) } : {}) })));
}
