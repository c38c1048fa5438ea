/**
 * An index of the items in a catalog file, so that a request about one text reads only that text. The first request
 * scans the bytes for the start and end of each item; the file's times and size show when the index is out of date.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { setImmediate as breathe } from "node:timers/promises";
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

/** The number of bytes scanned before other work gets its turn. */
const portion = 1 << 20;

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
        const read = (slice: ArrayLike<number>): FilePiece => readFilePiece(descriptor, slice);
        return await look({
          named: (list, id) => slicesOf(lists[list], id).map(read),
          dataTable: () => dataTable && read(dataTable),
        });
      }
      const making = { version, index: bytesOf(file).then(indexOf) };
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

async function bytesOf(path: string): Promise<Buffer> {
  await using file = await openRegular(path);
  return await file.readFile();
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
 * In a file that is not valid JSON, indexes whatever looks like an item; the caller that reads a piece checks what the
 * piece holds.
 */
async function indexOf(bytes: Uint8Array): Promise<Index> {
  const found: Record<ListName, number[]> = { folders: [], texts: [], smartforms: [] };
  const scan = scanner(bytes, found);
  while (scan.goOn()) await breathe();
  return {
    lists: { folders: ordered(found.folders), texts: ordered(found.texts), smartforms: ordered(found.smartforms) },
    dataTable: scan.dataTable(),
  };
}

/** Appends five numbers per item to `into`: the hash of its id, start, end, line and character. */
function scanner(bytes: Uint8Array, into: Record<ListName, number[]>) {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let depth = 0;
  let line = 0;
  let lineStart = at;
  /** How many more bytes than UTF-16 code units there are since the start of the line. */
  let surplus = 0;
  /** Where the string read last begins and ends, without its quotes. */
  let from = 0;
  let to = 0;
  /** The current property of the outermost object. */
  let name = "";
  /** Whether the next value is the item's id. */
  let isId = false;
  let hash = 0;
  let begun: readonly [start: number, line: number, character: number] = [0, 0, 0];
  let table: readonly number[] | undefined;
  const inList = (): boolean => lists.includes(name);

  function readString(): void {
    from = at + 1;
    for (at = from; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === 0x22) break;
      if (byte === 0x5c) at += 1;
      else if (byte >= 0xc0) surplus += byte < 0xe0 ? 1 : 2;
    }
    to = at;
    if (!isId) return;
    isId = false;
    const written = bytes.subarray(from, to);
    hash = written.includes(0x5c) ? hashOfEscaped(written) : hashOf(bytes, from, to);
  }

  function open(): void {
    if (depth === (inList() ? 2 : 1)) {
      begun = [at, line, at - lineStart - surplus];
      hash = -1;
    }
    depth += 1;
  }

  function close(): void {
    depth -= 1;
    const [start, ...place] = begun;
    if (depth === 2 && inList() && hash >= 0) into[name as ListName].push(hash, start, at + 1, ...place);
    if (depth === 1 && name === "dataTable") table ??= [start, at + 1, ...place];
  }

  function endName(): void {
    if (depth === 1) name = Buffer.from(bytes.subarray(from, to)).toString("utf8");
    isId = depth === 3 && to - from === 2 && bytes[from] === 0x69 && bytes[from + 1] === 0x64 && inList();
  }

  return {
    /** Scans the next portion and returns whether bytes are left. */
    goOn(): boolean {
      for (const end = at + portion; at < end && at < bytes.length; at++) {
        switch (bytes[at]) {
          case 0x22:
            readString();
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
            // In CRLF, the line was already counted at the CR.
            if (bytes[at - 1] !== 0x0d) line += 1;
            lineStart = at + 1;
            surplus = 0;
            break;
          case 0x0d:
            line += 1;
            lineStart = at + 1;
            surplus = 0;
            break;
          default:
        }
      }
      return at < bytes.length;
    },
    dataTable: () => table,
  };
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

function ordered(found: readonly number[]): Places {
  const count = found.length / 5;
  const order = Uint32Array.from({ length: count }, (_, index) => index).sort((a, b) => found[a * 5]! - found[b * 5]!);
  const hashes = new Uint32Array(count);
  const slices = new Uint32Array(count * 4);
  for (const [place, index] of order.entries()) {
    hashes[place] = found[index * 5]!;
    for (let part = 0; part < 4; part++) slices[place * 4 + part] = found[index * 5 + 1 + part]!;
  }
  return { hashes, slices };
}
