/** The connected viewer archive. */
import type { Service } from "../base/service.ts";
import { viewerHandlers } from "./handlers.ts";
import { viewerRefusals } from "./refusals.ts";
import { viewerSchema } from "./schema.ts";
import { seedViewer } from "./seed.ts";

export const viewer = {
  handlers: viewerHandlers,
  refusals: viewerRefusals,
  schema: viewerSchema,
  seed: seedViewer,
} as const satisfies Service;
