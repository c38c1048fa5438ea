/** Distribution of documents. */
import type { Service } from "../base/service.ts";
import { distributionChoices } from "./choices.ts";
import { distributionControl } from "./control.ts";
import { distributionHandlers } from "./handlers.ts";
import { distributionRefusals } from "./refusals.ts";
import { distributionSchema } from "./schema.ts";
import { seedDistribution } from "./seed.ts";

export const distribution = {
  handlers: distributionHandlers,
  refusals: distributionRefusals,
  choices: distributionChoices,
  schema: distributionSchema,
  control: distributionControl,
  seed: seedDistribution,
} as const satisfies Service;
