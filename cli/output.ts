/** Prints the output of the programs completely, or reports that it is incomplete. */
import { fstatSync, writeSync } from "node:fs";

let hasFailed = false;

/**
 * Does not write to a file through Node's own stream, which ignores how much of a chunk the file accepted: on a full
 * disk, a report would end in the middle without an error.
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

/** Characters per write: a separate write for each finding would take longer than the check. */
const piece = 65_536;

export function printAll(parts: Iterable<string>): void {
  let waiting = "";
  for (const part of parts) {
    waiting += part;
    if (waiting.length < piece) continue;
    print(waiting);
    waiting = "";
  }
  print(waiting);
}

/** Reports that the output is incomplete, and ends the program with exit status 2. */
export function endUnwritten({ code, message }: NodeJS.ErrnoException): void {
  hasFailed = true;
  const why = code === "EPIPE" ? "the program that reads it stopped early" : message;
  process.stderr.write(`smartform: Not all of the output was written: ${why}.\n`, () => process.exit(2));
}

function isFile(): boolean {
  try {
    return fstatSync(process.stdout.fd).isFile();
  } catch {
    // Standard output is closed. The stream reports this when something is written to it.
    return false;
  }
}
