/** Reads standard input up to a limit. */
import { addAbortSignal } from "node:stream";
import { largerThan } from "../catalog/index.ts";
import { Problem, shownName } from "./problem.ts";

/**
 * Ctrl-C ends the wait. `name` is for messages, `largest` is in bytes. Rejects with Problem if the input is longer than
 * `largest`.
 */
export async function readStandardInput(
  name: string,
  { largest, signal }: { readonly largest: number; readonly signal: AbortSignal },
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of addAbortSignal(signal, process.stdin) as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > largest) throw new Problem(`${shownName(name)} cannot be read (${largerThan(largest)}).`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
