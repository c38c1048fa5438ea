/** Prints warnings on standard error, each once. */
import { printable } from "./problem.ts";

/** Returns a function that prints a sentence as a line, unless it has printed it before. */
export function warner(): (message: string) => void {
  const warned = new Set<string>();
  return (message) => {
    if (!warned.has(message)) process.stderr.write(`smartform: ${printable(message)}\n`);
    warned.add(message);
  };
}
