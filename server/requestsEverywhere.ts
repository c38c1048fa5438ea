/** The requests that look beyond one document: one line each, guarded like the others. */
import type {
  CallHierarchyIncomingCallsParams,
  CallHierarchyOutgoingCallsParams,
  CodeLens,
  Connection,
  ReferenceParams,
  RenameFilesParams,
  RenameParams,
  TextDocumentContentParams,
  TextDocumentContentResult,
  WorkspaceSymbol,
  WorkspaceSymbolParams,
} from "vscode-languageserver";
import { listIncoming, listOutgoing, prepareIncludes } from "./handlers/callHierarchy.ts";
import { guard } from "./guard.ts";
import { documentOf, listLenses, resolveUses } from "./handlers/codeLens.ts";
import type { LensOptions } from "./handlers/codeLens.ts";
import { findReferences, findUses } from "./handlers/references.ts";
import { prepareRename, rename } from "./handlers/rename.ts";
import { toResult } from "./handlers/textDocumentContent.ts";
import { willRename } from "./handlers/fileRename.ts";
import { listWorkspaceSymbols, resolveSymbol } from "./handlers/workspaceSymbol.ts";
import type { SymbolOptions } from "./handlers/workspaceSymbol.ts";
import type { Everywhere } from "./occurrences.ts";
import { placesRequest, renamedNotification } from "./protocol.ts";
import type { PlacesParams, PlacesResult, RenamedParams } from "./protocol.ts";
import type { Ask, Surroundings } from "./requests.ts";

export function registerRequestsEverywhere(
  connection: Connection,
  ask: Ask,
  { log, client, library, find, workspace, written, tell, isVsCode }: Surroundings,
): void {
  /** A document is open only where there is a workspace. */
  const everywhere = (): Everywhere => ({ workspace: workspace()!, library: library() });
  const plan = (renamed: RenamedParams): void => void connection.sendNotification(renamedNotification, renamed);

  connection.onReferences((params, token, _, partial) =>
    ask("textDocument/references", null, (open, { position, context }: ReferenceParams, { signal }) =>
      findReferences(open, position, {
        ...everywhere(),
        includeDeclaration: context.includeDeclaration,
        signal,
        tell,
        ...(partial ? { report: (places) => partial.report([...places]) } : {}),
      }),
    )(params, token),
  );
  connection.onRequest(
    placesRequest,
    guard(log, {
      method: placesRequest,
      otherwise: [],
      work: async ({ uri }: PlacesParams, { signal }): Promise<PlacesResult> => {
        const open = await find(uri);
        return open === undefined ? [] : findUses(open, { ...everywhere(), signal, tell });
      },
    }),
  );
  connection.workspace.onWillRenameFiles(
    guard(log, {
      method: "workspace/willRenameFiles",
      otherwise: null,
      work: ({ files }: RenameFilesParams, { signal }) =>
        willRename(files, { workspace: workspace()!, client: client(), signal, tell }),
    }),
  );
  connection.workspace.textDocumentContent.on(
    guard<TextDocumentContentParams, TextDocumentContentResult | null>(log, {
      method: "workspace/textDocumentContent",
      otherwise: null,
      work: async ({ uri }, options) => toResult(await written.ask(uri, options)),
    }),
  );
  const symbolOptions = (signal: AbortSignal): SymbolOptions => ({
    ...everywhere(),
    resolves: client().resolvesSymbols,
    signal,
  });
  connection.onWorkspaceSymbol(
    guard(log, {
      method: "workspace/symbol",
      otherwise: [],
      work: ({ query }: WorkspaceSymbolParams, { signal }) => listWorkspaceSymbols(query, symbolOptions(signal)),
    }),
  );
  connection.onWorkspaceSymbolResolve((symbol, token) =>
    guard<WorkspaceSymbol, WorkspaceSymbol>(log, {
      method: "workspaceSymbol/resolve",
      otherwise: symbol,
      work: (_, { signal }) => resolveSymbol(symbol, symbolOptions(signal)),
    })(symbol, token),
  );
  const lensOptions = (): LensOptions => ({ ...everywhere(), commands: isVsCode() });
  connection.onCodeLens(ask("textDocument/codeLens", [], (open) => listLenses(open, lensOptions())));
  connection.onCodeLensResolve((lens, token) =>
    guard<CodeLens, CodeLens>(log, {
      method: "codeLens/resolve",
      otherwise: lens,
      work: async (_, { signal }) => {
        const open = await find(documentOf(lens) ?? "");
        return open === undefined ? lens : resolveUses(lens, open, { ...lensOptions(), signal });
      },
    })(lens, token),
  );
  connection.onPrepareRename(
    ask("textDocument/prepareRename", null, (open, { position }) => prepareRename(open, position, everywhere())),
  );
  connection.onRenameRequest(
    ask("textDocument/rename", null, (open, { position, newName }: RenameParams, { signal }) =>
      rename(open, position, newName, {
        ...everywhere(),
        client: client(),
        signal,
        tell,
        ...(isVsCode() ? { plan } : {}),
      }),
    ),
  );
  connection.languages.callHierarchy.onPrepare(
    ask("textDocument/prepareCallHierarchy", null, (open, { position }, { signal }) =>
      prepareIncludes(open, position, { ...everywhere(), signal, tell }),
    ),
  );
  connection.languages.callHierarchy.onOutgoingCalls(
    guard(log, {
      method: "callHierarchy/outgoingCalls",
      otherwise: null,
      work: ({ item }: CallHierarchyOutgoingCallsParams, { signal }) =>
        listOutgoing(item, { ...everywhere(), signal, tell }),
    }),
  );
  connection.languages.callHierarchy.onIncomingCalls(
    guard(log, {
      method: "callHierarchy/incomingCalls",
      otherwise: null,
      work: ({ item }: CallHierarchyIncomingCallsParams, { signal }) =>
        listIncoming(item, { ...everywhere(), signal, tell }),
    }),
  );
}
