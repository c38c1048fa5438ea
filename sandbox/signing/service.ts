/** Digital signing. */
import type { Service } from "../base/service.ts";
import { signingChoices } from "./choices.ts";
import { signingControl } from "./control.ts";
import { signingHandlers } from "./handlers.ts";
import { signingPageRoutes } from "./page.ts";
import { signingRefusals } from "./refusals.ts";
import { signingSchema } from "./schema.ts";
import { seedSigning } from "./seed.ts";

/** 72 MiB: files are sent as base64, for which the general limit is too small. */
const withFiles = { maximumBody: 72 * 1024 * 1024 };

export const signing = {
  handlers: signingHandlers,
  exceptions: { "signing.orders.create": withFiles },
  routes: signingPageRoutes,
  refusals: signingRefusals,
  choices: signingChoices,
  schema: signingSchema,
  control: signingControl,
  seed: seedSigning,
} as const satisfies Service;
