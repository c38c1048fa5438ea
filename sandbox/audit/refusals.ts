/** Refusals of audit. */
import type { RefusalRow } from "../refusals.ts";

export const auditRefusals = {} as const satisfies Record<string, RefusalRow>;
