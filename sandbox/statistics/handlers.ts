/** The handlers of the operations of statistics. */
import type { Handler } from "../base/call.ts";
import { analytics } from "./analytics.ts";
import { prometheus } from "./prometheus.ts";

export const statisticsHandlers = {
  "statistics.analytics": analytics,
  "statistics.prometheus": prometheus,
} as const satisfies Record<string, Handler>;
