/** Refusals of statistics. */
import type { RefusalRow } from "../refusals.ts";

export const statisticsRefusals = {} as const satisfies Record<string, RefusalRow>;
