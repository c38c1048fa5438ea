/** Refusals of the archive. */
import type { RefusalRow } from "../refusals.ts";

export const archiveRefusals = {} as const satisfies Record<string, RefusalRow>;
