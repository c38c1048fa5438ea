/** Document 2, Archive: documents with versions. */
import type { Operation } from "../operation.ts";

export const archiveOperations = {} as const satisfies Record<string, Operation>;
