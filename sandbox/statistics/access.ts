/** Who may not read statistics, and what they are told (document 2, "Errors"): nothing but a status. */
import type { OperationId } from "../../api/index.ts";
import type { AccessRefusals } from "../base/route.ts";

/** A token for another service is no token here (T93); without a company the two calls differ (T94). */
export function statisticsAccess(operation: OperationId): AccessRefusals {
  return {
    token: "statistics-token",
    scope: "statistics-token",
    company: operation === "statistics.prometheus" ? "prometheus-no-company" : "statistics-no-company",
  };
}
