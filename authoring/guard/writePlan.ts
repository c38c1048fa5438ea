/**
 * Decides what a save may write: a three-way merge of the text that the author began with (base), the service's current
 * text (theirs) and the author's text (mine), per field and per language, line-wise inside a language. Pure: no editor,
 * no network.
 */
import * as l10n from "@vscode/l10n";
import { diffIndices } from "node-diff3";
import type { AnswerOf, BodyOf } from "../../api/index.ts";

/** A text as the service returned it, including undocumented fields. */
export type LibraryText = AnswerOf<"textlibrary.texts.get">;

/** Fields that an author can change. A different `folderId` moves the text. */
export interface Fields {
  readonly folderId: string;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly contentType: number;
  readonly isPublic: boolean;
  /** Lower case; empty if the text has none. */
  readonly defaultLanguage: string;
}

/** The differences from the base that the author wants. */
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
  /** null: the text does not have the language. */
  | {
      readonly kind: "language";
      readonly language: string;
      readonly base: string | null;
      readonly mine: string;
      readonly theirs: string | null;
    };

export type Plan =
  /** The service's text already has the change. */
  | { readonly state: "unchanged" }
  | { readonly state: "conflict"; readonly conflicts: readonly Conflict[] }
  /**
   * The body holds the missing part of the change, and the service's own values for the rest. `meant` is the change
   * that the text must contain after the write. `over` is the service's text without any part of that change, not even
   * a part that others have already written. `expected` is the whole text after the write, if nobody else writes.
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
 * The largest number of pairs of equal lines in a comparison. The time of a comparison grows with this number: a text
 * with only empty lines would take minutes. Above the limit, the author decides, as in a conflict.
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
        "The language {0} appears twice, in different letter case. The service keeps language codes in lower case, so only one of the two can be saved.",
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
    // Keeps `mine`, not `merged`: others wrote the rest of `merged`, and may remove it later.
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
 * A save does not send the parts of the change that others have already written. Returns whether such a part is missing
 * from `after`, because somebody has removed it since. Call this only if `after` has everything that was sent.
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
 * Compares single lines. Needed when others changed so much that a merge cannot tell whether the whole change is there.
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

/** Returns the text, but with the given fields and languages as in the base. */
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

/** Returns the text with the change applied. */
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

/** Returns the merged content, null if there is none, or `conflicting`. */
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
  // A language that was added or removed on one side has no lines to compare.
  if (base === null || theirs === null) return conflicting;
  return mergeLines({ base, theirs, mine }) ?? conflicting;
}

/**
 * Merges three texts line by line. Returns undefined if both sides changed the same lines, or inserted lines at the
 * same place. Changes of adjacent lines do not conflict, even if one side changed the last line and the other side
 * added lines below it. A line ending is part of its line and is not normalised.
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

  /** Removes the lines at both ends that nobody changed. */
  function middle(lines: readonly string[]): string[] {
    return lines.slice(head, lines.length - tail);
  }
}

/**
 * Adds a line ending to a last line that has none. Without an ending, adding a line below would count as a change of
 * the last line. The ending is that of the same line in another text, or else `otherwise`. If the other two texts have
 * different endings there, the last line of the base gets `otherwise`, and the last line of `theirs` or `mine` gets the
 * ending of the other side, not of the base. The same line in the other texts always gets the chosen ending too.
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

/** Whether the last line has no line ending. For the comparison, `closeLastLines` adds an ending. */
function isOpen(text: string): boolean {
  return text !== "" && !text.endsWith("\n");
}

/** Replaces the lines `start` to `end` (exclusive) of the base. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * Returns the hunks in order. If a hunk has as many lines as it replaces, each line becomes its own hunk, so that the
 * hunk does not collide with changes of adjacent lines on the other side.
 */
function hunksOf(base: readonly string[], other: readonly string[]): readonly Hunk[] {
  return diffIndices([...base], [...other]).flatMap(
    ({ buffer1: [start, length], buffer2Content: lines }): readonly Hunk[] =>
      lines.length === length
        ? lines.map((line, index) => ({ start: start + index, end: start + index + 1, lines: [line] }))
        : [{ start, end: start + length, lines }],
  );
}

/** Returns undefined if hunks of both sides collide. */
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
 * Whether one hunk ends before the other begins. For touching hunks, returns false in two cases: if both add lines and
 * one of them replaces no line, because the order of the added lines would be arbitrary; and if both contain the same
 * line, blank lines and line endings aside, because that line would appear twice.
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

/** Whether the hunk only inserts lines. */
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

/** Returns how many lines at the beginning are the same in all texts. */
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

/** Splits a text into lines with their endings, LF or CRLF. The last line may have no ending. */
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

/** Fields that the service sets. The documents say nothing about sending them back, so they are not sent (N34). */
const readOnly: ReadonlySet<string> = new Set(["id", "createdDate", "updatedDate"]);

/**
 * Returns the body of the request. It repeats every field of the service's own text, even undocumented ones, because
 * the service clears fields that are left out (document 1, Text Library). It holds only the translations that changed,
 * and only their content: the service keeps the other translations.
 */
function bodyOf(
  theirs: LibraryText,
  changed: ChangedFields,
  translations: ReadonlyMap<string, string>,
): BodyOf<"textlibrary.texts.update"> {
  const body = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(theirs)) {
    if (readOnly.has(name) || name === "translations") continue;
    // null means the same as leaving the field out, and the documents allow null for string fields only.
    if (value === null && name === "isPublic") continue;
    body[name] = value;
  }
  const sent = Object.create(null) as Record<string, { readonly content: string }>;
  for (const [language, content] of translations) sent[language] = { content };
  return { ...body, folderId: theirs.folderId, code: theirs.code, ...changed, translations: sent };
}

/**
 * Returns the documented fields. Absent, null and empty values become equal, because the service shows a cleared field
 * in one of these ways.
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

/** Returns contents by language code in lower case. */
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
