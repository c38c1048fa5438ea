/** What answers each operation of audit. */
import type { Handler } from "../call.ts";

export const auditHandlers = {} as const satisfies Record<string, Handler>;
