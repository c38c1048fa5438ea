/** What went wrong, as the log and a sentence around it say it: whatever was thrown. */

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
