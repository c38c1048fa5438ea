/** A file that stays open for reading for as long as somebody may read from it. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { openToRead } from "../../disk/index.ts";

const files = new FinalizationRegistry(closeSync);

export class HeldFile {
  readonly #file: number;

  /** Throws the system's errors, and an error if the path is not that of a regular file. */
  constructor(path: string) {
    this.#file = openSync(path, openToRead);
    files.register(this, this.#file, this);
    if (fstatSync(this.#file).isFile()) return;
    this.close();
    throw new Error("There is no regular file.");
  }

  /** Closes the file at once. Nothing can be read from it afterwards. */
  close(): void {
    files.unregister(this);
    closeSync(this.#file);
  }

  /** The current size in bytes. */
  get size(): number {
    return fstatSync(this.#file).size;
  }

  /** Returns undefined if the file ends before the last of these bytes. */
  read(place: number, length: number): Buffer | undefined {
    const bytes = Buffer.allocUnsafeSlow(length);
    return this.fill(bytes, place) ? bytes : undefined;
  }

  /** Returns whether the file had enough bytes at this place. */
  fill(bytes: Uint8Array, place: number): boolean {
    for (let done = 0; done < bytes.length;) {
      const read = readSync(this.#file, bytes, done, bytes.length - done, place + done);
      if (read === 0) return false;
      done += read;
    }
    return true;
  }
}
