/** Document 2, Audit: events of one company. */
import type { Operation } from "../operation.ts";

export const auditOperations = {} as const satisfies Record<string, Operation>;
