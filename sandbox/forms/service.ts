/** Forms, the Smartforms from which they are made, and their PDFs. */
import type { Service } from "../base/service.ts";
import { formsChoices } from "./choices.ts";
import { formsControl } from "./control.ts";
import { formsHandlers } from "./handlers.ts";
import { importSmartforms } from "./import.ts";
import { formsRefusals } from "./refusals.ts";
import { formsSchema } from "./schema.ts";
import { screenRoutes } from "./screen.ts";
import { seedForms } from "./seed.ts";

export const forms = {
  handlers: formsHandlers,
  routes: screenRoutes,
  refusals: formsRefusals,
  choices: formsChoices,
  schema: formsSchema,
  control: formsControl,
  seed: seedForms,
  importCatalog: importSmartforms,
} as const satisfies Service;
