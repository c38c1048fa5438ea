/**
 * An index of the items in a catalog file, so that a request about one text reads only that text. The first request
 * scans the bytes for the start and end of each item; the file's times and size show when the index is out of date.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import * as l10n from "@vscode/l10n";
import { openRegular, openToRead } from "../../catalog/index.ts";
import { bisect } from "../../language/index.ts";

export type ListName = "folders" | "texts" | "smartforms";

/** A piece of the file, and its start in UTF-16 code units, as editors count. A byte order mark does not count. */
export interface FilePiece {
  readonly text: string;
  readonly line: number;
  readonly character: number;
}

export interface Items {
  /** Returns the items that may have this id; some may only have the same hash. */
  readonly named: (list: ListName, id: string) => readonly FilePiece[];
  /** Returns the object under `dataTable`; undefined if there is none. */
  readonly dataTable: () => FilePiece | undefined;
}

/** Four numbers per item, `[start, end, line, character]`, start and end in bytes, ordered by the hashes of the ids. */
interface Places {
  readonly hashes: Uint32Array;
  readonly slices: Uint32Array;
}

interface Index {
  readonly lists: Readonly<Record<ListName, Places>>;
  readonly dataTable: readonly number[] | undefined;
}

/** The number of bytes scanned before other work gets its turn; the scan of these bytes takes a few milliseconds. */
const portion = 1 << 18;

/** Only one index is kept, because there is one catalog at a time. */
let kept: { readonly version: string; readonly index: Promise<Index> } | undefined;

/**
 * Resolves with the result of `look` on the current file. Pieces are read synchronously: the disk takes microseconds, a
 * turn of the event loop many times that. Rejects if the file cannot be read.
 */
export async function withItems<T>(file: string, look: (items: Items) => T | Promise<T>): Promise<T> {
  for (;;) {
    const descriptor = openSync(file, openToRead);
    try {
      const version = versionOf(file, descriptor);
      if (kept?.version === version) {
        const { lists, dataTable } = await kept.index;
        // The file may have been written while its index was made.
        if (versionOf(file, descriptor) !== version) continue;
        const read = (slice: ArrayLike<number>): FilePiece => readFilePiece(descriptor, slice);
        return await look({
          named: (list, id) => slicesOf(lists[list], id).map(read),
          dataTable: () => dataTable && read(dataTable),
        });
      }
      const making = { version, index: indexOf(file) };
      kept = making;
      making.index.catch(() => {
        if (kept === making) kept = undefined;
      });
      await making.index;
    } finally {
      closeSync(descriptor);
    }
  }
}

/** Returns a string that differs after every change, even one that keeps size and date. */
function versionOf(file: string, descriptor: number): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(descriptor, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs, file].join(" ");
}

function readFilePiece(
  descriptor: number,
  { 0: start = 0, 1: end = 0, 2: line = 0, 3: character = 0 }: ArrayLike<number>,
): FilePiece {
  const bytes = Buffer.allocUnsafe(end - start);
  const length = readSync(descriptor, bytes, 0, bytes.length, start);
  return { text: bytes.toString("utf8", 0, length), line, character };
}

function slicesOf({ hashes, slices }: Places, id: string): readonly Uint32Array[] {
  const bytes = Buffer.from(id);
  const hash = hashOf(bytes, 0, bytes.length);
  const found: Uint32Array[] = [];
  for (let place = bisect(hashes.length, (index) => hashes[index]! >= hash); hashes[place] === hash; place++)
    found.push(slices.subarray(place * 4, place * 4 + 4));
  return found;
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash >>> 0;
}

const lists: readonly string[] = ["folders", "texts", "smartforms"] satisfies readonly ListName[];

/**
 * Reads the file a portion at a time. In a file that is not valid JSON, indexes whatever looks like an item; the caller
 * that reads a piece checks what the piece holds.
 */
async function indexOf(path: string): Promise<Index> {
  await using file = await openRegular(path);
  if ((await file.stat()).size >= 2 ** 32)
    throw new Error(l10n.t("No place in {0} can be shown, because the file has more than four gigabytes.", path));
  const found: Record<ListName, Numbers> = { folders: new Numbers(), texts: new Numbers(), smartforms: new Numbers() };
  const scan = scanner(found);
  for await (const { bytes, base, isLast, used } of portions(file)) used(scan.goOn(bytes, { base, isLast }));
  return {
    lists: { folders: ordered(found.folders), texts: ordered(found.texts), smartforms: ordered(found.smartforms) },
    dataTable: scan.dataTable(),
  };
}

interface Portion {
  readonly bytes: Buffer;
  /** Where the bytes are in the file. */
  readonly base: number;
  readonly isLast: boolean;
  /** Call this with the number of bytes that are done. The next portion begins with the bytes that are not done. */
  readonly used: (count: number) => void;
}

async function* portions(file: FileHandle): AsyncGenerator<Portion, void, undefined> {
  let memory = Buffer.allocUnsafe(portion);
  let [held, base, isLast] = [0, 0, false];
  const used = (count: number): void => {
    const rest = memory.subarray(count, held);
    held -= count;
    base += count;
    if (memory.length === portion || held >= portion) return void rest.copy(memory);
    memory = Buffer.allocUnsafe(portion);
    rest.copy(memory);
  };
  while (!isLast) {
    // If a string does not fit into the memory, the memory is doubled.
    if (held === memory.length) memory = Buffer.concat([memory], memory.length * 2);
    const { bytesRead } = await file.read(memory, held, memory.length - held, base + held);
    held += bytesRead;
    isLast = bytesRead === 0;
    yield { bytes: memory.subarray(0, held), base, isLast, used };
  }
}

/** A growing list of 32-bit numbers. */
class Numbers {
  #numbers = new Uint32Array(1024);
  #length = 0;

  push(...added: readonly number[]): void {
    if (this.#length + added.length > this.#numbers.length) {
      const larger = new Uint32Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    for (const number of added) this.#numbers[this.#length++] = number;
  }

  get all(): Uint32Array {
    return this.#numbers.subarray(0, this.#length);
  }
}

/** Appends five numbers per item to `into`: the hash of its id, start, end, line and character. */
function scanner(into: Record<ListName, Numbers>) {
  let bytes: Uint8Array = new Uint8Array();
  /** Where `bytes` are in the file. */
  let base = 0;
  /** The next byte to scan, counted from the start of `bytes`. */
  let at = 0;
  let depth = 0;
  let line = 0;
  /** In the file. */
  let lineStart = 0;
  let isAfterReturn = false;
  /** How many more bytes than UTF-16 code units there are since the start of the line. */
  let surplus = 0;
  /** The string read last, if it may be the name of a property that matters here. */
  let word = "";
  /** The current property of the outermost object. */
  let name = "";
  /** Whether the next value is the item's id. */
  let isId = false;
  let hash = 0;
  let begun: readonly [start: number, line: number, character: number] = [0, 0, 0];
  let table: readonly number[] | undefined;
  const inList = (): boolean => lists.includes(name);

  /** Returns false, and reads nothing, if the string continues in the next portion. */
  function readString(isLast: boolean): boolean {
    const quote = at;
    let longer = 0;
    const from = at + 1;
    for (at = from; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === 0x22) break;
      if (byte === 0x5c) at += 1;
      else if (byte >= 0xc0) longer += byte < 0xe0 ? 1 : 2;
    }
    if (at >= bytes.length && !isLast) {
      at = quote;
      return false;
    }
    surplus += longer;
    if (depth === 1 || depth === 3) word = at - from > longestName ? "" : stringIn(bytes.subarray(from, at));
    if (!isId) return true;
    isId = false;
    const written = bytes.subarray(from, at);
    hash = written.includes(0x5c) ? hashOfEscaped(written) : hashOf(bytes, from, at);
    return true;
  }

  function open(): void {
    if (depth === (inList() ? 2 : 1)) {
      begun = [base + at, line, base + at - lineStart - surplus];
      hash = -1;
    }
    depth += 1;
  }

  function close(): void {
    depth -= 1;
    const [start, ...place] = begun;
    if (depth === 2 && inList() && hash >= 0) into[name as ListName].push(hash, start, base + at + 1, ...place);
    if (depth === 1 && name === "dataTable") table ??= [start, base + at + 1, ...place];
  }

  function endName(): void {
    if (depth === 1) name = word;
    isId = depth === 3 && word === "id" && inList();
  }

  return {
    /**
     * Scans the bytes, and returns how many are done: all, or those before a string that continues in the next portion.
     */
    goOn(portion: Uint8Array, place: { readonly base: number; readonly isLast: boolean }): number {
      [bytes, base] = [portion, place.base];
      at = base === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
      if (base === 0) lineStart = at;
      for (; at < bytes.length; at++) {
        const byte = bytes[at];
        const ended = isAfterReturn;
        isAfterReturn = byte === 0x0d;
        switch (byte) {
          case 0x22:
            if (!readString(place.isLast)) return at;
            break;
          case 0x7b:
          case 0x5b:
            open();
            break;
          case 0x7d:
          case 0x5d:
            close();
            break;
          case 0x3a:
            endName();
            break;
          case 0x2c:
            isId = false;
            break;
          case 0x0a:
          case 0x0d:
            // In CRLF, the line was already counted at the CR.
            if (!(ended && byte === 0x0a)) line += 1;
            lineStart = base + at + 1;
            surplus = 0;
            break;
          default:
        }
      }
      return bytes.length;
    },
    dataTable: () => table,
  };
}

/** In bytes. No name that matters here is longer, even if it is escaped. */
const longestName = 64;

/** Decodes the bytes between the quotes of a JSON string; returns "" if they cannot be decoded. */
function stringIn(written: Uint8Array): string {
  const text = Buffer.from(written).toString("utf8");
  if (!text.includes("\\")) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return "";
  }
}

function hashOfEscaped(written: Uint8Array): number {
  try {
    const id = Buffer.from(String(JSON.parse(`"${Buffer.from(written).toString("utf8")}"`)));
    return hashOf(id, 0, id.length);
  } catch {
    // Not a valid JSON string, so no item has this id.
    return -1;
  }
}

function ordered({ all: found }: Numbers): Places {
  const count = found.length / 5;
  // Sorts by hash: each index and its hash form one number of 64 bits. On little-endian processors, the hash is the
  // upper half of this number.
  const pairs = new Uint32Array(count * 2);
  for (let index = 0; index < count; index++) {
    pairs[index * 2] = index;
    pairs[index * 2 + 1] = found[index * 5]!;
  }
  new BigUint64Array(pairs.buffer).sort();
  const hashes = new Uint32Array(count);
  const slices = new Uint32Array(count * 4);
  for (let place = 0; place < count; place++) {
    const from = pairs[place * 2]! * 5;
    hashes[place] = found[from]!;
    slices.set(found.subarray(from + 1, from + 5), place * 4);
  }
  return { hashes, slices };
}
