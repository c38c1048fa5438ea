/** The connected viewer archive. */
import type { Service } from "../base/service.ts";
import { viewerChoices } from "./choices.ts";
import { viewerHandlers } from "./handlers.ts";
import { viewerRefusals } from "./refusals.ts";
import { viewerSchema } from "./schema.ts";
import { seedViewer } from "./seed.ts";

export const viewer = {
  handlers: viewerHandlers,
  refusals: viewerRefusals,
  choices: viewerChoices,
  schema: viewerSchema,
  seed: seedViewer,
} as const satisfies Service;
