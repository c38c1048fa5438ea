/** Document 3, Sessions: editing sessions, attachments and lookups. */
import type { Operation } from "../operation.ts";

export const sessionsOperations = {} as const satisfies Record<string, Operation>;
