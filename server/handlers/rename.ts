/**
 * textDocument/prepareRename and textDocument/rename. Everything that can be changed from here is one edit that the author confirms; the code
 * itself stands on the service, where nothing is changed by a rename: that, and whatever else stays as it is, is said.
 */
import { LSPErrorCodes, ResponseError } from "vscode-languageserver";
import type { AnnotatedTextEdit, ChangeAnnotation, Position, PrepareRenameResult, TextDocumentEdit, TextEdit as LspEdit, WorkspaceEdit } from "vscode-languageserver";
import { cannotRename, folderById, nameOf, nameProblem, newKey, referencesAmong, renameEdits } from "../../language/index.ts";
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
  return confirm({ what: `the ${subject.kind} ${nameOf(subject)}`, name, files, texts, uris: changes.flatMap(({ uri, edits }) => (uri === null || edits.length === 0 ? [] : [uri])) });
}

const filesOf = (changes: readonly Change[]): readonly Change[] => changes.filter(({ text, edits }) => text === null && edits.length > 0);
const textsOf = (changes: readonly Change[]): readonly Change[] => changes.filter(({ text, uri, edits }) => text !== null && uri !== null && edits.length > 0);

type Change = Occurrences & RenameEdits;

async function renameableAt(open: Open, position: Position, { workspace }: Everywhere): Promise<At & { readonly mention: Mention }> {
  const at = await subjectAt(open, offsetAt(open.document.lines, position), workspace);
  if (at === null || at.mention === null) throw refusal("Nothing stands here that has a name of its own, or the Text Library does not know what is named.");
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
    ...(isCode && !offered ? [`The code itself is changed on the service: until it is "${name}" there, the new references find nothing.`] : []),
    ...(isCode ? ["Smartforms on the service cannot be searched from here: references in them stop working when the code changes."] : []),
    ...(!complete ? ["The Text Library is not completely read: its texts may mention the old name."] : []),
    ...(inClosed > 0 ? [`${places(inClosed)} in ${closed.length} library ${closed.length === 1 ? "text" : "texts"} cannot be changed from this editor: ${names(closed)}.`] : []),
    ...(byName > 0 ? [`${places(byName)} ${byName === 1 ? "names" : "name"} the folder by its name, which stays.`] : []),
    ...(left > 0 ? [`${places(left)} ${left === 1 ? "is" : "are"} left alone, because markup or an object stands inside of the name.`] : []),
    ...(merged > 0 ? [`"${name}" is mentioned already in ${merged} of these documents: the two become one there.`] : []),
  ];
}

function names(texts: readonly Occurrences[]): string {
  const shown = texts.flatMap(({ text }) => (text === null ? [] : [`${text.text.code} (${text.language})`]));
  return `${shown.slice(0, 10).join(", ")}${shown.length > 10 ? " …" : ""}`;
}

function places(count: number): string {
  return `${count} ${count === 1 ? "place" : "places"}`;
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
  const about = (of: readonly Change[], edits: (change: Change) => RenameEdits["edits"], what: string): string =>
    `${places(of.reduce((sum, change) => sum + edits(change).length, 0))} in ${of.length} ${what}${of.length === 1 ? "" : "s"}`;
  const [files, texts] = [filesOf(changes), textsOf(changes)];
  const possible = changes.filter((change) => change.possible.length > 0);
  return {
    ...(files.length === 0 ? {} : { files: { label: `Workspace: ${about(files, ({ edits }) => edits, "file")}`, needsConfirmation: !confirmed } }),
    ...(texts.length === 0 ? {} : {
      library: { label: `Text Library: ${about(texts, ({ edits }) => edits, "text")}`, description: "Live for the whole company once they are saved.", needsConfirmation: !confirmed },
    }),
    ...(possible.length === 0 ? {} : {
      possible: { label: `May mean another ${subject.kind}: ${about(possible, (change) => change.possible, "document")}`, description: "Where a short reference looks depends on the Smartform.", needsConfirmation: true },
    }),
  };
}
