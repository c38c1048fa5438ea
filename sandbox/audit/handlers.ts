/** The handlers of audit's operations. */
import type { Handler } from "../base/call.ts";
import { readEvent, searchEvents } from "./search.ts";
import { writeEvent } from "./write.ts";

export const auditHandlers = {
  "audit.search": searchEvents,
  "audit.get": readEvent,
  "audit.write": writeEvent,
} as const satisfies Record<string, Handler>;
