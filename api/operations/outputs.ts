/** Document 3, Outputs: finished documents from data, a session or a DXML. */
import type { Operation } from "../operation.ts";

export const outputsOperations = {} as const satisfies Record<string, Operation>;
