/**
 * Turns text into placeholders, and edits of the text into edits of the placeholders. Never throws, whatever the text
 * holds. An edit scans again only the groups of brackets that it touches, and what is between two brackets is read on
 * demand.
 */
import { readPlaceholder } from "./placeholder.ts";
import type { Range, TextEdit } from "./range.ts";
import { scan } from "./scan.ts";
import type { Group } from "./scan.ts";
import type { Format, Input, Placeholder, Stray, Syntax } from "./syntax.ts";
import { bisect } from "./bisect.ts";

/**
 * What `edit` needs to know of a syntax. Groups keep the offsets that they were found at, and `moved` says how far each
 * has moved since: a keystroke before 20,000 placeholders adds to 20,000 numbers and makes no object. A group that no
 * edit touched is the same object in every version of the text.
 */
interface Marks {
  readonly groups: readonly Group[];
  readonly moved: Int32Array;
  /** Tags and comments in order: start, end, start, end … Empty in plain text. */
  readonly tags: Int32Array;
}

/**
 * How a text changed. Everything outside of `start`..`end` of the earlier text is the same; everything after `end` has
 * moved by `by` code units.
 */
export interface SyntaxChange extends Range {
  readonly by: number;
  /**
   * Calls `visit`, in order, for the placeholders that are now in the changed part. Makes no object for those that
   * `visit` does not read.
   */
  readonly each: (visit: Visit) => void;
  /** Whether the changed part has or had inputs or strays; also true if that is not known without reading it. */
  readonly touchesText: boolean;
}

/**
 * Visits a placeholder. A visitor that already knows the placeholder's characters need not read it. `read` may be
 * called only during the visit.
 */
type Visit = (start: number, end: number, read: () => Placeholder) => void;

/**
 * A class, although the other code uses object literals: the engine keeps a literal's getters, with all that they
 * capture, until a full garbage collection. Every keystroke would add such getters, because it makes another version of
 * the text.
 */
class ReadText implements Syntax {
  readonly text: string;
  readonly format: Format;
  readonly #marks: Marks;
  #placeholders: readonly Placeholder[] | undefined;
  #strays: readonly Stray[] | undefined;

  constructor(text: string, format: Format, marks: Marks) {
    this.text = text;
    this.format = format;
    this.#marks = marks;
  }

  get placeholders(): readonly Placeholder[] {
    return (this.#placeholders ??= this.#marks.groups.flatMap(
      (_, index) => readAt(this.text, this.#marks, index) ?? [],
    ));
  }

  get strays(): readonly Stray[] {
    return (this.#strays ??= straysOf(this.#marks));
  }

  static marksOf(syntax: Syntax): Marks | undefined {
    return syntax instanceof ReadText ? syntax.#marks : undefined;
  }
}

const { marksOf } = ReadText;

/**
 * How many code units in front of an edit may change their meaning because of it: `<!--` has the longest look-ahead.
 */
const lookAhead = 4;

/** Returns the placeholders of a text, however broken it is; linear in the text. */
export function parse(text: string, format: Format): Syntax {
  const groups: Group[] = [];
  const tags: number[] = [];
  scan(text, format, {
    from: 0,
    stop: () => false,
    group: (group) => groups.push(group),
    tag: (start, end) => tags.push(start, end),
  });
  return new ReadText(text, format, { groups, moved: new Int32Array(groups.length), tags: Int32Array.from(tags) });
}

/**
 * Returns the syntax of the text after the edits, equal to a fresh `parse` of it. Placeholders before the edits stay
 * the same objects. Edits outside of the text are moved to its border.
 */
export function edit(before: Syntax, edits: readonly TextEdit[]): Syntax {
  const marks = marksOf(before);
  const text = applyEdits(before.text, edits);
  if (marks === undefined) return parse(text, before.format);
  const clamped = edits.map((one) => clamp(one, before.text.length));
  const editStart = clamped.reduce((least, one) => Math.min(least, one.start), before.text.length);
  const oldEnd = clamped.reduce((most, one) => Math.max(most, one.end), editStart);
  const by = text.length - before.text.length;

  const from = safeStart(marks, editStart);
  const fresh: Group[] = [];
  const freshTags: number[] = [];
  const stopped = scan(text, before.format, {
    from,
    stop: (offset) => offset >= oldEnd + by && isOutside(marks, offset - by),
    group: (group) => fresh.push(group),
    tag: (start, end) => freshTags.push(start, end),
  });
  const kept = firstGroupFrom(marks, from);
  const rest = stopped === text.length ? marks.groups.length : firstGroupFrom(marks, stopped - by);
  const groups = marks.groups.slice(0, kept).concat(fresh, marks.groups.slice(rest));
  const moved = new Int32Array(groups.length);
  moved.set(marks.moved.subarray(0, kept));
  for (let to = kept + fresh.length, old = rest; old < marks.groups.length; to++, old++)
    moved[to] = (marks.moved[old] ?? 0) + by;

  const keptTags = firstTagFrom(marks, from);
  const restTags = stopped === text.length ? marks.tags.length : firstTagFrom(marks, stopped - by);
  const tags = new Int32Array(keptTags + freshTags.length + marks.tags.length - restTags);
  tags.set(marks.tags.subarray(0, keptTags));
  tags.set(freshTags, keptTags);
  for (let to = keptTags + freshTags.length, old = restTags; old < marks.tags.length; to++, old++)
    tags[to] = (marks.tags[old] ?? 0) + by;
  return new ReadText(text, before.format, { groups, moved, tags });
}

/**
 * Returns the text after the edits. Edits must not overlap. If they do, the later edit does not change what the earlier
 * one changed.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  // Joined, not concatenated: a concatenated string is copied when it is first read, which takes twice as long.
  const parts: string[] = [];
  let at = 0;
  for (const one of edits.map((one) => clamp(one, text.length)).sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, one.start), one.newText);
    at = Math.max(at, one.end);
  }
  return [...parts, text.slice(at)].join("");
}

/**
 * Returns the placeholder at the offset, borders included; if two touch there, the second one. Does not read the
 * others.
 */
export function placeholderAt(syntax: Syntax, offset: number): Placeholder | null {
  const marks = marksOf(syntax);
  if (marks === undefined)
    return syntax.placeholders.findLast((one) => one.start <= offset && offset <= one.end) ?? null;
  for (
    let index = firstGroupFrom(marks, offset + 1) - 1;
    index >= 0 && index >= firstGroupFrom(marks, offset) - 1;
    index--
  ) {
    const placeholder = readAt(syntax.text, marks, index);
    if (placeholder !== null && placeholder.start <= offset && offset <= placeholder.end) return placeholder;
  }
  return null;
}

/** Returns the placeholders that touch the range, borders included. Does not read the others. */
export function placeholdersIn(syntax: Syntax, { start, end }: Range): readonly Placeholder[] {
  const marks = marksOf(syntax);
  if (marks === undefined) return syntax.placeholders.filter((one) => one.start <= end && start <= one.end);
  const found: Placeholder[] = [];
  // Groups may be adjacent: one group may end at the start of the range, and another may begin there.
  const last = firstGroupFrom(marks, end + 1);
  for (let index = Math.max(0, firstGroupFrom(marks, start) - 1); index < last; index++) {
    const placeholder = readAt(syntax.text, marks, index);
    if (placeholder !== null && placeholder.start <= end && start <= placeholder.end) found.push(placeholder);
  }
  return found;
}

/** Counts the placeholders without reading them. */
export function countPlaceholders(syntax: Syntax): number {
  return (
    marksOf(syntax)?.groups.reduce((count, { brackets }) => count + (brackets === null ? 0 : 1), 0) ??
    syntax.placeholders.length
  );
}

/**
 * Returns what `after` has that `before` did not have: everything if there is no `before`, or if it is not an earlier
 * version of the same text.
 */
export function changeBetween(before: Syntax | null, after: Syntax): SyntaxChange {
  const old = before && marksOf(before);
  const now = marksOf(after);
  if (!now)
    return {
      start: 0,
      end: Infinity,
      by: 0,
      touchesText: true,
      each: (visit) => after.placeholders.forEach((one) => visit(one.start, one.end, () => one)),
    };
  if (!old)
    return {
      start: 0,
      end: Infinity,
      by: 0,
      touchesText: concernsText(after.text, now, 0, now.groups.length),
      each: (visit) => visitEach(after.text, now, { from: 0, to: now.groups.length, visit }),
    };
  const by = after.text.length - before.text.length;
  const least = Math.min(old.groups.length, now.groups.length);
  let kept = 0;
  while (kept < least && old.groups[kept] === now.groups[kept] && old.moved[kept] === now.moved[kept]) kept++;
  let oldEnd = old.groups.length;
  let end = now.groups.length;
  while (
    oldEnd > kept &&
    end > kept &&
    old.groups[oldEnd - 1] === now.groups[end - 1] &&
    (old.moved[oldEnd - 1] ?? 0) + by === now.moved[end - 1]
  ) {
    oldEnd--;
    end--;
  }
  const behind = old.groups[oldEnd];
  return {
    start: kept === 0 ? 0 : (old.groups[kept - 1]?.end ?? 0) + (old.moved[kept - 1] ?? 0),
    end: behind === undefined ? Infinity : behind.start + (old.moved[oldEnd] ?? 0),
    by,
    each: (visit) => visitEach(after.text, now, { from: kept, to: end, visit }),
    touchesText: concernsText(before.text, old, kept, oldEnd) || concernsText(after.text, now, kept, end),
  };
}

const mayBeInput = /[\s\u0085]*input/iy;

function concernsText(text: string, marks: Marks, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    const { unclosed, unopened } = marks.groups[index] as Group;
    if (unclosed.length + unopened.length > 0 || isPerhapsInput(text, marks, index)) return true;
  }
  return false;
}

function isPerhapsInput(text: string, { groups, moved }: Marks, index: number): boolean {
  const { brackets } = groups[index] as Group;
  if (brackets === null) return false;
  mayBeInput.lastIndex = brackets.open + 2 + (moved[index] ?? 0);
  return brackets.markup.length > 0 || mayBeInput.test(text);
}

/** Returns the inputs of a text in order. Reads other placeholders only if they might be inputs. */
export function inputsOf(syntax: Syntax): readonly Input[] {
  const marks = marksOf(syntax);
  if (marks === undefined) return syntax.placeholders.filter((one) => one.kind === "input");
  const found: Input[] = [];
  for (let index = 0; index < marks.groups.length; index++) {
    const placeholder = isPerhapsInput(syntax.text, marks, index) ? readAt(syntax.text, marks, index) : null;
    if (placeholder?.kind === "input") found.push(placeholder);
  }
  return found;
}

function visitEach(
  text: string,
  marks: Marks,
  { from, to, visit }: { readonly from: number; readonly to: number; readonly visit: Visit },
): void {
  let index = from;
  const read = (): Placeholder => readAt(text, marks, index) as Placeholder;
  for (; index < to; index++) {
    const { brackets } = marks.groups[index] as Group;
    const by = marks.moved[index] ?? 0;
    if (brackets !== null) visit(brackets.open + by, brackets.close + 2 + by, read);
  }
}

/** Returns the placeholder of a group, at its current offsets; null if the group has strays only. */
function readAt(text: string, { groups, moved }: Marks, index: number): Placeholder | null {
  const group = groups[index] as Group;
  if (group.brackets === null) return null;
  const by = moved[index] ?? 0;
  if (group.read?.by === by) return group.read.placeholder;
  const { open, close, nested, markup } = group.brackets;
  const placeholder = readPlaceholder(text, {
    open: open + by,
    close: close + by,
    nested,
    markup: by === 0 ? markup : markup.map(({ start, end }) => ({ start: start + by, end: end + by })),
  });
  group.read = { by, placeholder };
  return placeholder;
}

function straysOf({ groups, moved }: Marks): readonly Stray[] {
  const found: Stray[] = [];
  for (const [index, { unclosed, unopened }] of groups.entries()) {
    const by = moved[index] ?? 0;
    for (const start of unclosed) found.push({ kind: "unclosed", start: start + by, end: start + by + 2 });
    for (const start of unopened) found.push({ kind: "unopened", start: start + by, end: start + by + 2 });
  }
  return found;
}

/**
 * Returns the last safe place before the edit: whatever the edit inserts, the text before this place is read in the
 * same way.
 */
function safeStart(marks: Marks, editStart: number): number {
  let at = Math.max(0, editStart - lookAhead);
  for (;;) {
    const around = groupAround(marks, at) ?? tagAround(marks, at);
    if (around === null) return at;
    at = around;
  }
}

function isOutside(marks: Marks, offset: number): boolean {
  return groupAround(marks, offset) === null && tagAround(marks, offset) === null;
}

/** Returns the start of the group that has the offset in its middle; null if there is none. */
function groupAround(marks: Marks, offset: number): number | null {
  const index = firstGroupFrom(marks, offset) - 1;
  const group = marks.groups[index];
  const by = marks.moved[index] ?? 0;
  return group !== undefined && group.end + by > offset ? group.start + by : null;
}

function tagAround(marks: Marks, offset: number): number | null {
  const index = firstTagFrom(marks, offset) - 2;
  const end = marks.tags[index + 1];
  return end !== undefined && end > offset ? (marks.tags[index] ?? null) : null;
}

/** Returns the index of the first group that starts at the offset or after it. */
function firstGroupFrom(marks: Marks, offset: number): number {
  return bisect(
    marks.groups.length,
    (index) => (marks.groups[index]?.start ?? 0) + (marks.moved[index] ?? 0) >= offset,
  );
}

/** Returns the index, in the flat list, of the first tag that begins at the offset or after it. */
function firstTagFrom(marks: Marks, offset: number): number {
  return 2 * bisect(marks.tags.length / 2, (index) => (marks.tags[2 * index] ?? 0) >= offset);
}

function clamp(edit: TextEdit, length: number): TextEdit {
  const start = Math.min(Math.max(0, edit.start), length);
  return { start, end: Math.min(Math.max(start, edit.end), length), newText: edit.newText };
}
