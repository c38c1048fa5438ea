/** Document 3, Distribution and the connected viewer archive. */
import type { Operation } from "../operation.ts";

export const distributionOperations = {} as const satisfies Record<string, Operation>;
