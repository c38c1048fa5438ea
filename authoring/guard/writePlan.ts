/**
 * Decides what a save may write: a three-way merge of the text as the author knew it (base), as the service has it now
 * (theirs) and as the author wants it (mine), per field and per language, line-wise inside a language. Pure: no editor,
 * no network.
 */
import * as l10n from "@vscode/l10n";
import { diffIndices } from "node-diff3";
import type { AnswerOf, BodyOf } from "../../api/index.ts";

/** A text as the service returned it, unknown fields included. */
export type LibraryText = AnswerOf<"textlibrary.texts.get">;

/** Fields that an author can change. A different `folderId` moves the text. */
export interface Fields {
  readonly folderId: string;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly contentType: number;
  readonly isPublic: boolean;
  /** Lower case; empty where the text has none. */
  readonly defaultLanguage: string;
}

/** What the author wants to be different from the base. */
export interface Change {
  readonly fields?: Partial<Fields>;
  /** Content by language code. */
  readonly translations?: ReadonlyMap<string, string>;
}

export type Conflict =
  | {
      readonly kind: "field";
      readonly field: keyof Fields;
      readonly base: string;
      readonly mine: string;
      readonly theirs: string;
    }
  /** null: the language was not there. */
  | {
      readonly kind: "language";
      readonly language: string;
      readonly base: string | null;
      readonly mine: string;
      readonly theirs: string | null;
    };

export type Plan =
  /** The service's text says already what the author wants. */
  | { readonly state: "unchanged" }
  | { readonly state: "conflict"; readonly conflicts: readonly Conflict[] }
  /**
   * The body changes what is missing and holds the service's own for the rest. `meant` is what has to be in the text
   * then, `over` the text without any of it: what others have written of it already belongs to it as well. `expected`
   * is the whole text then, if nobody else writes.
   */
  | {
      readonly state: "write";
      readonly body: BodyOf<"textlibrary.texts.update">;
      readonly meant: Change;
      readonly over: LibraryText;
      readonly expected: LibraryText;
    }
  /** The change itself cannot be sent. */
  | { readonly state: "invalid"; readonly reason: string };

/**
 * Pairs of equal lines that a comparison may look at: its time grows with them, and a text of nothing but empty lines
 * would take minutes. What is above is left to the author as a conflict.
 */
const comparablePairs = 200_000;

export function planWrite({
  base,
  theirs,
  change,
}: {
  readonly base: LibraryText;
  readonly theirs: LibraryText;
  readonly change: Change;
}): Plan {
  const collision = collidingLanguage(change.translations);
  if (collision !== undefined)
    return {
      state: "invalid",
      reason: l10n.t(
        "The language {0} is there twice, in different letter case. The service keeps codes in lower case, so only one of them can be saved.",
        collision,
      ),
    };

  const conflicts: Conflict[] = [];
  const before = fieldsOf(base);
  const now = fieldsOf(theirs);
  const [changed, there]: readonly [ChangedFields, ChangedFields] = [{}, {}];
  for (const [field, wanted] of entriesOf(change.fields ?? {})) {
    const mine = field === "defaultLanguage" ? String(wanted).toLowerCase() : wanted;
    if (mine === before[field]) continue;
    if (mine === now[field]) Object.assign(there, { [field]: mine });
    else if (now[field] === before[field]) Object.assign(changed, { [field]: mine });
    else
      conflicts.push({
        kind: "field",
        field,
        base: String(before[field]),
        mine: String(mine),
        theirs: String(now[field]),
      });
  }

  const contentsBefore = contentsOf(base);
  const contentsNow = contentsOf(theirs);
  const [translations, thereAlready] = [new Map<string, string>(), new Map<string, string>()];
  for (const [code, mine] of change.translations ?? []) {
    const language = code.toLowerCase();
    const merged = mergeContent({
      base: contentsBefore.get(language) ?? null,
      theirs: contentsNow.get(language) ?? null,
      mine,
    });
    if (merged === conflicting)
      conflicts.push({
        kind: "language",
        language,
        base: contentsBefore.get(language) ?? null,
        mine,
        theirs: contentsNow.get(language) ?? null,
      });
    else if (merged === null || mine === (contentsBefore.get(language) ?? null)) continue;
    // What the others wrote besides is theirs to take away again.
    else if (merged === contentsNow.get(language)) thereAlready.set(language, mine);
    else translations.set(language, merged);
  }

  if (conflicts.length > 0) return { state: "conflict", conflicts };
  if (Object.keys(changed).length === 0 && translations.size === 0) return { state: "unchanged" };
  return {
    state: "write",
    body: bodyOf(theirs, changed, translations),
    meant: { fields: { ...there, ...changed }, translations: new Map([...thereAlready, ...translations]) },
    over: without(theirs, base, { fields: Object.keys(there), languages: [...thereAlready.keys()] }),
    expected: withChange(theirs, { fields: changed, translations }),
  };
}

/**
 * Whether a part of the change that was to be in the text (`expected`) is not in it (`after`), though what was sent is:
 * others may have written a part already, which was not sent, and taken it away since.
 */
export function isPartLost({
  base,
  change,
  expected,
  after,
}: {
  readonly base: LibraryText;
  readonly change: Change;
  readonly expected: LibraryText;
  readonly after: LibraryText;
}): boolean {
  const parts: readonly Change[] = [
    { fields: change.fields ?? {} },
    ...[...(change.translations ?? [])].map(([language, content]) => ({
      translations: new Map([[language, content]]),
    })),
  ];
  return parts.some((part) => {
    const isIn = (theirs: LibraryText): boolean => planWrite({ base, theirs, change: part }).state === "unchanged";
    return isIn(expected) ? !isIn(after) : areLinesLost({ base, part, expected, after });
  });
}

/**
 * Others changed so much beside the change that nobody can tell whether the whole of it is there: each of its lines can
 * be looked for.
 */
function areLinesLost({
  base,
  part,
  expected,
  after,
}: {
  readonly base: LibraryText;
  readonly part: Change;
  readonly expected: LibraryText;
  readonly after: LibraryText;
}): boolean {
  return [...(part.translations ?? [])].some(([code, content]) => {
    const of = (text: LibraryText): ReadonlySet<string> =>
      new Set(linesOf(contentsOf(text).get(code.toLowerCase()) ?? "").map(withoutEnd));
    const [before, wasToBe, is, mine] = [of(base), of(expected), of(after), new Set(linesOf(content).map(withoutEnd))];
    return [...before, ...mine].some(
      (line) =>
        before.has(line) !== mine.has(line) && mine.has(line) === wasToBe.has(line) && mine.has(line) !== is.has(line),
    );
  });
}

/** The text with some of its fields and languages as they are in the base. */
function without(
  text: LibraryText,
  base: LibraryText,
  { fields, languages }: { readonly fields: readonly string[]; readonly languages: readonly string[] },
): LibraryText {
  const contents = new Map(contentsOf(text));
  for (const language of languages) {
    const content = contentsOf(base).get(language);
    if (content === undefined) contents.delete(language);
    else contents.set(language, content);
  }
  return withContents(
    { ...text, ...Object.fromEntries(Object.entries(fieldsOf(base)).filter(([field]) => fields.includes(field))) },
    contents,
  );
}

/** The text as the change makes it. */
export function withChange(text: LibraryText, { fields, translations }: Change): LibraryText {
  const contents = new Map(contentsOf(text));
  for (const [language, content] of translations ?? []) contents.set(language.toLowerCase(), content);
  return withContents({ ...text, ...fields }, contents);
}

function withContents(text: LibraryText, contents: ReadonlyMap<string, string>): LibraryText {
  const translations = Object.create(null) as Record<string, { readonly content: string }>;
  for (const [language, content] of contents) translations[language] = { content };
  return { ...text, translations };
}

type ChangedFields = { -readonly [Field in keyof Fields]?: Fields[Field] };

const conflicting = Symbol("conflict");

/** The content to have, null for none, or `conflicting`. */
function mergeContent({
  base,
  theirs,
  mine,
}: {
  readonly base: string | null;
  readonly theirs: string | null;
  readonly mine: string;
}): string | null | typeof conflicting {
  if (mine === base) return theirs;
  if (theirs === base || theirs === mine) return mine;
  // A language that came or went on one side has no lines to compare with.
  if (base === null || theirs === null) return conflicting;
  return mergeLines({ base, theirs, mine }) ?? conflicting;
}

/**
 * Three-way merge by lines; undefined where both sides changed the same lines, or put lines at the same place. Lines
 * side by side are different lines, also the last one and what somebody else wrote below it. Line ends belong to their
 * lines, so nothing normalises them.
 */
export function mergeLines({
  base,
  theirs,
  mine,
}: {
  readonly base: string;
  readonly theirs: string;
  readonly mine: string;
}): string | undefined {
  const lineEnd = [base, theirs, mine].some((text) => text.includes("\r\n")) ? "\r\n" : "\n";
  const all = closeLastLines([linesOf(base), linesOf(theirs), linesOf(mine)], lineEnd);
  const head = commonHead(all);
  const tail = commonHead(all.map((lines) => lines.slice(head).reverse()));
  const [baseLines, theirLines, myLines] = [middle(all[0]), middle(all[1]), middle(all[2])];
  if (!areComparable(baseLines, theirLines) || !areComparable(baseLines, myLines)) return undefined;
  const merged = mergeHunks(baseLines, hunksOf(baseLines, myLines), hunksOf(baseLines, theirLines));
  if (merged === undefined) return undefined;
  const whole = [...all[0].slice(0, head), ...merged, ...all[0].slice(all[0].length - tail)].join("");
  const wantsOpen = mine === "" || isOpen(mine) === isOpen(base) ? isOpen(theirs === "" ? base : theirs) : isOpen(mine);
  return wantsOpen ? whole.replace(/\r?\n$/, "") : whole;

  /** Without the lines at both ends that nobody changed. */
  function middle(lines: readonly string[]): string[] {
    return lines.slice(head, lines.length - tail);
  }
}

/**
 * Gives a last line without an end the one that it has in the other texts, where somebody wrote below it: else that
 * would be a change of it. Where it has two there, a side's comes before the base's. Of two that both sides gave to the
 * base's last line nobody chose one, and all get the same.
 */
function closeLastLines(
  texts: readonly [base: string[], theirs: string[], mine: string[]],
  otherwise: string,
): [string[], string[], string[]] {
  const [base, theirs, mine] = [[...texts[0]], [...texts[1]], [...texts[2]]];
  for (const [open, one, other] of [
    [base, theirs, mine],
    [theirs, mine, base],
    [mine, theirs, base],
  ] as const) {
    const last = open.at(-1);
    if (last === undefined || last.endsWith("\n")) continue;
    const places = [one, other].map((lines) =>
      lines.findLastIndex((line) => line === last || line === `${last}\n` || line === `${last}\r\n`),
    );
    const [found, another] = [one, other]
      .flatMap((lines, index) => lines[places[index] ?? -1] ?? [])
      .filter((line) => line !== last);
    const closed =
      found === undefined || (open === base && another !== undefined && another !== found) ? last + otherwise : found;
    open[open.length - 1] = closed;
    for (const [index, place] of places.entries()) if (place >= 0) [one, other][index]?.splice(place, 1, closed);
  }
  return [base, theirs, mine];
}

/**
 * Whether the last line has no end. It gets one while lines are compared: else writing below it would be a change of
 * it.
 */
function isOpen(text: string): boolean {
  return text !== "" && !text.endsWith("\n");
}

/** Lines `start` to `end` (without it) of the base become other lines. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * In order. As many lines as before are each a change of their own, so that others may have changed those beside them.
 */
function hunksOf(base: readonly string[], other: readonly string[]): readonly Hunk[] {
  return diffIndices([...base], [...other]).flatMap(
    ({ buffer1: [start, length], buffer2Content: lines }): readonly Hunk[] =>
      lines.length === length
        ? lines.map((line, index) => ({ start: start + index, end: start + index + 1, lines: [line] }))
        : [{ start, end: start + length, lines }],
  );
}

/** undefined where hunks of both sides meet. */
function mergeHunks(base: readonly string[], mine: readonly Hunk[], theirs: readonly Hunk[]): string[] | undefined {
  const merged: string[] = [];
  let at = 0;
  let [my, their] = [0, 0];
  for (;;) {
    const [ours, other] = [mine[my], theirs[their]];
    const next =
      ours === undefined || other === undefined
        ? (ours ?? other)
        : isSameHunk(ours, other) || goesBefore(ours, other)
          ? ours
          : goesBefore(other, ours)
            ? other
            : undefined;
    if (next === undefined) return ours === undefined ? [...merged, ...base.slice(at)] : undefined;
    if (ours !== undefined && other !== undefined && isSameHunk(ours, other)) [my, their] = [my + 1, their + 1];
    else if (next === ours) my += 1;
    else their += 1;
    for (const line of base.slice(at, next.start)) merged.push(line);
    for (const line of next.lines) merged.push(line);
    at = next.end;
  }
}

/**
 * Whether the one is over before the other begins. Where they touch and both put lines in between, nobody knows whose
 * come first; and where both hold the same line, whatever its end, it would be there twice.
 */
function goesBefore(one: Hunk, other: Hunk): boolean {
  if (one.end < other.start) return true;
  if (one.end !== other.start || one.start > other.start) return false;
  return (
    !(adds(one) && adds(other) && (isPure(one) || isPure(other))) &&
    !one.lines.some(
      (line) => line.trim() !== "" && other.lines.some((beside) => withoutEnd(beside) === withoutEnd(line)),
    )
  );
}

function withoutEnd(line: string): string {
  return line.replace(/\r?\n$/, "");
}

function adds({ start, end, lines }: Hunk): boolean {
  return lines.length > end - start;
}

/** Lines put between others. */
function isPure({ start, end }: Hunk): boolean {
  return start === end;
}

function isSameHunk(one: Hunk, other: Hunk): boolean {
  return (
    one.start === other.start &&
    one.end === other.end &&
    one.lines.length === other.lines.length &&
    one.lines.every((line, index) => line === other.lines[index])
  );
}

/** How many lines all texts begin with. */
function commonHead(texts: readonly (readonly string[])[]): number {
  const [first = [], ...others] = texts;
  const difference = first.findIndex((line, index) => others.some((lines) => lines[index] !== line));
  return difference === -1 ? first.length : difference;
}

/** Whether two lists of lines can be compared in reasonable time. */
export function areComparable(one: readonly string[], other: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1);
  return other.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0) <= comparablePairs;
}

/** Lines with their ends, LF or CRLF; the last one may have none. */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf("\n", start);
    if (end === -1) break;
    lines.push(text.slice(start, end + 1));
    start = end + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/** Set by the service; what is said about sending them back is nothing, so they are not sent (N34). */
const readOnly: ReadonlySet<string> = new Set(["id", "createdDate", "updatedDate"]);

/**
 * Every field of the service's own text, because a field that is left out is cleared (document 1, Text Library);
 * unknown ones too, because they would be cleared as well. Of the translations only the changed ones, as content alone:
 * the others are kept as they are.
 */
function bodyOf(
  theirs: LibraryText,
  changed: ChangedFields,
  translations: ReadonlyMap<string, string>,
): BodyOf<"textlibrary.texts.update"> {
  const body = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(theirs)) {
    if (readOnly.has(name) || name === "translations") continue;
    // null says nothing that leaving the field out would not say, and the documents allow null for texts only.
    if (value === null && name === "isPublic") continue;
    body[name] = value;
  }
  const sent = Object.create(null) as Record<string, { readonly content: string }>;
  for (const [language, content] of translations) sent[language] = { content };
  return { ...body, folderId: theirs.folderId, code: theirs.code, ...changed, translations: sent };
}

/**
 * The documented fields, with what is absent, null or empty made equal, because the service clears a field in one of
 * these ways.
 */
export function fieldsOf(text: LibraryText): Fields {
  return {
    folderId: text.folderId,
    code: text.code,
    name: text.name ?? "",
    description: text.description ?? "",
    contentType: text.contentType,
    isPublic: text.isPublic ?? false,
    defaultLanguage: (text.defaultLanguage ?? "").toLowerCase(),
  };
}

/** Content by lower-case language code. */
export function contentsOf(text: LibraryText): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(text.translations ?? {}).map(([language, { content }]) => [language.toLowerCase(), content]),
  );
}

function collidingLanguage(translations: ReadonlyMap<string, string> | undefined): string | undefined {
  const seen = new Set<string>();
  for (const code of translations?.keys() ?? []) {
    const language = code.toLowerCase();
    if (seen.has(language)) return language;
    seen.add(language);
  }
  return undefined;
}

function entriesOf(fields: Partial<Fields>): readonly (readonly [keyof Fields, Fields[keyof Fields]])[] {
  return Object.entries(fields).filter(([, value]) => value !== undefined) as (readonly [
    keyof Fields,
    Fields[keyof Fields],
  ])[];
}
