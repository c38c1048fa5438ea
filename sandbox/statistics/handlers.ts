/** What answers each operation of statistics. */
import type { Handler } from "../call.ts";

export const statisticsHandlers = {} as const satisfies Record<string, Handler>;
