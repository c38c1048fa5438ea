/** Document 3, Document store. */
import type { Operation } from "../operation.ts";

export const storeOperations = {} as const satisfies Record<string, Operation>;
