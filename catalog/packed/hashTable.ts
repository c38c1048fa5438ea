/** A table that leads from the hash of a string to the places of records; two strings may have the same hash. */
import { align } from "./writer.ts";
import type { IndexWriter } from "./writer.ts";
import type { Pages } from "./pages.ts";
import type { Section, SectionName } from "./format.ts";

/** The size of an entry in bytes: a place and a hash. */
const entry = 8;

/** Collects the entries of a table. */
export class HashTable {
  /** Alternately a place and its hash. */
  #numbers = new Uint32Array(1024);
  #length = 0;

  add(hash: number, place: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length++] = place;
    this.#numbers[this.#length++] = hash;
  }

  /** Writes the entries in the order of their hashes, and of their places where the hashes are equal. */
  write(writer: IndexWriter, name: SectionName): void {
    const start = align(writer);
    writer.add(new Uint8Array(this.sorted().buffer, 0, this.#length * 4));
    writer.end(name, start);
  }

  /** Yields the places of entries with equal hashes. */
  *twins(): Generator<readonly number[]> {
    const numbers = this.sorted();
    for (let first = 0, next = 2; first < this.#length; first = next, next += 2) {
      while (next < this.#length && numbers[next + 1] === numbers[first + 1]) next += 2;
      if (next > first + 2) yield Array.from({ length: (next - first) / 2 }, (_, index) => numbers[first + index * 2]!);
    }
  }

  sorted(): Uint32Array<ArrayBuffer> {
    // Sorts each entry as one number of 64 bits. On little-endian processors, the hash is its upper half.
    new BigUint64Array(this.#numbers.buffer, 0, this.#length / 2).sort();
    return this.#numbers;
  }
}

/** Returns the places of the records that were added with this hash, in the order of the catalog file. */
export function placesOf(hash: number, { start, length }: Section, pages: Pages): readonly number[] {
  const count = length / entry;
  const hashAt = (index: number): number => pages.number(start + index * entry + 4);
  // Hashes are spread evenly, so the first guess is nearly right. Every second guess halves what is left.
  let [low, high, lowHash, highHash] = [0, count, 0, 2 ** 32];
  for (let halves = false; low < high; halves = !halves) {
    const share = halves ? 0.5 : (hash - lowHash) / (highHash - lowHash);
    const guess = Math.min(high - 1, low + Math.floor(share * (high - low)));
    const found = hashAt(guess);
    if (found < hash) [low, lowHash] = [guess + 1, found];
    else [high, highHash] = [guess, Math.max(found, lowHash + 1)];
  }
  const places: number[] = [];
  for (let index = low; index < count && hashAt(index) === hash; index++)
    places.push(pages.number(start + index * entry));
  return places;
}
