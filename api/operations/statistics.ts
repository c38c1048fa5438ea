/** Document 2, Statistics: counts of events per hour. */
import type { Operation } from "../operation.ts";

export const statisticsOperations = {} as const satisfies Record<string, Operation>;
