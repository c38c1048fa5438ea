/** The Text Library. */
import type { Service } from "../base/service.ts";
import { libraryChoices } from "./choices.ts";
import { libraryHandlers } from "./handlers.ts";
import { importLibrary } from "./import.ts";
import { libraryRefusals } from "./refusals.ts";
import { librarySchema } from "./schema.ts";
import { seedLibrary } from "./seed.ts";

export const library = {
  handlers: libraryHandlers,
  refusals: libraryRefusals,
  choices: libraryChoices,
  schema: librarySchema,
  seed: seedLibrary,
  importCatalog: importLibrary,
} as const satisfies Service;
