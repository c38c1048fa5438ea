/**
 * The body of a request: JSON with files as base64. A file is encoded piece by piece while it is sent, so that its
 * base64, a third larger than the file, is never in memory.
 */
import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";

/**
 * The files of a body, by the string that marks the place of each file. The bytes must not change before the call has
 * ended.
 */
export type Files = ReadonlyMap<string, Uint8Array>;

export interface Payload {
  /** JSON; a unique string marks the place of each file. */
  readonly json: string;
  readonly files: Files;
}

/** Returns a string that marks the place of a file in a body: valid base64, and unique. */
export function placeOfFile(): string {
  return randomBytes(24).toString("base64");
}

/** Counts the files that have no place in the body, or more than one. */
export function misplacedFiles({ json, files }: Payload): number {
  return [...files.keys()].filter((place) => json.split(JSON.stringify(place)).length !== 2).length;
}

/** Returns how many bytes `streamOf` sends. */
export function lengthOf({ json, files }: Payload): number {
  return (
    Buffer.byteLength(json) +
    [...files].reduce((sum, [place, { length }]) => sum + 4 * Math.ceil(length / 3) - place.length, 0)
  );
}

/** Makes a new stream; each sending needs its own. */
export function streamOf(payload: Payload): Readable {
  return Readable.from(piecesOf(payload), { objectMode: false });
}

/** A multiple of 3, so that the base64 of the pieces is that of the whole file. */
const pieceSize = 48 * 1024;

function* piecesOf({ json, files }: Payload): Generator<Buffer> {
  const placed = [...files]
    .map(([place, bytes]) => ({ at: json.indexOf(JSON.stringify(place)) + 1, place, bytes }))
    .sort((left, right) => left.at - right.at);
  let from = 0;
  for (const { at, place, bytes } of placed) {
    yield Buffer.from(json.slice(from, at));
    for (let start = 0; start < bytes.length; start += pieceSize) {
      const piece = bytes.subarray(start, start + pieceSize);
      yield Buffer.from(Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString("base64"), "latin1");
    }
    from = at + place.length;
  }
  yield Buffer.from(json.slice(from));
}

/** Returns the hash that a ticket is bound to. It covers every byte of the JSON and of the files. */
export function digestOfPayload({ json, files }: Payload): string {
  const hash = createHash("sha256").update(json);
  for (const [place, bytes] of files) hash.update(`\n${place} ${bytes.length}\n`).update(bytes);
  return hash.digest("hex");
}
