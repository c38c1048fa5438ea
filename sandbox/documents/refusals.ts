/** Refusals of the document editor, its store and its distribution. */
import type { RefusalRow } from "../refusals.ts";

export const documentsRefusals = {} as const satisfies Record<string, RefusalRow>;
