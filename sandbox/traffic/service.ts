/** Incoming requests, and what would have been sent. */
import type { Service } from "../base/service.ts";
import { trafficControl } from "./control.ts";
import { trafficSchema } from "./schema.ts";
import { seedTraffic } from "./seed.ts";

export const traffic = {
  schema: trafficSchema,
  control: trafficControl,
  seed: seedTraffic,
} as const satisfies Service;
