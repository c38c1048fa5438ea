/**
 * Line ends and the byte order mark of a text, without VS Code. An editor holds one kind of line end per document and
 * no mark, so that what it hands over to be saved lacks what the text had: every line that the author did not touch
 * gets its own end back, and the text its mark.
 */
import { diffComm } from "node-diff3";
import { areComparable } from "../../../authoring/index.ts";

const mark = "\uFEFF";

/** A text as the editor hands it over, and what is known of where it came from. */
interface Handed {
  readonly written: string;
  /** What the text is compared with on the service. */
  readonly base: string;
  /**
   * What the editor loaded into the document or handed over last; undefined where nobody remembers, and then nobody
   * chose anything since.
   */
  readonly loaded: string | undefined;
  /** A version that was put into the document since, whose ends and mark are meant. */
  readonly restored: string | undefined;
}

/**
 * The content that the author means. Ends and a mark that the author chose in the editor stay as they are handed over.
 */
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

/** What a document shows after it was opened or changed. */
interface Shown {
  readonly text: string;
  /** Of all its lines. */
  readonly end: "\n" | "\r\n";
  readonly isDirty: boolean;
}

/** How many readings may be under way at once. */
const mostReadings = 5;

/** Of one document: what the editor holds of line ends and of the mark, and which version was put into it. */
export class BufferEnds {
  /** Given to the editor, which takes none for a document that somebody typed into meanwhile. */
  #read: readonly string[] = [];
  #loaded: string | undefined;
  /** The version whose ends and mark are meant now. */
  #version: string | undefined;
  /** What the document showed before and after each version was put in, and which one was meant then. */
  #shown: { readonly text: string; readonly version: string | undefined }[] = [];

  /** The version that the document came from, where one was put into it. */
  get restored(): string | undefined {
    return this.#version;
  }

  /** The editor asked for the content. */
  read(content: string): void {
    this.#read = [content, ...this.#read].slice(0, mostReadings);
  }

  /** A version is about to be put into the document, which shows `before`. */
  restore(version: string, { before }: { readonly before: string }): void {
    this.#shown.push({ text: plain(before), version: this.#version }, { text: plain(version), version });
  }

  /** The document was opened or changed. Undo takes a version out of it, and Redo puts it in again. */
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

  /** The content that a save of this means. */
  meant(written: string, base: string): string {
    return meant({ written, base, loaded: this.#loaded, restored: this.#version });
  }

  /** The document stays as the editor handed it over, whatever was made of it for the service. */
  save(written: string): void {
    this.#loaded = written;
    this.#version = undefined;
    [this.#read, this.#shown] = [[], []];
  }
}

/** The end that VS Code gives all lines of a document with this content; undefined where the content has one line. */
export function editorEnd(content: string): "\n" | "\r\n" | undefined {
  let returns = 0;
  let all = 0;
  for (const [end] of content.matchAll(/\r\n|\r|\n/g)) {
    all += 1;
    if (end !== "\n") returns += 1;
  }
  return all === 0 ? undefined : returns > all / 2 ? "\r\n" : "\n";
}

/** Whether a line ends with a carriage return alone: VS Code cannot hold that, and would make another end of it. */
export function hasLoneReturn(content: string): boolean {
  return /\r(?!\n)/.test(content);
}

/**
 * Gives each line that stands in the base, too, its end there, so that saving one word changes one line; a new line
 * takes its neighbour's.
 */
export function restoreLineEnds(base: string, written: string): string {
  const [baseLines, writtenLines] = [linesOf(base), linesOf(written)];
  const ends = baseLines.map(endOf);
  const usual = editorEnd(base) ?? editorEnd(written) ?? "\n";
  const [plainBase, plainWritten] = [baseLines.map(bare), writtenLines.map(bare)];
  // What nobody touched at both ends is set aside first, so that an edit beside lines like it is taken for what it is.
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

/** Where a comparison would take too long: each line is taken for the next one like it. */
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

/** How many lines both begin with. */
function commonHead(one: readonly string[], other: readonly string[]): number {
  const difference = one.findIndex((line, index) => other[index] !== line);
  return difference === -1 ? one.length : difference;
}

/** Lines with their ends; the last one may have none. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

function endOf(line: string): string {
  return /\r\n$|\r$|\n$/.exec(line)?.[0] ?? "";
}

function bare(line: string): string {
  return line.slice(0, line.length - endOf(line).length);
}

/** As every editor shows it. */
function plain(text: string): string {
  return withoutMark(text).replaceAll(/\r\n?/g, "\n");
}

function withoutMark(text: string): string {
  return text.startsWith(mark) ? text.slice(1) : text;
}
