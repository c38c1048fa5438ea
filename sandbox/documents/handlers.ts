/** What answers each operation of the document editor, its store and its distribution. */
import type { Handler } from "../call.ts";

export const documentsHandlers = {} as const satisfies Record<string, Handler>;
