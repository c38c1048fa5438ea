/** The document editor. */
import type { Service } from "../base/service.ts";
import { documentsChoices } from "./choices.ts";
import { documentsControl } from "./control.ts";
import { editorRoutes } from "./editor.ts";
import { documentsHandlers } from "./handlers.ts";
import { documentsRefusals } from "./refusals.ts";
import { documentsSchema } from "./schema.ts";
import { seedDocuments } from "./seed.ts";
import { maintainSessions } from "./session.ts";

export const documents = {
  handlers: documentsHandlers,
  routes: editorRoutes,
  refusals: documentsRefusals,
  choices: documentsChoices,
  schema: documentsSchema,
  control: documentsControl,
  seed: seedDocuments,
  catchUp: maintainSessions,
} as const satisfies Service;
