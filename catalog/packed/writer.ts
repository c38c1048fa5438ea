/** Writes a packed index: section by section, page by page, so that no section has to be in memory as a whole. */
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { pageSize, writeHead } from "./format.ts";
import type { Section, SectionName } from "./format.ts";

/** Size of the buffer in bytes: a whole number of pages. */
const atOnce = 64 * pageSize;

export class IndexWriter<Name extends string = SectionName> implements Disposable {
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(atOnce);
  #filled = 0;
  readonly #length = Buffer.alloc(4);
  /**
   * In bytes: where in the file the buffer belongs. The head is written last, so that a half-written file has no head.
   */
  #written = pageSize;
  readonly #checksums: number[] = [];
  readonly #sections: Partial<Record<Name, Section>> = {};

  /** Creates the file. Throws the system's errors. */
  constructor(path: string) {
    this.#file = openSync(path, "wx+", 0o600);
  }

  /** In bytes, from the beginning of the file: where the next `add` writes. */
  get place(): number {
    return this.#written + this.#filled;
  }

  add(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length;) {
      const part = bytes.subarray(from, from + atOnce - this.#filled);
      this.#buffer.set(part, this.#filled);
      this.#filled += part.length;
      from += part.length;
      if (this.#filled === atOnce) this.#flush();
    }
  }

  /** Adds JSON with its length, and returns its place. Throws if the file has become too long for places of 32 bits. */
  addRecord(json: string): number {
    const { place } = this;
    if (place >= 2 ** 32) throw new RangeError("The index has more than four gigabytes.");
    const bytes = Buffer.from(json);
    this.#length.writeUInt32LE(bytes.length);
    this.add(this.#length);
    this.add(bytes);
    return place;
  }

  /** Returns JSON that was added before. */
  record(place: number): string {
    const bytes = (from: number, length: number): Buffer => {
      const read = Buffer.alloc(length);
      const inFile = Math.max(0, Math.min(length, this.#written - from));
      if (inFile > 0) readSync(this.#file, read, 0, inFile, from);
      if (inFile < length)
        this.#buffer.copy(read, inFile, from + inFile - this.#written, from + length - this.#written);
      return read;
    };
    return bytes(place + 4, bytes(place, 4).readUInt32LE()).toString("utf8");
  }

  /** Says that everything since `start` belongs to this section. */
  end(name: Name, start: number): void {
    this.#sections[name] = { start, length: this.place - start };
  }

  /** Writes the checksums and the head. */
  finish(seed: number): void {
    const unused = (pageSize - (this.#filled % pageSize)) % pageSize;
    this.add(Buffer.alloc(unused));
    this.#flush();
    const checksums = Buffer.from(Uint32Array.from(this.#checksums).buffer);
    this.#write(checksums, this.#written);
    const head = writeHead({
      sections: this.#sections as Record<Name, Section>,
      checksums: { start: this.#written, length: checksums.length },
      checksum: crc32(checksums),
      seed,
    });
    this.#write(head, 0);
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }

  #flush(): void {
    for (let from = 0; from < this.#filled; from += pageSize)
      this.#checksums.push(crc32(this.#buffer.subarray(from, from + pageSize)));
    this.#write(this.#buffer.subarray(0, this.#filled), this.#written);
    this.#written += this.#filled;
    this.#filled = 0;
  }

  #write(bytes: Uint8Array, place: number): void {
    for (let from = 0; from < bytes.length;)
      from += writeSync(this.#file, bytes, from, bytes.length - from, place + from);
  }
}

/** Makes the next place divisible by eight, and returns it. */
export function align(writer: Pick<IndexWriter, "add" | "place">): number {
  writer.add(Buffer.alloc((8 - (writer.place % 8)) % 8));
  return writer.place;
}
