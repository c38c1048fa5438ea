/** The document store. */
import type { Service } from "../base/service.ts";
import { storeChoices } from "./choices.ts";
import { storeControl } from "./control.ts";
import { storeHandlers } from "./handlers.ts";
import { storeRefusals } from "./refusals.ts";
import { storeSchema } from "./schema.ts";
import { seedStore } from "./seed.ts";

export const store = {
  handlers: storeHandlers,
  refusals: storeRefusals,
  choices: storeChoices,
  schema: storeSchema,
  control: storeControl,
  seed: seedStore,
} as const satisfies Service;
