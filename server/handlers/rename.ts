/**
 * textDocument/prepareRename and textDocument/rename. Everything that can be changed from here is one edit that the author confirms; the code
 * itself stands on the service, where nothing is changed by a rename: that, and whatever else stays as it is, is said.
 */
import { LSPErrorCodes, ResponseError } from "vscode-languageserver";
import type { AnnotatedTextEdit, ChangeAnnotation, Position, PrepareRenameResult, TextDocumentEdit, TextEdit as LspEdit, WorkspaceEdit } from "vscode-languageserver";
import { cannotRename, folderById, l10n, nameOf, nameProblem, newKey, referencesAmong, renameEdits } from "../../language/index.ts";
import type { Mention, RenameEdits, Subject } from "../../language/index.ts";
import type { Client } from "../capabilities.ts";
import { offsetAt, toLspRange } from "../lines.ts";
import { occurrencesOf, subjectAt } from "../occurrences.ts";
import type { At, Everywhere, Occurrences } from "../occurrences.ts";
import type { ConfirmRenameParams, ConfirmRenameResult, Places, RenamedParams } from "../protocol.ts";
import type { Open } from "../workspace.ts";

export interface RenameOptions extends Everywhere {
  readonly client: Pick<Client, "documentChanges" | "changeAnnotations">;
  readonly signal: AbortSignal;
  /** Says what the edit does not do. */
  readonly tell: (message: string) => void;
  /** Asks the author where to rename, once library texts are among it; absent where the client cannot: then every place is to be confirmed. */
  readonly confirm?: (question: ConfirmRenameParams) => Promise<ConfirmRenameResult>;
  /** Offers to change the code on the service, where the client can; absent where it cannot. */
  readonly offer?: (renamed: RenamedParams) => void;
}

export async function prepareRename(open: Open, position: Position, where: Everywhere): Promise<PrepareRenameResult> {
  const { subject, mention } = await renameableAt(open, position, where);
  return { range: toLspRange(open.document.lines, mention.part), placeholder: nameOf(subject) };
}

export async function rename(open: Open, position: Position, newName: string, options: RenameOptions): Promise<WorkspaceEdit> {
  const { subject, context } = await renameableAt(open, position, options);
  const name = subject.kind === "text" || subject.kind === "folder" ? newName.trim() : newName;
  const problem = nameProblem(subject, name, context);
  if (problem !== null) throw refusal(problem);
  if (name === nameOf(subject)) return { changes: {} };
  const renamed = await editsFor(subject, name, options);
  if (renamed === null) return { changes: {} };
  if (renamed.said !== "") options.tell(renamed.said);
  if (options.offer) offerCode(subject, name, options, options.offer);
  return renamed.edit;
}

async function editsFor(subject: Subject, name: string, options: Omit<RenameOptions, "tell">): Promise<{ readonly edit: WorkspaceEdit; readonly said: string } | null> {
  const all: Occurrences[] = [];
  const search = occurrencesOf(subject, options, options);
  let next = await search.next();
  for (; next.done !== true; next = await search.next()) all.push(next.value);
  const found = all.map((each): Change => ({ ...each, ...renameEdits(subject, each.references, name, { json: each.kind !== "text" }) }));
  const wish = await choose(found, subject, name, options.confirm);
  if (wish === null) return null;
  const changes = wish === "files" ? found.filter(({ text }) => text === null) : found;
  const said = notDone(subject, name, changes, { complete: next.value, offered: options.offer !== undefined });
  return { edit: toWorkspaceEdit(changes.filter(({ uri }) => uri !== null), subject, { ...options.client, confirmed: wish !== "each" }), said: said.join(" ") };
}

/** Files alone are renamed as everywhere; library texts are live for the whole company, and wait for a word. */
async function choose(changes: readonly Change[], subject: Subject, name: string, confirm: RenameOptions["confirm"]): Promise<ConfirmRenameResult> {
  if (confirm === undefined) return "each";
  const [files, texts] = [filesOf(changes), textsOf(changes)].map((of): Places => ({ places: of.reduce((sum, { edits }) => sum + edits.length, 0), documents: of.length }));
  if (files === undefined || texts === undefined || texts.places === 0) return "everywhere";
  return confirm({ what: whatOf(subject), name, files, texts, uris: changes.flatMap(({ uri, edits }) => (uri === null || edits.length === 0 ? [] : [uri])) });
}

const filesOf = (changes: readonly Change[]): readonly Change[] => changes.filter(({ text, edits }) => text === null && edits.length > 0);
const textsOf = (changes: readonly Change[]): readonly Change[] => changes.filter(({ text, uri, edits }) => text !== null && uri !== null && edits.length > 0);

type Change = Occurrences & RenameEdits;

async function renameableAt(open: Open, position: Position, { workspace }: Everywhere): Promise<At & { readonly mention: Mention }> {
  const at = await subjectAt(open, offsetAt(open.document.lines, position), workspace);
  if (at === null || at.mention === null) throw refusal(l10n.t("Nothing stands here that has a name of its own, or the Text Library does not know what is named."));
  const { subject, mention, context, kind } = at;
  const [reference] = referencesAmong([mention], subject, context);
  const problem = reference && cannotRename(subject, reference, context, { json: kind !== "text" });
  if (problem != null) throw refusal(problem);
  return { ...at, mention };
}

function refusal(message: string): ResponseError<never> {
  return new ResponseError<never>(LSPErrorCodes.RequestFailed, message);
}

/** Whole sentences on everything that stays as it is. */
function notDone(subject: Subject, name: string, changes: readonly Change[], { complete, offered }: { readonly complete: boolean; readonly offered: boolean }): readonly string[] {
  const count = (of: (change: Change) => number): number => changes.reduce((sum, change) => sum + of(change), 0);
  const closed = changes.filter(({ uri }) => uri === null);
  const inClosed = closed.reduce((sum, { edits, possible }) => sum + edits.length + possible.length, 0);
  const byName = count((change) => change.byName);
  const left = count((change) => change.left);
  const key = newKey(subject, name);
  const merged = key === null ? 0 : changes.filter(({ keys }) => keys().has(key)).length;
  const isCode = subject.kind === "text" || subject.kind === "folder";
  return [
    ...(isCode && !offered ? [l10n.t('The code itself is changed on the service: until it is "{0}" there, the new references find nothing.', name)] : []),
    ...(isCode ? [l10n.t("Smartforms on the service cannot be searched from here: references in them stop working when the code changes.")] : []),
    ...(!complete ? [l10n.t("The Text Library is not completely read: its texts may mention the old name.")] : []),
    ...(inClosed > 0 ? [inClosed === 1 ? l10n.t("1 place in library texts cannot be changed from this editor: {0}.", names(closed)) : l10n.t("{0} places in library texts cannot be changed from this editor: {1}.", inClosed, names(closed))] : []),
    ...(byName > 0 ? [byName === 1 ? l10n.t("1 place names the folder by its name, which stays.") : l10n.t("{0} places name the folder by its name, which stays.", byName)] : []),
    ...(left > 0 ? [left === 1 ? l10n.t("1 place is left alone, because markup or an object stands inside of the name.") : l10n.t("{0} places are left alone, because markup or an object stands inside of the name.", left)] : []),
    ...(merged > 0 ? [l10n.t('"{0}" is mentioned already in {1} of these documents: the two become one there.', name, merged)] : []),
  ];
}

function names(texts: readonly Occurrences[]): string {
  const shown = texts.flatMap(({ text }) => (text === null ? [] : [`${text.text.code} (${text.language})`]));
  return `${shown.slice(0, 10).join(", ")}${shown.length > 10 ? " …" : ""}`;
}

function places(count: number): string {
  return count === 1 ? l10n.t("1 place") : l10n.t("{0} places", count);
}

function whatOf(subject: Subject): string {
  const name = nameOf(subject);
  switch (subject.kind) {
    case "text": return l10n.t({ message: "the text {0}", args: [name], comment: ["What is renamed."] });
    case "folder": return l10n.t({ message: "the folder {0}", args: [name], comment: ["What is renamed."] });
    case "input": return l10n.t({ message: "the input {0}", args: [name], comment: ["What is renamed."] });
    case "data": return l10n.t({ message: "the data {0}", args: [name], comment: ["What is renamed."] });
  }
}

/** Of references that may mean something else by the same name. */
function possibleWords(kind: Subject["kind"], where: string): string {
  switch (kind) {
    case "text": return l10n.t("May mean another text: {0}", where);
    case "folder": return l10n.t("May mean another folder: {0}", where);
    case "input": return l10n.t("May mean another input: {0}", where);
    case "data": return l10n.t("May mean other data: {0}", where);
  }
}

function offerCode(subject: Subject, code: string, { library }: Everywhere, offer: (renamed: RenamedParams) => void): void {
  if (subject.kind === "folder") offer({ folder: subject.folder, text: null, code });
  if (subject.kind !== "text") return;
  const folder = folderById(library.current, subject.text.folderId);
  if (folder.state === "known") offer({ folder: folder.value, text: subject.text, code });
}

function toWorkspaceEdit(changes: readonly Change[], subject: Subject, client: RenameOptions["client"] & { readonly confirmed: boolean }): WorkspaceEdit {
  if (!client.documentChanges) {
    const edits = changes.map((change): [string, LspEdit[]] => [change.uri!, [...change.edits, ...change.possible].map((edit) => ({ range: toLspRange(change.lines, edit), newText: edit.newText }))]);
    return { changes: Object.fromEntries(edits) };
  }
  const annotations = client.changeAnnotations ? annotationsOf(changes, subject, { confirmed: client.confirmed }) : {};
  const documentChanges = changes.flatMap((change): TextDocumentEdit[] => {
    const annotated = (edits: RenameEdits["edits"], annotationId: string): readonly (LspEdit | AnnotatedTextEdit)[] =>
      edits.map((edit) => ({ range: toLspRange(change.lines, edit), newText: edit.newText, ...(annotationId in annotations ? { annotationId } : {}) }));
    const edits = [...annotated(change.edits, change.text === null ? "files" : "library"), ...annotated(change.possible, "possible")];
    return edits.length === 0 ? [] : [{ textDocument: { uri: change.uri!, version: change.version }, edits }];
  });
  return { documentChanges, ...(client.changeAnnotations ? { changeAnnotations: annotations } : {}) };
}

/** One for each kind of place, so that the author can leave a whole kind out. */
function annotationsOf(changes: readonly Change[], subject: Subject, { confirmed }: { readonly confirmed: boolean }): Record<string, ChangeAnnotation> {
  const about = (of: readonly Change[], edits: (change: Change) => RenameEdits["edits"], where: string): string =>
    l10n.t({ message: "{0} in {1}", args: [places(of.reduce((sum, change) => sum + edits(change).length, 0)), where], comment: ["How many places, in how many documents."] });
  const [files, texts] = [filesOf(changes), textsOf(changes)];
  const possible = changes.filter((change) => change.possible.length > 0);
  return {
    ...(files.length === 0 ? {} : { files: { label: l10n.t("Workspace: {0}", about(files, ({ edits }) => edits, files.length === 1 ? l10n.t("1 file") : l10n.t("{0} files", files.length))), needsConfirmation: !confirmed } }),
    ...(texts.length === 0 ? {} : {
      library: { label: l10n.t("Text Library: {0}", about(texts, ({ edits }) => edits, texts.length === 1 ? l10n.t("1 text") : l10n.t("{0} texts", texts.length))), description: l10n.t("Live for the whole company once they are saved."), needsConfirmation: !confirmed },
    }),
    ...(possible.length === 0 ? {} : {
      possible: { label: possibleWords(subject.kind, about(possible, (change) => change.possible, possible.length === 1 ? l10n.t("1 document") : l10n.t("{0} documents", possible.length))), description: l10n.t("Where a short reference looks depends on the Smartform."), needsConfirmation: true },
    }),
  };
}
