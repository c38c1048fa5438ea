/** Document 2, Digital signing: orders, their files and reminders. */
import type { Operation } from "../operation.ts";

export const signingOperations = {} as const satisfies Record<string, Operation>;
