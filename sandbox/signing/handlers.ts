/** What answers each operation of digital signing. */
import type { Handler } from "../call.ts";

export const signingHandlers = {} as const satisfies Record<string, Handler>;
