/**
 * Line endings and the byte order mark of a text, without VS Code. An editor has one kind of line ending per document
 * and no mark, so the content that it saves has lost the text's own endings and mark. Here every line that the author
 * did not change gets its own ending back, and the text gets its mark back.
 */
import { diffComm } from "node-diff3";
import { areComparable } from "../../../authoring/index.ts";

const mark = "\uFEFF";

/** A text as the editor passes it for saving, and what is known of its origin. */
interface Handed {
  readonly written: string;
  /** The service's content that the text is compared with. */
  readonly base: string;
  /**
   * What the editor last loaded into the document or saved; undefined if not known. In that case, the line ending and
   * the mark do not count as chosen by the author.
   */
  readonly loaded: string | undefined;
  /** A version that has been put into the document since then: its endings and mark are used. */
  readonly restored: string | undefined;
}

/** Returns the content that the author means. Endings and a mark that the author chose in the editor are kept. */
export function meant({ written, base, loaded, restored }: Handed): string {
  const isRestored = restored !== undefined && plain(base) !== plain(written);
  const from = isRestored ? restored : base;
  const chosen = editorEnd(written);
  const before = loaded === undefined ? undefined : editorEnd(loaded);
  const isChosen = chosen !== undefined && before !== undefined && chosen !== before;
  const text = isChosen ? withoutMark(written) : restoreLineEnds(withoutMark(from), withoutMark(written));
  const isMarkChosen = loaded !== undefined && written.startsWith(mark) !== loaded.startsWith(mark);
  return ((isMarkChosen ? written : from).startsWith(mark) ? mark : "") + text;
}

/** The content of a document after it was opened or changed. */
interface Shown {
  readonly text: string;
  /** The ending of all its lines. */
  readonly end: "\n" | "\r\n";
  readonly isDirty: boolean;
}

/** Maximum number of contents that are kept. The oldest is dropped first. */
const mostReadings = 5;

/** Line endings and byte order mark of one document in the editor, and the version that was put into it. */
export class BufferEnds {
  /**
   * Contents that the editor received. The editor ignores such content if somebody has typed into the document in the
   * meantime.
   */
  #read: readonly string[] = [];
  #loaded: string | undefined;
  /** The version whose endings and mark are currently to be used. */
  #version: string | undefined;
  /**
   * What the document contained right before and right after a version was put into it. Each content is kept with the
   * version that was current at that moment.
   */
  #shown: { readonly text: string; readonly version: string | undefined }[] = [];

  /** The version that was put into the document, if any. */
  get restored(): string | undefined {
    return this.#version;
  }

  /** Call when the editor requests the content. */
  read(content: string): void {
    this.#read = [content, ...this.#read].slice(0, mostReadings);
  }

  /** Call before a version is put into the document. `before`: what the document shows. */
  restore(version: string, { before }: { readonly before: string }): void {
    this.#shown.push({ text: plain(before), version: this.#version }, { text: plain(version), version });
  }

  /**
   * Call when the document was opened or changed. Undo removes a version from the document, and Redo puts the version
   * back.
   */
  change(document: Shown): void {
    if (document.isDirty && this.#shown.length === 0) return;
    const now = plain(document.text);
    if (!document.isDirty) {
      this.#loaded =
        this.#read.find((content) => plain(content) === now && (editorEnd(content) ?? document.end) === document.end) ??
        this.#loaded;
      this.#version = undefined;
      return;
    }
    const known = this.#shown.findLast(({ text }) => text === now);
    if (known !== undefined) this.#version = known.version;
  }

  /** Returns the content to save if the editor passes `written`. */
  meant(written: string, base: string): string {
    return meant({ written, base, loaded: this.#loaded, restored: this.#version });
  }

  /** Call after a save: the document keeps what the editor passed, even if the service received something else. */
  save(written: string): void {
    this.#loaded = written;
    this.#version = undefined;
    [this.#read, this.#shown] = [[], []];
  }
}

/**
 * Returns the ending that VS Code gives all lines of a document with this content; undefined if the content has only
 * one line.
 */
export function editorEnd(content: string): "\n" | "\r\n" | undefined {
  let returns = 0;
  let all = 0;
  for (const [end] of content.matchAll(/\r\n|\r|\n/g)) {
    all += 1;
    if (end !== "\n") returns += 1;
  }
  return all === 0 ? undefined : returns > all / 2 ? "\r\n" : "\n";
}

/** Returns whether a line ends with a lone carriage return: VS Code cannot keep it, and would change the ending. */
export function hasLoneReturn(content: string): boolean {
  return /\r(?!\n)/.test(content);
}

/**
 * Gives each line that also occurs in the base its ending from the base, so that the change of one word changes one
 * line. A new line takes the ending of its neighbour.
 */
export function restoreLineEnds(base: string, written: string): string {
  const [baseLines, writtenLines] = [linesOf(base), linesOf(written)];
  const ends = baseLines.map(endOf);
  const usual = editorEnd(base) ?? editorEnd(written) ?? "\n";
  const [plainBase, plainWritten] = [baseLines.map(bare), writtenLines.map(bare)];
  // Unchanged lines at the beginning and at the end of the text are set aside first, so that an edit beside identical
  // lines is recognised correctly.
  const head = commonHead(plainBase, plainWritten);
  const tail = commonHead(plainBase.slice(head).reverse(), plainWritten.slice(head).reverse());
  const [before, after] = [
    plainBase.slice(head, plainBase.length - tail),
    plainWritten.slice(head, plainWritten.length - tail),
  ];
  if (ends.every((end) => end === "")) return written;
  let result = "";
  let at = 0;
  const keep = (lines: readonly string[]): void => {
    result += lines.map((line, index) => line + (ends[at + index] || usual)).join("");
    at += lines.length;
  };
  keep(plainBase.slice(0, head));
  for (const { common, buffer1 = [], buffer2 = [] } of areComparable(before, after)
    ? diffComm(before, after)
    : alikeInOrder(before, after)) {
    if (common !== undefined) {
      keep(common);
      continue;
    }
    result += buffer2
      .map((line, index) => line + (ends[at + Math.min(index, Math.max(buffer1.length - 1, 0))] || usual))
      .join("");
    at += buffer1.length;
  }
  keep(plainBase.slice(plainBase.length - tail));
  return endOf(writtenLines.at(-1) ?? "") === "" ? bare(result) : result;
}

/** Used if a comparison would take too long: matches each line with the next identical line of the base. */
function alikeInOrder(before: readonly string[], after: readonly string[]): ReturnType<typeof diffComm<string>> {
  const places = Map.groupBy(before.keys(), (index) => before[index] ?? "");
  const next = new Map<string, number>();
  const parts: ReturnType<typeof diffComm<string>> = [];
  let at = 0;
  for (const line of after) {
    const all = places.get(line) ?? [];
    let index = next.get(line) ?? 0;
    while (index < all.length && (all[index] ?? 0) < at) index += 1;
    next.set(line, index);
    const place = all[index];
    if (place === undefined) {
      parts.push({ buffer1: [], buffer2: [line] });
      continue;
    }
    if (place > at) parts.push({ buffer1: before.slice(at, place), buffer2: [] });
    parts.push({ common: [line] });
    at = place + 1;
  }
  if (at < before.length) parts.push({ buffer1: before.slice(at), buffer2: [] });
  return parts;
}

/** Returns how many lines both have in common at the beginning. */
function commonHead(one: readonly string[], other: readonly string[]): number {
  const difference = one.findIndex((line, index) => other[index] !== line);
  return difference === -1 ? one.length : difference;
}

/** Returns the lines with their endings; the last one may have none. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

function endOf(line: string): string {
  return /\r\n$|\r$|\n$/.exec(line)?.[0] ?? "";
}

function bare(line: string): string {
  return line.slice(0, line.length - endOf(line).length);
}

/** Returns the text as every editor shows it. */
function plain(text: string): string {
  return withoutMark(text).replaceAll(/\r\n?/g, "\n");
}

function withoutMark(text: string): string {
  return text.startsWith(mark) ? text.slice(1) : text;
}
