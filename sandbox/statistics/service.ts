/** Statistics. */
import type { Service } from "../base/service.ts";
import { statisticsExceptions } from "./access.ts";
import { statisticsChoices } from "./choices.ts";
import { statisticsControl } from "./control.ts";
import { statisticsHandlers } from "./handlers.ts";
import { count } from "./listen.ts";
import { statisticsRefusals } from "./refusals.ts";
import { statisticsSchema } from "./schema.ts";
import { seedStatistics } from "./seed.ts";

export const statistics = {
  handlers: statisticsHandlers,
  exceptions: statisticsExceptions,
  refusals: statisticsRefusals,
  choices: statisticsChoices,
  schema: statisticsSchema,
  control: statisticsControl,
  seed: seedStatistics,
  listener: count,
} as const satisfies Service;
