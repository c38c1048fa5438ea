/** Shows the outgoing and incoming traffic to tests. */
import type { Handler } from "../base/call.ts";
import type { ControlRow } from "../base/route.ts";
import { readLedger } from "./ledger.ts";
import { readOutbox } from "./outbox.ts";

function emptied(table: "outbox" | "ledger"): Handler {
  return ({ state }) => {
    state.run(`DELETE FROM ${table}`);
    return { json: {} };
  };
}

export const trafficControl: readonly ControlRow[] = [
  ["GET", "/outbox", ({ state }) => ({ json: { items: readOutbox(state) } })],
  ["DELETE", "/outbox", emptied("outbox")],
  ["GET", "/ledger", ({ state }) => ({ json: { items: readLedger(state) } })],
  ["DELETE", "/ledger", emptied("ledger")],
];
