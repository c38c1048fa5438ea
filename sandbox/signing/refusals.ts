/** Refusals of digital signing. */
import type { RefusalRow } from "../refusals.ts";

export const signingRefusals = {} as const satisfies Record<string, RefusalRow>;
