/**
 * textDocument/rename. A saved library text is live for the whole company at once, and a code can be changed only on
 * the service. If a rename changes a library text or a code, VS Code's client therefore turns it into a plan and gets
 * no edit. Any other rename is an edit of files, and reports what it leaves unchanged.
 */
import { LSPErrorCodes, RenameRequest, ResponseError } from "vscode-languageserver";
import type {
  AnnotatedTextEdit,
  ChangeAnnotation,
  Position,
  RenameParams,
  TextDocumentEdit,
  TextEdit as LspEdit,
  WorkspaceEdit,
} from "vscode-languageserver";
import {
  cannotRename,
  l10n,
  nameProblem,
  newKey,
  oneOrMany,
  referencesAmong,
  renameEdits,
  subjectName,
} from "../../language/index.ts";
import type { Mention, RenameEdits, Subject } from "../../language/index.ts";
import type { Client } from "../client.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { offsetAt, toLspRange } from "../places/lines.ts";
import { occurrencesOf, subjectAt } from "../workspace/occurrences.ts";
import type { At, Everywhere, Occurrences } from "../workspace/occurrences.ts";
import { renamedNotification } from "../protocol.ts";
import type { ReferringDocument, RenamedParams } from "../protocol.ts";
import type { Open } from "../workspace/workspace.ts";

export const onRename: Handler<RenameParams, WorkspaceEdit | null> = {
  method: RenameRequest.type,
  otherwise: () => null,
  capability: ({ preparesRename }) => ({ renameProvider: preparesRename ? { prepareProvider: true } : true }),
  work: inDocument((open, { position, newName }, { everywhere, client, connection, isVsCode, signal, tell }) => {
    const plan = (renamed: RenamedParams): void => void connection.sendNotification(renamedNotification, renamed);
    return rename(open, position, newName, {
      ...everywhere(),
      client: client(),
      signal,
      tell,
      ...(isVsCode() ? { plan } : {}),
    });
  }),
};

interface RenameOptions extends Everywhere {
  readonly client: Pick<Client, "documentChanges" | "changeAnnotations">;
  readonly signal: AbortSignal;
  /** Tells the user what the edit does not change. */
  readonly tell: (message: string) => void;
  /** Turns the rename into a plan; absent if the client has no plans. */
  readonly plan?: (renamed: RenamedParams) => void;
}

async function rename(open: Open, position: Position, newName: string, options: RenameOptions): Promise<WorkspaceEdit> {
  const { subject, context } = await renameableAt(open, position, options);
  const name = subject.kind === "text" || subject.kind === "folder" ? newName.trim() : newName;
  const problem = nameProblem(subject, name, context);
  if (problem !== null) throw refusal(problem);
  if (name === subjectName(subject)) return { changes: {} };
  const { uri } = open.document;
  const {
    plan,
    client,
    tell,
    library: { owner },
  } = options;
  if (plan && subject.kind === "text") {
    plan({ uri, owner, of: "text", text: subject.text, code: name });
    return { changes: {} };
  }
  if (plan && subject.kind === "folder") {
    plan({ uri, owner, of: "folder", folder: subject.folder, code: name });
    return { changes: {} };
  }
  const { changes, complete } = await changesFor(subject, name, options);
  if (plan && isMentioned(subject) && changes.some(({ text }) => text !== null)) {
    const said = notDone(subject, name, changes, { complete, closed: [] });
    const documents = changes.filter(({ edits }) => edits.length > 0).map(toReferring);
    const found = { known: true, documents, uncertain: 0, left: 0, smartforms: [] };
    plan({ uri, owner, of: "mentions", title: titleOf(subject, name), found, said });
    return { changes: {} };
  }
  const inFiles = changes.filter(({ text }) => text === null);
  const said = notDone(subject, name, changes, { complete, closed: changes.filter(({ text }) => text !== null) });
  if (said.length > 0) tell(said.join(" "));
  return toWorkspaceEdit(inFiles, subject, { ...client, confirmed: plan !== undefined });
}

/** Returns whether the name exists only in texts and files. */
function isMentioned(subject: Subject): subject is Mentioned {
  return subject.kind === "input" || subject.kind === "data";
}

type Mentioned = Extract<Subject, { readonly kind: "input" | "data" }>;

interface Changes {
  readonly changes: readonly DocumentRenames[];
  /** False if the library is not completely read. */
  readonly complete: boolean;
}

async function changesFor(
  subject: Subject,
  name: string,
  options: Everywhere & { readonly signal: AbortSignal },
): Promise<Changes> {
  const all: Occurrences[] = [];
  const search = occurrencesOf(subject, options, options);
  let next = await search.next();
  for (; next.done !== true; next = await search.next()) all.push(next.value);
  const changes = all.map((each) => ({
    ...each,
    ...renameEdits(subject, each.references, name, { json: each.kind !== "text" }),
  }));
  return { changes, complete: next.value };
}

function toReferring({ uri, text, lines, edits }: DocumentRenames): ReferringDocument {
  return {
    uri: text === null ? uri : null,
    content: lines.text,
    text: text === null ? null : { id: text.text.id, code: text.text.code, language: text.language },
    edits: edits.map((edit) => ({ ...edit, change: 0 })).sort((one, other) => one.start - other.start),
  };
}

type DocumentRenames = Occurrences & RenameEdits;

export async function renameableAt(
  open: Open,
  position: Position,
  { workspace }: Everywhere,
): Promise<At & { readonly mention: Mention }> {
  const at = await subjectAt(open, offsetAt(open.document.lines, position), workspace);
  if (at === null || at.mention === null)
    throw refusal(
      l10n.t("There is no name here that you can change, or the Text Library does not show what the name refers to."),
    );
  const { subject, mention, context, kind } = at;
  const [reference] = referencesAmong([mention], subject, context);
  const problem = reference && cannotRename(subject, reference, context, { json: kind !== "text" });
  if (problem != null) throw refusal(problem);
  return { ...at, mention };
}

function refusal(message: string): ResponseError<never> {
  return new ResponseError<never>(LSPErrorCodes.RequestFailed, message);
}

/** Returns whole sentences about everything that stays unchanged. */
function notDone(
  subject: Subject,
  name: string,
  changes: readonly DocumentRenames[],
  { complete, closed }: { readonly complete: boolean; readonly closed: readonly DocumentRenames[] },
): readonly string[] {
  const count = (of: (change: DocumentRenames) => number): number =>
    changes.reduce((sum, change) => sum + of(change), 0);
  const inClosed = closed.reduce((sum, { edits, possible }) => sum + edits.length + possible.length, 0);
  const byName = count((change) => change.byName);
  const left = count((change) => change.left);
  const key = newKey(subject, name);
  const merged = key === null ? 0 : changes.filter(({ keys }) => keys().has(key)).length;
  const isCode = subject.kind === "text" || subject.kind === "folder";
  return [
    ...(isCode
      ? [
          l10n.t(
            'This does not change the code itself. Change it to "{0}" on the service; until then, the new references find nothing.',
            name,
          ),
        ]
      : []),
    ...(isCode
      ? [
          l10n.t(
            "In Smartforms on the service, references to the old code are not changed. They stop working when the code changes.",
          ),
        ]
      : []),
    ...(!complete
      ? [
          l10n.t(
            "The Text Library is not completely read. Texts that have not been read may still mention the old name.",
          ),
        ]
      : []),
    ...(inClosed > 0
      ? [
          oneOrMany(
            inClosed,
            l10n.t("1 place in library texts cannot be changed from this editor: {0}.", names(closed)),
            l10n.t("{0} places in library texts cannot be changed from this editor: {1}.", inClosed, names(closed)),
          ),
        ]
      : []),
    ...(byName > 0
      ? [
          oneOrMany(
            byName,
            l10n.t("1 place uses the folder's name instead of its code, and stays unchanged."),
            l10n.t("{0} places use the folder's name instead of its code, and stay unchanged.", byName),
          ),
        ]
      : []),
    ...(left > 0
      ? [
          oneOrMany(
            left,
            l10n.t("1 place stays unchanged, because markup or a JSON object splits the name."),
            l10n.t("{0} places stay unchanged, because markup or a JSON object splits the name.", left),
          ),
        ]
      : []),
    ...(merged > 0
      ? [
          l10n.t(
            '"{0}" already appears in {1} of these documents. After the rename, you cannot tell in those documents which uses were renamed and which already had this name.',
            name,
            merged,
          ),
        ]
      : []),
  ];
}

function names(texts: readonly Occurrences[]): string {
  const shown = texts.flatMap(({ text }) => (text === null ? [] : [`${text.text.code} (${text.language})`]));
  return `${shown.slice(0, 10).join(", ")}${shown.length > 10 ? " …" : ""}`;
}

function places(count: number): string {
  return oneOrMany(count, l10n.t("1 place"), l10n.t("{0} places", count));
}

function titleOf(subject: Mentioned, name: string): string {
  const { kind, name: old } = subject;
  return kind === "input"
    ? l10n.t("Rename the input {0} to {1}", old, name)
    : l10n.t("Rename the data {0} to {1}", old, name);
}

/** Returns the label of references that may mean another subject with the same name. */
function possibleWords(kind: Subject["kind"], where: string): string {
  switch (kind) {
    case "text":
      return l10n.t("May mean another text: {0}", where);
    case "folder":
      return l10n.t("May mean another folder: {0}", where);
    case "input":
      return l10n.t("May mean another input: {0}", where);
    case "data":
      return l10n.t("May mean other data: {0}", where);
  }
}

function toWorkspaceEdit(
  changes: readonly DocumentRenames[],
  subject: Subject,
  client: RenameOptions["client"] & { readonly confirmed: boolean },
): WorkspaceEdit {
  if (!client.documentChanges) {
    const edits = changes.map((change): [string, LspEdit[]] => [
      change.uri!,
      [...change.edits, ...change.possible].map((edit) => ({
        range: toLspRange(change.lines, edit),
        newText: edit.newText,
      })),
    ]);
    return { changes: Object.fromEntries(edits) };
  }
  const annotations = client.changeAnnotations ? annotationsOf(changes, subject, { confirmed: client.confirmed }) : {};
  const documentChanges = changes.flatMap((change): TextDocumentEdit[] => {
    const annotated = (edits: RenameEdits["edits"], annotationId: string): readonly (LspEdit | AnnotatedTextEdit)[] =>
      edits.map((edit) => ({
        range: toLspRange(change.lines, edit),
        newText: edit.newText,
        ...(annotationId in annotations ? { annotationId } : {}),
      }));
    const edits = [...annotated(change.edits, "files"), ...annotated(change.possible, "possible")];
    return edits.length === 0 ? [] : [{ textDocument: { uri: change.uri!, version: change.version }, edits }];
  });
  return { documentChanges, ...(client.changeAnnotations ? { changeAnnotations: annotations } : {}) };
}

/** One annotation for each kind of place, so that the author can exclude a whole kind. */
function annotationsOf(
  changes: readonly DocumentRenames[],
  subject: Subject,
  { confirmed }: { readonly confirmed: boolean },
): Record<string, ChangeAnnotation> {
  const about = (
    of: readonly DocumentRenames[],
    edits: (change: DocumentRenames) => RenameEdits["edits"],
    where: string,
  ): string =>
    l10n.t({
      message: "{0} in {1}",
      args: [places(of.reduce((sum, change) => sum + edits(change).length, 0)), where],
      comment: ["How many places, in how many documents."],
    });
  const files = changes.filter(({ edits }) => edits.length > 0);
  const possible = changes.filter((change) => change.possible.length > 0);
  return {
    ...(files.length === 0
      ? {}
      : {
          files: {
            label: l10n.t(
              "Workspace: {0}",
              about(
                files,
                ({ edits }) => edits,
                oneOrMany(files.length, l10n.t("1 file"), l10n.t("{0} files", files.length)),
              ),
            ),
            needsConfirmation: !confirmed,
          },
        }),
    ...(possible.length === 0
      ? {}
      : {
          possible: {
            label: possibleWords(
              subject.kind,
              about(
                possible,
                (change) => change.possible,
                oneOrMany(possible.length, l10n.t("1 document"), l10n.t("{0} documents", possible.length)),
              ),
            ),
            description: l10n.t("The folder of a short reference depends on the Smartform."),
            needsConfirmation: true,
          },
        }),
  };
}
