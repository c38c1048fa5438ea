/** What answers each operation of the document editor, its store and its distribution. */
import type { OperationId } from "../../api/index.ts";
import type { Handler } from "../call.ts";
import { distributionHandlers } from "./distribution.ts";
import { lookupHandlers } from "./lookups.ts";
import { outputHandlers } from "./outputs.ts";
import { sessionHandlers } from "./sessions.ts";
import { storeHandlers } from "./store.ts";
import { viewerHandlers } from "./viewer.ts";

export const documentsHandlers = {
  ...sessionHandlers,
  ...lookupHandlers,
  ...outputHandlers,
  ...storeHandlers,
  ...distributionHandlers,
  ...viewerHandlers,
} as const satisfies Partial<Record<OperationId, Handler>>;
