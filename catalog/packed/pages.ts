/**
 * Reads a packed index page by page, and checks each page when it is read. Each page has a fixed place in a memory of
 * `mostPages` pages. Pages share a place only if the index has more pages than that, so each page of a smaller index is
 * read only once.
 */
import { crc32 } from "node:zlib";
import { pageSize, readHead } from "./format.ts";
import type { Head, Section, SectionName } from "./format.ts";
import { HeldFile } from "./heldFile.ts";

/** The index is not what was written. It can be made again from the catalog file. */
export class DamagedIndex extends Error {}

/** Whether the error says that a file is damaged or cannot be read, and not that the program is wrong. */
export function isOfTheFile(error: unknown): boolean {
  return error instanceof DamagedIndex || (error instanceof Error && "code" in error);
}

/** How many pages are in a block. */
const atOnce = 64;
/** How many pages stay in memory. */
const mostPages = 4096;

export class Pages<Name extends string = SectionName> {
  readonly head: Head<Name>;
  readonly #file: HeldFile;
  readonly #checksums: Uint32Array;
  /** The system gives memory only to the pages that are used. */
  readonly #memory = Buffer.allocUnsafeSlow(mostPages * pageSize);
  /**
   * How many pages are read at a time. If at least half of the index fits into the memory, the neighbours of a page are
   * read with it, because they are likely to be needed soon.
   */
  readonly #together: number;
  /** The numbers of the pages in memory; 0 where no page is. */
  readonly #numbers = new Int32Array(mostPages);

  /** Throws DamagedIndex, or the system's errors. The file is then closed: Windows does not replace an open file. */
  constructor(path: string) {
    this.#file = new HeldFile(path);
    try {
      [this.head, this.#checksums] = this.#readHead();
    } catch (error) {
      this.#file.close();
      throw error;
    }
    this.#together = this.#checksums.length < 2 * mostPages ? 16 : 1;
  }

  #readHead(): readonly [Head<Name>, Uint32Array] {
    const head = readHead<Name>(this.#read(0, pageSize));
    if (head === undefined || this.#file.size !== head.checksums.start + head.checksums.length)
      throw new DamagedIndex();
    const checksums = this.#read(head.checksums.start, head.checksums.length);
    if (crc32(checksums) !== head.checksum) throw new DamagedIndex();
    return [head, new Uint32Array(checksums.buffer, 0, checksums.length / 4)];
  }

  /** Returns the number at this place, which must be divisible by four. */
  number(place: number): number {
    const from = place % pageSize;
    return this.#memory.readUInt32LE(this.#load((place - from) / pageSize) + from);
  }

  /** Returns the JSON at this place, whose length in bytes is written before it. */
  record(place: number): string {
    const from = place % pageSize;
    if (from + 4 <= pageSize) {
      const at = this.#load((place - from) / pageSize) + from;
      const length = this.#memory.readUInt32LE(at);
      if (from + 4 + length <= pageSize) return this.#memory.toString("utf8", at + 4, at + 4 + length);
    }
    return this.bytes(place + 4, this.#lengthAt(place)).toString("utf8");
  }

  /** Returns the place right after the JSON at this place. */
  behind(place: number): number {
    return place + 4 + this.#lengthAt(place);
  }

  /**
   * Yields the bytes of a section, a block at a time, from its beginning to its end. Each block is overwritten by the
   * next one.
   */
  *blocks({ start, length }: Section): Generator<Buffer, void, undefined> {
    const end = start + length;
    const memory = Buffer.allocUnsafeSlow(atOnce * pageSize);
    for (let place = start; place < end;) {
      const first = Math.floor(place / pageSize);
      const count = Math.min(atOnce, this.#checksums.length + 1 - first);
      const block = memory.subarray(0, count * pageSize);
      if (!this.#file.fill(block, first * pageSize)) throw new DamagedIndex();
      for (let each = 0; each < count; each++)
        if (crc32(block.subarray(each * pageSize, (each + 1) * pageSize)) !== this.#checksums[first + each - 1])
          throw new DamagedIndex();
      yield block.subarray(place - first * pageSize, end - first * pageSize);
      place = (first + count) * pageSize;
    }
  }

  #lengthAt(place: number): number {
    return this.bytes(place, 4).readUInt32LE();
  }

  bytes(place: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length;) {
      const from = (place + done) % pageSize;
      const at = this.#load((place + done - from) / pageSize);
      done += this.#memory.copy(bytes, done, at + from, at + pageSize);
    }
    return bytes;
  }

  /** Returns where in the memory the page is. */
  #load(number: number): number {
    const at = (number % mostPages) * pageSize;
    if (this.#numbers[number % mostPages] === number) return at;
    const first = number - (number % this.#together);
    const count = Math.min(this.#together, this.#checksums.length + 1 - first);
    const slot = first % mostPages;
    this.#numbers.fill(0, slot, slot + count);
    const pages = this.#memory.subarray(slot * pageSize, (slot + count) * pageSize);
    if (count < 1 || !this.#file.fill(pages, first * pageSize)) throw new DamagedIndex();
    for (let each = 0; each < count; each++)
      if (crc32(pages.subarray(each * pageSize, (each + 1) * pageSize)) === this.#checksums[first + each - 1])
        this.#numbers[slot + each] = first + each;
    if (this.#numbers[slot + number - first] !== number) throw new DamagedIndex();
    return at;
  }

  #read(place: number, length: number): Buffer {
    const bytes = this.#file.read(place, length);
    if (bytes === undefined) throw new DamagedIndex();
    return bytes;
  }
}
