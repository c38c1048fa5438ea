/** The handlers of the document editor's operations. */
import type { OperationId } from "../../api/index.ts";
import type { Handler } from "../base/call.ts";
import { lookupHandlers } from "./lookups.ts";
import { outputHandlers } from "./outputs.ts";
import { sessionHandlers } from "./sessions.ts";

export const documentsHandlers = {
  ...sessionHandlers,
  ...lookupHandlers,
  ...outputHandlers,
} as const satisfies Partial<Record<OperationId, Handler>>;
