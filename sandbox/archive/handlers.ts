/** What answers each operation of the archive. */
import type { Handler } from "../call.ts";

export const archiveHandlers = {} as const satisfies Record<string, Handler>;
