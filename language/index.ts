/**
 * The door of the language room: what a placeholder means. Pure: no IO, no async, no globals of Node or the DOM. It
 * exports only what other rooms, programs and tests use.
 */

// The inputs and the answers of the language: the library as a `Catalog`, and the context of a text.
export { absent, known, unknown } from "./answer.ts";
export type { Answer } from "./answer.ts";
export { bisect } from "./bisect.ts";
export { once } from "./once.ts";
export type {
  Block,
  Catalog,
  ContentSummary,
  DeployedVersion,
  Field,
  Folder,
  Json,
  JsonObject,
  Page,
  Party,
  Smartform,
  Text,
  Translation,
  Use,
  WrittenReference,
} from "./catalog.ts";
export type { Context } from "./context.ts";
export { largestSettings, limitIn, mostValues } from "./limits.ts";
export type { Limit } from "./limits.ts";
export type { Range, TextEdit } from "./range.ts";
export type { Format, Placeholder, Syntax } from "./syntax.ts";

// Reading a text: its placeholders, what each of them refers to, and what is printed in its place.
export { applyEdits, countPlaceholders, edit, parse, placeholderAt, placeholdersIn } from "./parse.ts";
export { findData, isObject, places, resolve, resolveAt } from "./resolve.ts";
export { expand, formatOf, textToFill } from "./expand.ts";
export type { ExpandOptions, Origin, Piece, Surface } from "./expand.ts";
export { printsMarkup } from "./html.ts";
export { findFolders, folderById, folderReference } from "./folders.ts";
export { summarize } from "./contentSummary.ts";
export { chooseTranslation } from "./translation.ts";
export { documentPath, namedAs, parseTextPath, textPath } from "./textName.ts";
export { printedText } from "./features/textDocumentContent.ts";

// What is wrong with a text, a request file or the library, and how it is repaired.
export type { Finding, Fix, Related, Severity } from "./rules/finding.ts";
export {
  checkLibrary,
  findings,
  fixes,
  holdsAfter,
  libraryFindings,
  libraryLanguages,
  newMemory,
  rules,
} from "./checks/text.ts";
export type { LibraryFindings, Memory, TextLanguage } from "./checks/text.ts";
export { requestFindings, requestFixes } from "./checks/requestFile.ts";
export { operationFindings } from "./checks/callRequest.ts";
export { evidenceOf, isGuess } from "./checks/codes.ts";
export { listsEveryText } from "./lookups/texts.ts";
export { compareDates } from "./findings/stale-translation.ts";
export { translationStates } from "./translationStates.ts";
export type { TranslationState } from "./translationStates.ts";
export {
  codeActions,
  codeActionsOfRequest,
  fixAll,
  fixAllOfRequest,
  repairs,
  repairsOfRequest,
} from "./features/codeAction.ts";
export type { Repairs } from "./features/fixEverything.ts";
export { creations } from "./features/codeActionCreate.ts";
export type { CodeToSet, DefaultLanguageToSet, LanguageToAdd, TextToCreate } from "./features/codeActionCreate.ts";
export { refactorings } from "./features/codeActionRefactor.ts";
export type { Refactoring } from "./features/codeActionRefactor.ts";
export type { Extraction } from "./features/codeActionExtract.ts";

// What editors ask about a text: one function for each request of LSP.
export { includesAmong } from "./features/callHierarchy.ts";
export type { Include } from "./features/callHierarchy.ts";
export { lensesOf } from "./features/codeLens.ts";
export type { Lens } from "./features/codeLens.ts";
export { completion, describeText } from "./features/completion.ts";
export type { Completion, CompletionKind } from "./features/completion.ts";
export { definition, textTarget } from "./features/definition.ts";
export type { Target } from "./features/definition.ts";
export { documentHighlights } from "./features/documentHighlight.ts";
export { documentLinks } from "./features/documentLinks.ts";
export { documentSymbols } from "./features/documentSymbol.ts";
export type { DocumentSymbol } from "./features/documentSymbol.ts";
export { settingsEdits } from "./features/fileRename.ts";
export type { RenamedPath } from "./features/fileRename.ts";
export { foldingRanges } from "./features/foldingRange.ts";
export { formatting, formattingBehind } from "./features/formatting.ts";
export { fitting } from "./features/fuzzy.ts";
export { hover } from "./features/hover.ts";
export type { Hover } from "./features/hover.ts";
export { inlayHintKinds, inlayHints } from "./features/inlayHint.ts";
export type { InlayHintKind } from "./features/inlayHint.ts";
export { inlineCompletion } from "./features/inlineCompletion.ts";
export { linkedEditing } from "./features/linkedEditing.ts";
export { referencesAmong, subjectKeys, subjectOf } from "./features/references.ts";
export type { Reference, Subject } from "./features/references.ts";
export { cannotRename, subjectName, nameProblem, newKey, renameEdits } from "./features/rename.ts";
export type { RenameEdits } from "./features/rename.ts";
export { requestCompletion, requestDefinition, requestHover } from "./features/requestFile.ts";
export { requestSymbols } from "./features/requestSymbols.ts";
export type { RequestSymbol } from "./features/requestSymbols.ts";
export { selectionRanges } from "./features/selectionRange.ts";
export { semanticTokens } from "./features/semanticTokens.ts";
export type { TokenModifier, TokenType } from "./features/semanticTokens.ts";
export { settingsCompletion } from "./features/settingsCompletion.ts";
export { signatureHelp } from "./features/signatureHelp.ts";
export { typeDefinition } from "./features/typeDefinition.ts";
export type { TypeTarget } from "./features/typeDefinition.ts";
export { librarySymbols } from "./features/workspaceSymbol.ts";
export type { LibrarySymbol } from "./features/workspaceSymbol.ts";
export { referenceTo, shortReferenceTo } from "./features/writeReference.ts";

// Request files: what they say, what a new one holds, and what they would send.
export { operationOfFile, readOperation } from "./requests/operationRequest.ts";
export type { FilePlace, SecretPlace } from "./requests/operationRequest.ts";
export { skeletonOf } from "./requests/operationSkeleton.ts";
export { largestFile, pathMistake, requestFileKind, requestFileKinds } from "./requests/operations.ts";
export type { NamedFile, OperationShape, RequestFile, Shape } from "./requests/operations.ts";
export {
  flatValues,
  isRequestFile,
  nodeAround,
  parseRequest,
  requestedSmartform,
  valueAt,
  valueCollisions,
} from "./requests/request.ts";
export type { FlatValue, Request } from "./requests/request.ts";
export { sampleFormRequest } from "./sampleValues.ts";

// What has to be supplied before a Smartform or a text can be filled in.
export { needsOf } from "./needs.ts";
export { formSchema, knowsEverything, textSchema, textTitle } from "./contract.ts";
export type { Contract, Schema } from "./contract.ts";
export { compareContracts, contractTypes } from "./contractTypes.ts";
export type { ContractChange } from "./contractTypes.ts";

// Where texts, folders, inputs and data are mentioned, and what a change of the library touches.
export { allMentions, mentionKey, mentionKeys, mentionsIn } from "./mentions.ts";
export type { Mention, NameKind } from "./mentions.ts";
export { jsonMentions, stringPart } from "./jsonMentions.ts";
export type { JsonKind } from "./jsonMentions.ts";
export { isPrinted, mergeChanges } from "./textChange.ts";
export type { TextChange } from "./textChange.ts";
export type { ReferenceChange, ReferenceEditsResult, ReferringDocument } from "./referenceChange.ts";

// From a PDF back to what printed it.
export { lettersOf } from "./inverse/letters.ts";
export { mayMatch, windowOf } from "./inverse/matches.ts";
export { lettersIn, pdfLetters, rangesOf } from "./inverse/pdfLetters.ts";
export type { PdfItem, PdfRange } from "./inverse/pdfLetters.ts";
export { lettersFrom, printedAt, printedBy } from "./inverse/printedBy.ts";
export type { PrintedBy, PrintedPlace, Source, TextPlace } from "./inverse/printedBy.ts";
export { placesOf, printedLetters } from "./inverse/printedLetters.ts";
export { attributeOf, drawnAs, hiddenElements, lookOf, readShown, spanOf } from "./shownHtml.ts";
export type { Look } from "./shownHtml.ts";
export type { Answers, PrintedPart } from "./inverse/printedLetters.ts";

// Words for people.
export * as l10n from "./l10n.ts";
export { displayLanguage } from "./words/displayLanguage.ts";
export { messageOf } from "./words/messageOf.ts";
export { oneOrMany } from "./words/oneOrMany.ts";
export { said } from "./words/sentences.ts";
export { didYouMean, nearest, newEffort, prepareWords } from "./words/spelling.ts";
export type { Words } from "./words/spelling.ts";
export { brief, quoted, visible } from "./words/visible.ts";
export { jsonMistake } from "./jsonMistake.ts";
