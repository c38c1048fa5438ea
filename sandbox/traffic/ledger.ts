/**
 * Every request that the service received, without its secrets: no header, no body, and only query values that the
 * documents name.
 */
import * as z from "zod";
import { operationOf, operations } from "../../api/index.ts";
import type { Effect, OperationId } from "../../api/index.ts";
import type { State } from "../base/state.ts";

export interface LedgerItem {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** null if there was no answer: the request stalled, or its connection was cut. */
  readonly status: number | null;
  readonly operation: string | null;
  /**
   * The effect of the call, according to the operation table and the call's payload; null if the request matches no
   * operation, or ended before its body was read as JSON.
   */
  readonly effect: Effect | null;
  readonly clientId?: string;
  readonly bodyBytes: number;
}

/** The maximum number of items; the oldest are removed first. */
const kept = 100_000;

export function addToLedger(state: State, item: LedgerItem): void {
  state.run("INSERT INTO ledger (itemJson) VALUES (?)", JSON.stringify(item));
  state.run("DELETE FROM ledger WHERE number <= (SELECT max(number) FROM ledger) - ?", kept);
}

export function readLedger(state: State): readonly LedgerItem[] {
  return state
    .all<{ itemJson: string }>("SELECT itemJson FROM ledger ORDER BY number")
    .map((row) => JSON.parse(row.itemJson) as LedgerItem);
}

const documented = new Set(
  Object.keys(operations).flatMap((id) => {
    const { query } = operationOf(id as OperationId);
    return query instanceof z.ZodObject ? Object.keys(query.shape).map((name) => name.toLowerCase()) : [];
  }),
);

/** Returns the query without the values of undocumented parameters, which could contain anything. */
export function redactQuery(query: URLSearchParams): string {
  const shown = new URLSearchParams();
  for (const [name, value] of query) shown.append(name, documented.has(name.toLowerCase()) ? value : "…");
  return shown.toString();
}
