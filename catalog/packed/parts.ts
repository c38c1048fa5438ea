/**
 * Splits the JSON of a catalog file into its parts while the file is read, so that it is never in memory as a whole. It
 * looks only for the ends of values, byte by byte; `JSON.parse` reads the values. The JSON readers in the npm registry
 * call a function for each token, and so take ten times as long.
 */
import type { Hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";

/**
 * The file is not a JSON object, a name appears twice in that object, or the object is not a valid catalog.
 * `readCatalog`, which reads the file as a whole, says what is wrong.
 */
export class Irregular extends Error {}

export interface Visitor {
  /** Called for each text, in order. `start` is its place in the file, in bytes. */
  text(bytes: Buffer, start: number): void;
  /** Called for each other part. */
  part(name: string, value: unknown): void;
  /** Called now and then with how many bytes of the file were read. */
  progress?(read: number): void;
}

const [tab, lineFeed, carriageReturn, space, quote, comma, colon] = [9, 10, 13, 32, 34, 44, 58];
const [openList, backslash, closeList, open, close] = [91, 92, 93, 123, 125];
/** In bytes. */
const atOnce = 1 << 20;

/** What comes next. The last four are about the list of texts. */
type Expected =
  | "object"
  | "name or end"
  | "name"
  | "colon"
  | "value"
  | "comma or end"
  | "nothing"
  | "texts"
  | "text or end"
  | "text"
  | "comma or end of texts";

/**
 * Reads the file to its end; `hash` receives all bytes. Rejects with Irregular, with the system's errors, or if it is
 * cancelled. Also rejects with whatever the visitor throws.
 */
export async function readParts(
  file: FileHandle,
  visitor: Visitor,
  { hash, signal }: { readonly hash: Hash; readonly signal?: AbortSignal | undefined },
): Promise<{ readonly hasTexts: boolean }> {
  let buffer = Buffer.allocUnsafe(4 * atOnce);
  /** The place of the buffer in the file, in bytes. */
  let base = 0;
  let filled = 0;
  let at = 0;
  let expected = "object" as Expected;
  /** Where the value that is being read begins; -1 between values. */
  let begun = -1;
  let depth = 0;
  let inString = false;
  const names = new Set<string>();
  let name = "";

  /** Goes on to the end of the value that has begun, and returns whether the buffer contains that end. */
  function findEnd(): boolean {
    let index = at;
    let level = depth;
    let quoted = inString;
    let ended = false;
    if (level === 0 && !quoted) {
      // A number, `true`, `false` or `null` ends where something else begins.
      while (index < filled && !isBoundary(buffer[index]!)) index++;
      at = index;
      return index < filled;
    }
    for (; index < filled && !ended; index++) {
      const byte = buffer[index]!;
      if (quoted) {
        if (byte === quote) {
          quoted = false;
          ended = level === 0;
        } else if (byte === backslash) {
          if (index + 1 === filled) break;
          index++;
        }
      } else if (byte === quote) quoted = true;
      else if (byte === open || byte === openList) level++;
      else if (byte === close || byte === closeList) ended = --level === 0;
    }
    [at, depth, inString] = [index, level, quoted];
    return ended;
  }

  function begin(): void {
    begun = at;
    const byte = buffer[at]!;
    depth = byte === open || byte === openList ? 1 : 0;
    inString = byte === quote;
    if (depth > 0 || inString) at++;
  }

  function finish(bytes: Buffer): void {
    if (expected === "name" || expected === "name or end") {
      name = String(parsed(bytes));
      if (names.size === names.add(name).size) throw new Irregular();
      expected = "colon";
    } else if (expected === "text" || expected === "text or end") {
      visitor.text(bytes, base + begun);
      expected = "comma or end of texts";
    } else {
      visitor.part(name, parsed(bytes));
      expected = "comma or end";
    }
  }

  function scan(): void {
    while (at < filled) {
      if (begun >= 0) {
        if (!findEnd()) return;
        finish(buffer.subarray(begun, at));
        begun = -1;
        continue;
      }
      const byte = buffer[at]!;
      if (byte === space || byte === lineFeed || byte === carriageReturn || byte === tab) {
        at++;
        continue;
      }
      const next = step(expected, byte, name);
      if (next === "begin") begin();
      else {
        expected = next;
        at++;
      }
    }
  }

  for (let isFirst = true; ; isFirst = false) {
    signal?.throwIfAborted();
    if (buffer.length - filled < atOnce) {
      const from = begun >= 0 ? begun : at;
      const room = filled - from > buffer.length / 2 ? Buffer.allocUnsafe(buffer.length * 2) : buffer;
      buffer.copy(room, 0, from, filled);
      [buffer, base, filled, at, begun] = [room, base + from, filled - from, at - from, begun >= 0 ? 0 : -1];
    }
    const { bytesRead } = await file.read(buffer, filled, atOnce, base + filled);
    if (bytesRead === 0) break;
    hash.update(buffer.subarray(filled, filled + bytesRead));
    filled += bytesRead;
    if (isFirst && buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) at = 3;
    scan();
    visitor.progress?.(base + filled);
    await setImmediate();
  }
  if (expected !== "nothing") throw new Irregular();
  return { hasTexts: names.has("texts") };
}

function isBoundary(byte: number): boolean {
  return byte <= space || byte === comma || byte === closeList || byte === close || byte === colon || byte === quote;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new Irregular();
  }
}

/** Returns what is expected after this byte, or "begin" if a value or a name begins with it. */
function step(expected: Expected, byte: number, name: string): Expected | "begin" {
  switch (expected) {
    case "object":
      if (byte === open) return "name or end";
      break;
    case "name or end":
      if (byte === close) return "nothing";
      if (byte === quote) return "begin";
      break;
    case "name":
      if (byte === quote) return "begin";
      break;
    case "colon":
      if (byte === colon) return name === "texts" ? "texts" : "value";
      break;
    case "value":
    case "text":
      return "begin";
    case "comma or end":
      if (byte === comma) return "name";
      if (byte === close) return "nothing";
      break;
    case "texts":
      if (byte === openList) return "text or end";
      break;
    case "text or end":
      return byte === closeList ? "comma or end" : "begin";
    case "comma or end of texts":
      if (byte === comma) return "text";
      if (byte === closeList) return "comma or end";
      break;
    case "nothing":
      break;
  }
  throw new Irregular();
}
