/** Returns the message of anything that was thrown, for the log or as a part of a sentence. */

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
