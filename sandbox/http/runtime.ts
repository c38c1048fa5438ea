/** What all requests of one sandbox share. */
import type { OutboxItem } from "../base/call.ts";
import type { State } from "../base/state.ts";
import type { LedgerItem } from "../traffic/ledger.ts";
import type { Between, Fault } from "./faults.ts";

export interface Runtime {
  readonly state: State;
  readonly faults: Fault[];
  readonly betweens: Between[];
  /** Requests that a fault of latency holds; `DELETE /faults` lets them go on. */
  readonly held: Set<AbortController>;
  readonly log: (line: string) => void;
  readonly heard: (call: LedgerItem, sent: readonly OutboxItem[]) => void;
  /** Ends what goes on after an answer. */
  readonly signal: AbortSignal;
  /** Host header values that are the sandbox's own. */
  readonly hosts: ReadonlySet<string>;
  readonly origin: string;
  /** Does a call without going through the network, for the company; for the foreign write of a test. */
  readonly inside: (write: Between["write"], company: string) => Promise<Response>;
}
