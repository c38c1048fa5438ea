/** The door of the language room: what a placeholder means. Pure: no IO, no async, no globals of Node or the DOM. */
export * as l10n from "./l10n.ts";
export { said } from "./words/sentences.ts";
export { messageOf } from "./words/messageOf.ts";
export { oneOrMany } from "./words/oneOrMany.ts";
export { brief, quoted, visible } from "./words/visible.ts";
export * from "./answer.ts";
export * from "./range.ts";
export type * from "./catalog.ts";
export type * from "./syntax.ts";
export type * from "./context.ts";
export type * from "./referenceChange.ts";
export type * from "./rules/finding.ts";
export { applyEdits, countPlaceholders, edit, parse, placeholderAt, placeholdersIn } from "./parse.ts";
export * from "./folders.ts";
export * from "./resolve.ts";
export * from "./translation.ts";
export * from "./translationStates.ts";
export { compareDates } from "./findings/stale-translation.ts";
export * from "./expand.ts";
export * from "./textName.ts";
export { checkLibrary, findings, fixes, holdsAfter, libraryFindings, newMemory, rules } from "./checks/text.ts";
export type { LibraryFindings, Memory } from "./checks/text.ts";
export { evidenceOf, isGuess } from "./checks/codes.ts";
export { listsEveryText } from "./lookups/texts.ts";
export { operationFindings } from "./checks/callRequest.ts";
export { requestFindings, requestFixes } from "./checks/requestFile.ts";
export { needsOf } from "./needs.ts";
export type { DataNeed, InputNeed, Needs, NeedsOf, Printed } from "./needs.ts";
export { requestCompletion } from "./features/requestCompletion.ts";
export { settingsCompletion } from "./features/settingsCompletion.ts";
export { requestDefinition, requestHover } from "./features/requestHover.ts";
export { requestSymbols } from "./features/requestSymbols.ts";
export type { RequestSymbol } from "./features/requestSymbols.ts";
export {
  flatValues,
  isRequestFile,
  nodeAround,
  parseRequest,
  requestedSmartform,
  valueAt,
  valueCollisions,
} from "./requests/request.ts";
export type { FlatValue, Request, ValueCollision } from "./requests/request.ts";
export { operationOfFile, readOperation } from "./requests/operationRequest.ts";
export type { FilePlace, OperationRequest, SecretPlace } from "./requests/operationRequest.ts";
export { largestFile, pathMistake, requestFileKind, requestFileKinds } from "./requests/operations.ts";
export type { NamedFile, OperationMistake, OperationShape, RequestFile, Shape } from "./requests/operations.ts";
export { skeletonOf } from "./requests/operationSkeleton.ts";
export { sampleRequest } from "./sampleValues.ts";
export * from "./mentions.ts";
export * from "./textChange.ts";
export { largestSettings, limitIn, mostValues } from "./limits.ts";
export type { Limit } from "./limits.ts";
export { jsonMistake } from "./jsonMistake.ts";
export { jsonMentions, stringPart } from "./jsonMentions.ts";
export type { JsonKind, JsonMentions } from "./jsonMentions.ts";
export * from "./features/completion.ts";
export { fitting } from "./features/fuzzy.ts";
export { referenceTo, shortReferenceTo } from "./features/writeReference.ts";
export { definition, textTarget } from "./features/definition.ts";
export type { Definition, Target } from "./features/definition.ts";
export * from "./features/documentLinks.ts";
export * from "./features/callHierarchy.ts";
export * from "./features/fileRename.ts";
export * from "./features/workspaceSymbol.ts";
export * from "./features/codeLens.ts";
export * from "./features/references.ts";
export * from "./features/rename.ts";
export * from "./features/documentSymbol.ts";
export { hover } from "./features/hover.ts";
export type { Fact, Hover } from "./features/hover.ts";
export * from "./features/semanticTokens.ts";
export * from "./features/codeAction.ts";
export type { Repairs } from "./features/fixEverything.ts";
export * from "./features/formatting.ts";
export * from "./features/documentHighlight.ts";
export * from "./features/foldingRange.ts";
export * from "./features/inlayHint.ts";
export * from "./features/inlineCompletion.ts";
export * from "./features/linkedEditing.ts";
export * from "./features/selectionRange.ts";
export * from "./features/textDocumentContent.ts";
export * from "./features/typeDefinition.ts";
export * from "./features/signatureHelp.ts";
export { refactorings } from "./features/codeActionRefactor.ts";
export type { Refactoring } from "./features/codeActionRefactor.ts";
export type { Extraction } from "./features/codeActionExtract.ts";
export { creations } from "./features/codeActionCreate.ts";
export type {
  CodeToSet,
  Creation,
  DefaultLanguageToSet,
  LanguageToAdd,
  TextToCreate,
} from "./features/codeActionCreate.ts";
export { didYouMean, nearest, newEffort, prepareWords } from "./words/spelling.ts";
export type { Words } from "./words/spelling.ts";
export { formSchema, knowsEverything, textSchema, textTitle } from "./contract.ts";
export type { Contract, ContractOptions, Schema } from "./contract.ts";
export * from "./contractTypes.ts";
export { lettersIn, pdfLetters, rangesOf } from "./inverse/pdfLetters.ts";
export type { PdfItem, PdfLetters, PdfRange } from "./inverse/pdfLetters.ts";
export { lettersFrom, printedAt, printedBy } from "./inverse/printedBy.ts";
export type { PrintedBy, PrintedPlace, Source, TextPlace } from "./inverse/printedBy.ts";
export { placesOf, printedLetters } from "./inverse/printedLetters.ts";
export type { Answers, PrintedPart } from "./inverse/printedLetters.ts";
export { mayMatch, windowOf } from "./inverse/matches.ts";
export { lettersOf } from "./inverse/letters.ts";
