/** What came in and what would have gone out. */
import type { Service } from "../base/service.ts";
import { trafficControl } from "./control.ts";
import { trafficSchema } from "./schema.ts";
import { seedTraffic } from "./seed.ts";

export const traffic = {
  schema: trafficSchema,
  control: trafficControl,
  seed: seedTraffic,
} as const satisfies Service;
