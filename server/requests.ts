/**
 * Every LSP request and what answers it: one line each, guarded alike. What a request means stands in its file under
 * handlers/.
 */
import type {
  CancellationToken,
  CompletionItem,
  Connection,
  InlayHint,
  ResponseError,
  SemanticTokens,
  SemanticTokensDelta,
  SemanticTokensDeltaParams,
} from "vscode-languageserver";
import type { Client } from "./capabilities.ts";
import { guard } from "./guard.ts";
import type { GuardLog } from "./guard.ts";
import { listActions } from "./handlers/codeAction.ts";
import type { ActionOptions } from "./handlers/codeAction.ts";
import { complete, noCompletion, resolveCompletion } from "./handlers/completion.ts";
import { goToDefinition } from "./handlers/definition.ts";
import { diagnostics } from "./handlers/diagnostic.ts";
import { highlightSame } from "./handlers/documentHighlight.ts";
import { listLinks } from "./handlers/documentLink.ts";
import { listSymbols } from "./handlers/documentSymbol.ts";
import { listHiding } from "./handlers/hideFinding.ts";
import { showHover } from "./handlers/hover.ts";
import { goToPrinted } from "./handlers/implementation.ts";
import { listFolding } from "./handlers/foldingRange.ts";
import { format, formatBehind } from "./handlers/formatting.ts";
import { listInlayHints, resolveInlayHint, tellsDocument } from "./handlers/inlayHint.ts";
import { completeInline } from "./handlers/inlineCompletion.ts";
import { linkNames } from "./handlers/linkedEditing.ts";
import { growSelections } from "./handlers/selectionRange.ts";
import { colour, colourChanges, colourRange } from "./handlers/semanticTokens.ts";
import { helpToWrite } from "./handlers/signatureHelp.ts";
import { goToType } from "./handlers/typeDefinition.ts";
import type { Library } from "./library.ts";
import type { LibraryChecks } from "./libraryCheck.ts";
import type { Libraries } from "./meant.ts";
import type { Pulse } from "./pulse.ts";
import { registerRequestsEverywhere } from "./requestsEverywhere.ts";
import { registerRequestsAboutAll } from "./requestsWorkspace.ts";
import type { Settings } from "./settings.ts";
import type { Open, Workspace } from "./workspace.ts";
import type { WrittenDocuments } from "./writtenDocuments.ts";

/** What requests need of the server as it is at the moment. */
export interface Surroundings extends Libraries {
  readonly log: GuardLog;
  readonly client: () => Client;
  readonly libraryChecks: LibraryChecks;
  readonly settings: () => Settings;
  /** The open document, once its settings are read. */
  readonly find: (uri: string) => Promise<Open | undefined>;
  /** Absent before the client said where its files are. */
  readonly workspace: () => Workspace | undefined;
  readonly pulse: Pulse;
  readonly written: WrittenDocuments;
  /** Shows the person a whole sentence. */
  readonly tell: (message: string) => void;
  /** VS Code's own client makes the calls, opens `textlib:` addresses and knows commands of its own. */
  readonly isVsCode: () => boolean;
}

/** A request about an open document. */
export type Ask = <Params extends { readonly textDocument: { readonly uri: string } }, Result>(
  method: string,
  otherwise: Result,
  work: (open: Open, params: Params, options: { readonly signal: AbortSignal }) => Result | Promise<Result>,
) => (params: Params, token: CancellationToken) => Promise<Result | ResponseError<never>>;

export function registerRequests(connection: Connection, surroundings: Surroundings): void {
  const { log, client, library, settings, find, isVsCode } = surroundings;
  const ask: Ask = <Params extends { readonly textDocument: { readonly uri: string } }, Result>(
    method: string,
    otherwise: Result,
    work: (open: Open, params: Params, options: { readonly signal: AbortSignal }) => Result | Promise<Result>,
  ) => {
    return guard<Params, Result>(log, {
      method,
      otherwise,
      async work(params, options) {
        const open = await find(params.textDocument.uri);
        return open === undefined ? otherwise : work(open, params, options);
      },
    });
  };
  const suggestCommand = (): { readonly suggestCommand?: string } =>
    isVsCode() ? { suggestCommand: "editor.action.triggerSuggest" } : {};

  registerRequestsEverywhere(connection, ask, surroundings);
  registerRequestsAboutAll(connection, surroundings);
  /**
   * The document that was completed last: whoever asks about an item saw it there. To say so in each item takes longer
   * than to find the items.
   */
  let completed = "";
  connection.onCompletion(
    ask("textDocument/completion", noCompletion, (open, { position }) => {
      completed = open.document.uri;
      return complete(open, position, { client: client().completion, ...suggestCommand() });
    }),
  );
  connection.onCompletionResolve((item, token) =>
    guard<CompletionItem, CompletionItem>(log, {
      method: "completionItem/resolve",
      otherwise: item,
      async work() {
        const open = await find(completed);
        return open === undefined ? item : resolveCompletion(open, item);
      },
    })(item, token),
  );
  connection.onSignatureHelp(
    ask("textDocument/signatureHelp", null, (open, { position }) =>
      helpToWrite(open, position, { marksNone: client().marksNoParameter }),
    ),
  );
  connection.onHover(
    ask("textDocument/hover", null, (open, { position }) => showHover(open, position, { markdown: client().markdown })),
  );
  connection.onDefinition(
    ask("textDocument/definition", null, (open, { position }, { signal }) =>
      goToDefinition(open, position, { library: library(), links: client().definitionLinks, signal }),
    ),
  );
  connection.onTypeDefinition(
    ask("textDocument/typeDefinition", null, (open, { position }, { signal }) =>
      goToType(open, position, {
        library: library(),
        workspace: surroundings.workspace()!,
        links: client().typeDefinitionLinks,
        signal,
      }),
    ),
  );
  connection.onImplementation(
    ask("textDocument/implementation", null, (open, { position }) =>
      client().showsDocuments ? goToPrinted(open, position) : null,
    ),
  );
  connection.onDocumentHighlight(
    ask("textDocument/documentHighlight", [], (open, { position }) => highlightSame(open, position)),
  );
  connection.onDocumentLinks(ask("textDocument/documentLink", [], (open) => listLinks(open, library())));
  connection.onDocumentSymbol(
    ask("textDocument/documentSymbol", [], (open) =>
      listSymbols(open, { nested: client().nestedSymbols, outlinesJson: isVsCode() }),
    ),
  );
  connection.onCodeAction(
    ask("textDocument/codeAction", [], async (open, params, { signal }) => [
      ...listActions(open, params, {
        ...creating(library()),
        disabled: client().disabledActions,
        stops: client().snippetEdits,
      }),
      ...(await listHiding(open, params, {
        workspace: surroundings.workspace()!,
        createsFiles: client().createsFiles,
        signal,
      })),
    ]),
  );
  connection.onFoldingRanges(ask("textDocument/foldingRange", [], (open) => listFolding(open)));
  connection.onSelectionRanges(
    ask("textDocument/selectionRange", [], (open, { positions }) => growSelections(open, positions)),
  );
  connection.languages.onLinkedEditingRange(
    ask("textDocument/linkedEditingRange", null, (open, { position }) => linkNames(open, position)),
  );
  connection.onDocumentFormatting(ask("textDocument/formatting", [], (open) => format(open)));
  connection.onDocumentRangeFormatting(
    ask("textDocument/rangeFormatting", [], (open, { range }) => format(open, [range])),
  );
  connection.onDocumentRangesFormatting(
    ask("textDocument/rangesFormatting", [], (open, { ranges }) => format(open, ranges)),
  );
  connection.onDocumentOnTypeFormatting(
    ask("textDocument/onTypeFormatting", [], (open, { position }) => formatBehind(open, position)),
  );
  connection.languages.inlayHint.on(
    ask("textDocument/inlayHint", [], (open, { range }) => listInlayHints(open, range, settings())),
  );
  connection.languages.inlayHint.resolve((hint, token) =>
    guard<InlayHint, InlayHint>(log, {
      method: "inlayHint/resolve",
      otherwise: hint,
      async work() {
        const open = tellsDocument(hint.data) ? await find(hint.data.uri) : undefined;
        return open === undefined ? hint : resolveInlayHint(open, hint, { markdown: client().markdown });
      },
    })(hint, token),
  );
  connection.languages.inlineCompletion.on(
    ask("textDocument/inlineCompletion", [], (open, params) => completeInline(open, params.position, params.context)),
  );
  connection.languages.semanticTokens.on(ask("textDocument/semanticTokens/full", { data: [] }, (open) => colour(open)));
  connection.languages.semanticTokens.onDelta(
    ask<SemanticTokensDeltaParams, SemanticTokens | SemanticTokensDelta>(
      "textDocument/semanticTokens/full/delta",
      { data: [] },
      (open, { previousResultId }) => colourChanges(open, previousResultId),
    ),
  );
  connection.languages.semanticTokens.onRange(
    ask("textDocument/semanticTokens/range", { data: [] }, (open, { range }) => colourRange(open, range)),
  );
  connection.languages.diagnostics.on(
    ask("textDocument/diagnostic", { kind: "full", items: [] }, (open) => ({
      kind: "full",
      items: diagnostics(open, { readsJson: isVsCode() }),
    })),
  );
}

function creating({ connection: name, owner }: Library): Pick<ActionOptions, "creates" | "owner"> {
  return { creates: name !== undefined, ...(name !== undefined && owner !== undefined && { owner: { name, owner } }) };
}
