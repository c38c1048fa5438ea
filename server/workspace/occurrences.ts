/** Finds mentions in open documents, in files of the workspace, and in library texts of every language. */
import {
  allMentions,
  folderById,
  formatOf,
  jsonMentions,
  mentionKeys,
  mentionsIn,
  parse,
  placeholderAt,
  referencesAmong,
  subjectKeys,
  subjectOf,
  textPath,
} from "../../language/index.ts";
import type { Answer, Catalog, Context, Mention, Reference, Subject, Text, Use } from "../../language/index.ts";
import { openedAddress, parseTextAddress, pathOf } from "../places/address.ts";
import type { Library } from "../library/library.ts";
import { linesOf } from "../places/lines.ts";
import type { Lines } from "../places/lines.ts";
import type { Open, Workspace } from "./workspace.ts";
import type { FileKind } from "./workspaceFiles.ts";
import { newTurn } from "../turn.ts";

export interface Occurrences {
  /** null for a library text that the client cannot open. */
  readonly uri: string | null;
  readonly kind: FileKind;
  /** The library text and its language; null for files. */
  readonly text: { readonly text: Text; readonly language: string } | null;
  /** The version of the open document; null if it is not open. */
  readonly version: number | null;
  readonly lines: Lines;
  /** At least one, in order. */
  readonly references: readonly Reference[];
  /** Everything that the document mentions (`mentionKey`). */
  readonly keys: () => ReadonlySet<string>;
}

export interface Everywhere {
  readonly workspace: Workspace;
  readonly library: Library;
}

/** Yields document by document: open ones, files, library texts. Returns whether every library text was known. */
export async function* occurrencesOf(
  subject: Subject,
  everywhere: Everywhere,
  { signal }: { readonly signal: AbortSignal },
): AsyncGenerator<Occurrences, boolean, undefined> {
  const { library } = everywhere;
  const openTexts = yield* inDocuments(subject, everywhere, { signal });
  const uses = usesOf(subject, library.current);
  const turn = newTurn({ signal });
  for (const use of uses.state === "known" ? uses.value : []) {
    if (openTexts.has(keyOf(use))) continue;
    const found = inText(subject, use, library);
    if (found !== null) yield found;
    if (turn.isOver()) await turn.pass();
  }
  return uses.state !== "unknown";
}

/** Resolves with the number of files that mention the subject. */
export async function countFiles(
  subject: Subject,
  everywhere: Everywhere,
  options: { readonly signal: AbortSignal },
): Promise<number> {
  let count = 0;
  for await (const { text } of inDocuments(subject, everywhere, options)) if (text === null) count += 1;
  return count;
}

/** Yields open documents, then files. Returns the keys of the open library texts. */
export async function* inDocuments(
  subject: Subject,
  { workspace, library }: Everywhere,
  { signal }: { readonly signal: AbortSignal },
): AsyncGenerator<Occurrences, ReadonlySet<string>, undefined> {
  const openPaths = new Set<string>();
  const openTexts = new Set<string>();
  for (const open of workspace.all()) {
    const path = pathOf(open.document.uri);
    const address = parseTextAddress(open.document.uri);
    if (path !== undefined) openPaths.add(path);
    if (address !== null && library.connection !== undefined && address.connection !== library.connection) continue;
    if (address !== null && (library.connection !== undefined || library.isShown)) openTexts.add(keyOf(address));
    const found = await inDocument(subject, open, workspace);
    if (found !== null) yield found;
  }
  for (const { path } of await workspace.files.mentioning(subjectKeys(subject), { signal })) {
    if (openPaths.has(path)) continue;
    const open = await workspace.look(path, { signal });
    const found = open && (await inDocument(subject, open, workspace));
    if (found) yield { ...found, version: null };
  }
  return openTexts;
}

export interface At {
  readonly subject: Subject;
  /** null if the library text itself is meant. */
  readonly mention: Mention | null;
  readonly kind: FileKind;
  /** The context of the document, including what a request says about itself. */
  readonly context: Context;
}

/**
 * Finds the subject at an offset of a document; outside the placeholders of a library text, the subject is the text
 * itself.
 */
export async function subjectAt(open: Open, offset: number, workspace: Workspace): Promise<At | null> {
  const { document } = open;
  const kind = await kindOf(open, workspace);
  if (kind !== "text") {
    const { mentions, context } = readDocument(open, kind);
    const mention = mentions.findLast(({ part }) => part.start <= offset && offset <= part.end);
    const subject = mention && subjectOf(mention, context);
    return subject ? { subject, mention, kind, context } : null;
  }
  const { context } = open;
  const placeholder = placeholderAt(document.syntax, offset);
  if (placeholder === null) {
    const text = context.textId === undefined ? undefined : context.catalog.text(context.textId);
    return text?.state === "known"
      ? { subject: { kind: "text", text: text.value }, mention: null, kind, context }
      : null;
  }
  const mentions = mentionsIn(placeholder);
  const mention =
    mentions.find(({ part }) => part.start <= offset && offset <= part.end) ??
    (placeholder.kind === "library" ? mentions.at(-1) : undefined);
  const subject = mention && subjectOf(mention, context);
  return subject ? { subject, mention, kind, context } : null;
}

/**
 * Returns the address of a library text in one language; null if the client can open none, or if the text has no file
 * name.
 */
export function addressOf(text: Text, language: string, library: Everywhere["library"]): string | null {
  const folder = folderById(library.current, text.folderId);
  return openedAddress(folder.state === "known" ? textPath(folder.value, text, language) : null, text.id, library);
}

function usesOf(subject: Subject, catalog: Catalog): Answer<readonly Use[]> {
  if (subject.kind === "text") return catalog.usedBy(subject.text.id);
  const answers = subjectKeys(subject).map((key) => catalog.mentioning(key));
  const uses = new Map<string, Use>();
  for (const answer of answers) {
    if (answer.state !== "known") return answer;
    for (const use of answer.value) uses.set(keyOf(use), use);
  }
  return { state: "known", value: [...uses.values()] };
}

async function inDocument(subject: Subject, open: Open, workspace: Workspace): Promise<Occurrences | null> {
  const { document } = open;
  const kind = await kindOf(open, workspace);
  const { mentions, context } = readDocument(open, kind);
  const references = referencesAmong(mentions, subject, context);
  if (references.length === 0) return null;
  const text = context.textId === undefined ? undefined : context.catalog.text(context.textId);
  return {
    uri: document.uri,
    kind,
    version: document.version,
    lines: document.lines,
    references,
    keys: () => mentionKeys(mentions),
    text:
      text?.state === "known" && context.language !== undefined
        ? { text: text.value, language: context.language }
        : null,
  };
}

function inText(subject: Subject, { textId, language }: Use, library: Everywhere["library"]): Occurrences | null {
  const catalog = library.current;
  const text = catalog.text(textId);
  const translation = catalog.translation(textId, language);
  if (text.state !== "known" || translation.state !== "known") return null;
  const { content } = translation.value;
  const mentions = allMentions(parse(content, formatOf(text.value.contentType)));
  const references = referencesAmong(mentions, subject, { catalog, language, textId, data: { state: "unknown" } });
  if (references.length === 0) return null;
  return {
    uri: addressOf(text.value, language, library),
    kind: "text",
    text: { text: text.value, language },
    version: null,
    lines: linesOf(content),
    references,
    keys: () => mentionKeys(mentions),
  };
}

async function kindOf({ document }: Open, workspace: Workspace): Promise<FileKind> {
  const path = pathOf(document.uri);
  return (path === undefined ? undefined : await workspace.kindOf(path)) ?? document.kind;
}

/**
 * Returns the document's mentions and their context: a request itself says where its short references are looked up.
 */
export function readDocument(
  { document, context }: Open,
  kind: FileKind,
): { readonly mentions: readonly Mention[]; readonly context: Context } {
  if (kind === "text") return { mentions: allMentions(document.syntax), context };
  const { mentions, folder, smartform } = jsonMentions(document.syntax.text, kind);
  return {
    mentions,
    context: {
      ...context,
      ...(folder === undefined ? {} : { folder }),
      ...(smartform === undefined ? {} : { smartform }),
    },
  };
}

/** Returns the key of one language of one text. */
export function keyOf({ textId, language }: Use): string {
  return `${language} ${textId}`;
}
