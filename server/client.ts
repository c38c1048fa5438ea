/** What the client can do, as far as the server needs to know it. */
import type { ClientCapabilities, InitializeParams } from "vscode-languageserver";

export interface Client {
  readonly pullsDiagnostics: boolean;
  /** Asks for diagnostics again when it is told to. */
  readonly refreshesDiagnostics: boolean;
  readonly markdown: boolean;
  readonly completion: CompletionClient;
  /** Asks for the tooltip of an inlay hint when it is shown. */
  readonly resolvesInlayHints: boolean;
  readonly refreshesInlayHints: boolean;
  readonly refreshesLenses: boolean;
  /** Asks for edits before it renames files. */
  readonly asksBeforeRenaming: boolean;
  /** Asks for the place of a workspace symbol when it is chosen. */
  readonly resolvesSymbols: boolean;
  readonly refreshesTokens: boolean;
  readonly refreshesFolds: boolean;
  /** Answers what the person's settings are. */
  readonly tellsSettings: boolean;
  /** Tells when they change, once it is asked to. */
  readonly tellsChangedSettings: boolean;
  /** Can show a signature of which no parameter is the one that is typed. */
  readonly marksNoParameter: boolean;
  /** Has several ranges formatted at once. */
  readonly formatsRanges: boolean;
  /** Shows what would be written, behind the cursor. */
  readonly completesInline: boolean;
  /** Shows documents that the server writes. */
  readonly showsDocuments: boolean;
  readonly definitionLinks: boolean;
  readonly typeDefinitionLinks: boolean;
  readonly nestedSymbols: boolean;
  readonly preparesRename: boolean;
  /** Takes edits by document and version. */
  readonly documentChanges: boolean;
  /** Leads the author to the stops of an edit. */
  readonly snippetEdits: boolean;
  /** Takes what it is told about an edit that the server asks for. */
  readonly editMetadata: boolean;
  /** Makes files that an edit names. */
  readonly createsFiles: boolean;
  /** Makes edits that the server asks for. */
  readonly appliesEdits: boolean;
  /** Shows edits in groups that the person confirms. */
  readonly changeAnnotations: boolean;
  /** Shows code actions that cannot be done, with the reason. */
  readonly disabledActions: boolean;
  readonly showsProgress: boolean;
  /** Watches files that the server names. */
  readonly watchesFiles: boolean;
  /** Tells which workspace folders came and went. */
  readonly tellsFolders: boolean;
}

export function readClient({
  capabilities: { textDocument, workspace, window },
}: Pick<InitializeParams, "capabilities">): Client {
  const pullsDiagnostics = textDocument?.diagnostic !== undefined;
  return {
    pullsDiagnostics,
    refreshesDiagnostics: pullsDiagnostics && workspace?.diagnostics?.refreshSupport === true,
    markdown: textDocument?.hover?.contentFormat?.includes("markdown") === true,
    completion: readCompletionClient(textDocument?.completion),
    resolvesInlayHints: textDocument?.inlayHint?.resolveSupport?.properties.includes("tooltip") === true,
    resolvesSymbols: workspace?.symbol?.resolveSupport?.properties.includes("location.range") === true,
    asksBeforeRenaming: workspace?.fileOperations?.willRename === true,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    refreshesInlayHints: workspace?.inlayHint?.refreshSupport === true,
    refreshesTokens: workspace?.semanticTokens?.refreshSupport === true,
    refreshesFolds: workspace?.foldingRange?.refreshSupport === true,
    tellsSettings: workspace?.configuration === true,
    tellsChangedSettings: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    marksNoParameter: textDocument?.signatureHelp?.signatureInformation?.noActiveParameterSupport === true,
    formatsRanges: textDocument?.rangeFormatting?.rangesSupport === true,
    completesInline: textDocument?.inlineCompletion !== undefined,
    showsDocuments: workspace?.textDocumentContent !== undefined,
    definitionLinks: textDocument?.definition?.linkSupport === true,
    preparesRename: textDocument?.rename?.prepareSupport === true,
    documentChanges: workspace?.workspaceEdit?.documentChanges === true,
    snippetEdits:
      workspace?.workspaceEdit?.documentChanges === true && workspace.workspaceEdit.snippetEditSupport === true,
    editMetadata: workspace?.workspaceEdit?.metadataSupport === true,
    createsFiles:
      workspace?.workspaceEdit?.documentChanges === true &&
      workspace.workspaceEdit.resourceOperations?.includes("create") === true,
    appliesEdits: workspace?.applyEdit === true,
    changeAnnotations: workspace?.workspaceEdit?.changeAnnotationSupport !== undefined,
    typeDefinitionLinks: textDocument?.typeDefinition?.linkSupport === true,
    nestedSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    disabledActions: textDocument?.codeAction?.disabledSupport === true,
    showsProgress: window?.workDoneProgress === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    tellsFolders: workspace?.workspaceFolders === true,
  };
}

/** What the client can do with an item of a completion. */
export interface CompletionClient {
  readonly snippets: boolean;
  /** Asks for detail and documentation of the one item that a person looks at. */
  readonly resolves: boolean;
  /** Takes what all items share once, for the list. */
  readonly defaults: boolean;
  /** Accepts an item where one of its characters is typed, and writes that one behind it. */
  readonly commits: boolean;
}

function readCompletionClient(
  completion: NonNullable<ClientCapabilities["textDocument"]>["completion"],
): CompletionClient {
  const resolved = completion?.completionItem?.resolveSupport?.properties ?? [];
  const shared = completion?.completionList?.itemDefaults ?? [];
  return {
    snippets: completion?.completionItem?.snippetSupport === true,
    resolves: resolved.includes("detail") && resolved.includes("documentation"),
    defaults: shared.includes("editRange") && shared.includes("insertTextFormat"),
    commits: completion?.completionItem?.commitCharactersSupport === true,
  };
}
