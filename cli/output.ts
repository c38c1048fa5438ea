/** What the programs print for others to read: whole, or with a word that it is not. */
import { fstatSync, writeSync } from "node:fs";

let hasFailed = false;

/**
 * Node's own stream does not look how much of a piece a file took: on a full disk a report would end in the middle,
 * without a word.
 */
export function print(text: string): void {
  if (hasFailed) return;
  if (!isFile()) {
    process.stdout.write(text);
    return;
  }
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += writeSync(process.stdout.fd, bytes, at);
  } catch (error) {
    endUnwritten(error as NodeJS.ErrnoException);
  }
}

/** Says that what was printed is not whole, and ends the program with 2. */
export function endUnwritten({ code, message }: NodeJS.ErrnoException): void {
  hasFailed = true;
  const why = code === "EPIPE" ? "whatever reads it stopped early" : message;
  process.stderr.write(`smartform: Not all of the output was written: ${why}.\n`, () => process.exit(2));
}

function isFile(): boolean {
  try {
    return fstatSync(process.stdout.fd).isFile();
  } catch {
    // It is closed, which the stream knows how to tell.
    return false;
  }
}
