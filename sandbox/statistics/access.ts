/** The refusals for callers who must not read statistics. Each has only a status and no body (document 2, "Errors"). */
import type { AccessRefusals } from "../base/route.ts";

/**
 * A token for another service counts as no token here (T93). A token without a company gets a different status from
 * each of the two calls (T94).
 */
function refusals(company: "prometheus-no-company" | "statistics-no-company"): AccessRefusals {
  return { token: "statistics-token", scope: "statistics-token", company, failed: "statistics-failed" };
}

export const statisticsExceptions = {
  "statistics.analytics": { refusals: refusals("statistics-no-company") },
  "statistics.prometheus": { refusals: refusals("prometheus-no-company") },
} as const;
