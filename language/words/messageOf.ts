/** The words of whatever was thrown, for the log or to be put into a sentence. */

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
