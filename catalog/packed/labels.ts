/**
 * The labels of all texts, in a file beside the packed index, for searches: the code, the name and the description of
 * each text in lower case. A search in all texts reads the labels one after the other, without an object for each.
 *
 * The file has the format of a packed index with other sections. `labels`: for each text, ordered by code, a byte 0xFF,
 * the place of the record in the index as five bytes of 7 bits, and the label in UTF-8, with a byte 0xFE after the code
 * and 0xFD after the name. None of these three bytes occurs in UTF-8. `starts`: where each label starts in the section,
 * 32 bits each. `texts`: for each text, in the order of the catalog file, where the text starts in the catalog file, as
 * a number of 64 bits, and the place of its record. `belongsTo`: the size of the records of the index.
 */
import { setImmediate } from "node:timers/promises";
import TinyQueue from "tinyqueue";
import { bisect } from "../../language/index.ts";
import { compare } from "../fileCatalog.ts";
import { DamagedIndex, Pages } from "./pages.ts";
import type { PackedText } from "./record.ts";
import { align, IndexWriter } from "./writer.ts";

type LabelSection = "labels" | "starts" | "texts" | "belongsTo";

const [label, afterCode, afterName] = [0xff, 0xfe, 0xfd];
/** In bytes: what is in front of a label. */
const front = 6;
/** In bytes: an entry of the section `texts`. */
const textEntry = 16;
/** Milliseconds of work before the event loop gets a turn: a person may be typing. */
const slice = 2;

/** The index whose labels are written. */
export interface LabelSource {
  /** Size of the section `records` in bytes, by which the labels recognise their index. */
  readonly recordBytes: number;
  /** Yields every record with its place, in the order of the catalog file. */
  readonly records: () => Iterable<readonly [place: number, PackedText]>;
  /** Returns, for each folder, the number of its texts and the record of each, ordered by code. */
  readonly folders: () => readonly Folder[];
}

interface Folder {
  readonly count: number;
  readonly at: (index: number) => readonly [place: number, PackedText];
}

/**
 * Writes the labels to the new file `to`. Rejects if it cannot be written, if the writing is cancelled, or if a code
 * contains half of a surrogate pair, which UTF-8 cannot hold: the labels would then not be in order.
 */
export async function writeLabels(
  to: string,
  source: LabelSource,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  using writer = new IndexWriter<LabelSection>(to);
  let begun = performance.now();
  const mayPause = async (): Promise<void> => {
    if (performance.now() - begun < slice) return;
    await setImmediate();
    signal?.throwIfAborted();
    begun = performance.now();
  };
  const textsStart = align(writer);
  const entry = Buffer.alloc(textEntry);
  for (const [place, { start, text }] of source.records()) {
    if (!text.code.isWellFormed()) throw new RangeError("A code contains half of a surrogate pair.");
    entry.writeDoubleLE(start);
    entry.writeUInt32LE(place, 8);
    writer.add(entry);
    await mayPause();
  }
  writer.end("texts", textsStart);
  const labelsStart = align(writer);
  const starts: number[] = [];
  for await (const [place, { text }] of inOrder(source.folders(), mayPause)) {
    starts.push(writer.place - labelsStart);
    writer.add(Buffer.from([label, ...[28, 21, 14, 7, 0].map((shift) => Math.floor(place / 2 ** shift) % 128)]));
    writer.add(Buffer.from(text.code.toLowerCase()));
    writer.add(Buffer.from([afterCode]));
    writer.add(Buffer.from(text.name.toLowerCase()));
    writer.add(Buffer.from([afterName]));
    writer.add(Buffer.from(text.description.toLowerCase()));
  }
  writer.end("labels", labelsStart);
  const startsStart = align(writer);
  writer.add(new Uint8Array(Uint32Array.from(starts).buffer));
  writer.end("starts", startsStart);
  // This comes last, because it throws if the file has become too long for places of 32 bits.
  writer.end("belongsTo", writer.addRecord(String(source.recordBytes)));
  writer.finish(0);
}

/** Yields the records of all folders, ordered by code and, where the codes are equal, by place. */
async function* inOrder(
  folders: readonly Folder[],
  mayPause: () => Promise<void>,
): AsyncGenerator<readonly [place: number, PackedText]> {
  /** The next text of a folder. Its record is read again when its turn comes, so that few records are in memory. */
  interface Next {
    readonly folder: Folder;
    readonly index: number;
    readonly lowerCode: string;
    readonly code: string;
    readonly place: number;
  }
  const queue = new TinyQueue<Next>(
    [],
    (a, b) => compare(a.lowerCode, b.lowerCode) || compare(a.code, b.code) || a.place - b.place,
  );
  const add = (folder: Folder, index: number): void => {
    if (index >= folder.count) return;
    const [place, { text }] = folder.at(index);
    queue.push({ folder, index, lowerCode: text.code.toLowerCase(), code: text.code, place });
  };
  for (const folder of folders) {
    add(folder, 0);
    await mayPause();
  }
  for (let first = queue.pop(); first !== undefined; first = queue.pop()) {
    const { folder, index } = first;
    yield folder.at(index);
    add(folder, index + 1);
    await mayPause();
  }
}

export class Labels {
  readonly #pages: Pages<LabelSection>;
  readonly #count: number;

  /** Throws DamagedIndex if the labels belong to another index, or the system's errors. */
  constructor(path: string, { recordBytes }: Pick<LabelSource, "recordBytes">) {
    this.#pages = new Pages(path);
    const { belongsTo, starts } = this.#pages.head.sections;
    if (this.#pages.record(belongsTo.start) !== String(recordBytes)) throw new DamagedIndex();
    this.#count = starts.length / 4;
  }

  /**
   * Returns the places of the texts whose labels contain the query, which must be in lower case. The texts and their
   * order are those of `search` of a catalog: the best first, equally good ones by code. Undefined if the labels cannot
   * answer the query.
   */
  search(query: string, limit: number): readonly number[] | undefined {
    // The labels cannot answer these queries: unlike the text that `search` of a catalog looks at, an entry has no line
    // ends between its parts, and holds U+FFFD for every lone half of a surrogate pair.
    if (!query.isWellFormed() || /[\n\ufffd]/.test(query)) return undefined;
    const beginning = this.#beginningWith(query, limit);
    const [inCode, inName, inDescription]: [number[], number[], number[]] = [[], [], []];
    const wanted = Buffer.from(query);
    const isFull = (): boolean => beginning.length + inCode.length >= limit;
    if (isFull() || query === "") return beginning.slice(0, limit);
    for (const { bytes, at, start, end } of this.#entriesWith(wanted)) {
      if (at === start + front) continue;
      const codeEnd = bytes.indexOf(afterCode, start);
      const into = at < codeEnd ? inCode : this.#isInName(bytes, { codeEnd, end, wanted }) ? inName : inDescription;
      if (into.length < limit) into.push(placeIn(bytes, start));
      if (isFull()) break;
    }
    return [...beginning, ...inCode, ...inName, ...inDescription].slice(0, limit);
  }

  /**
   * Finds the last text that begins at or before this byte of the catalog file. Returns the place of its record, and
   * where the next text begins in that file. The place is undefined if no text begins so early.
   */
  textAt(byte: number): { readonly place: number | undefined; readonly next: number } {
    const { start, length } = this.#pages.head.sections.texts;
    const startAt = (index: number): number => this.#pages.bytes(start + index * textEntry, 8).readDoubleLE();
    const count = length / textEntry;
    const next = bisect(count, (each) => startAt(each) > byte);
    return {
      place: next === 0 ? undefined : this.#pages.number(start + (next - 1) * textEntry + 8),
      next: next < count ? startAt(next) : Infinity,
    };
  }

  #beginningWith(query: string, limit: number): number[] {
    const places: number[] = [];
    for (
      let index = bisect(this.#count, (each) => this.#codeAt(each).code >= query);
      index < this.#count && places.length < limit;
      index++
    ) {
      const { code, place } = this.#codeAt(index);
      if (!code.startsWith(query)) break;
      places.push(place);
    }
    return places;
  }

  #codeAt(index: number): { readonly code: string; readonly place: number } {
    const { labels, starts } = this.#pages.head.sections;
    const startOf = (each: number): number =>
      each < this.#count ? this.#pages.number(starts.start + each * 4) : labels.length;
    const start = startOf(index);
    const length = startOf(index + 1) - start;
    // A description may be long, and is not needed here.
    for (let read = Math.min(256, length); ; read = Math.min(2 * read, length)) {
      const bytes = this.#pages.bytes(labels.start + start, read);
      const end = bytes.indexOf(afterCode);
      if (end >= 0) return { code: bytes.toString("utf8", front, end), place: placeIn(bytes, 0) };
      if (read === length) throw new DamagedIndex();
    }
  }

  #isInName(
    bytes: Buffer,
    { codeEnd, end, wanted }: { readonly codeEnd: number; readonly end: number; readonly wanted: Buffer },
  ): boolean {
    const found = bytes.indexOf(wanted, codeEnd);
    return found >= 0 && found < Math.min(bytes.indexOf(afterName, codeEnd), end);
  }

  /** Yields each entry that contains these bytes, and the place where they first occur in it. */
  *#entriesWith(wanted: Buffer): Generator<{
    readonly bytes: Buffer;
    readonly at: number;
    readonly start: number;
    readonly end: number;
  }> {
    let memory = Buffer.alloc(0);
    /** How many bytes of `memory` belong to an entry that is not complete yet. */
    let rest = 0;
    for (const block of this.#pages.blocks(this.#pages.head.sections.labels)) {
      if (memory.length < rest + block.length) memory = Buffer.concat([memory], 2 * (rest + block.length));
      block.copy(memory, rest);
      const bytes = memory.subarray(0, rest + block.length);
      const last = block.lastIndexOf(label);
      const whole = last < 0 ? 0 : rest + last;
      yield* entriesIn(bytes, whole, wanted);
      bytes.copyWithin(0, whole);
      rest = bytes.length - whole;
    }
    yield* entriesIn(memory.subarray(0, rest), rest, wanted);
  }
}

/** Looks only at the entries in front of `until`, which is where an entry begins or the last one ends. */
function* entriesIn(
  bytes: Buffer,
  until: number,
  wanted: Buffer,
): Generator<{ readonly bytes: Buffer; readonly at: number; readonly start: number; readonly end: number }> {
  for (let from = 0; from < until;) {
    const at = bytes.indexOf(wanted, from);
    if (at < 0 || at >= until) return;
    const start = bytes.lastIndexOf(label, at);
    // The place of a record may look like the wanted bytes.
    if (at < start + front) {
      from = start + front;
      continue;
    }
    const next = bytes.indexOf(label, at);
    const end = next < 0 ? bytes.length : next;
    yield { bytes, at, start, end };
    from = end;
  }
}

function placeIn(bytes: Buffer, start: number): number {
  let place = 0;
  for (let each = 1; each < front; each++) place = place * 128 + bytes[start + each]!;
  return place;
}
