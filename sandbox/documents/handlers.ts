/** What answers each operation of the document editor, its store and its distribution. */
import type { OperationId } from "../../api/index.ts";
import type { Handler } from "../base/call.ts";
import { distributionHandlers } from "../distribution/handlers.ts";
import { lookupHandlers } from "./lookups.ts";
import { outputHandlers } from "./outputs.ts";
import { sessionHandlers } from "./sessions.ts";
import { storeHandlers } from "../store/handlers.ts";
import { viewerHandlers } from "../viewer/handlers.ts";

export const documentsHandlers = {
  ...sessionHandlers,
  ...lookupHandlers,
  ...outputHandlers,
  ...storeHandlers,
  ...distributionHandlers,
  ...viewerHandlers,
} as const satisfies Partial<Record<OperationId, Handler>>;
