/** The state that all requests of one sandbox share. */
import type { OutboxItem } from "../base/call.ts";
import type { State } from "../base/state.ts";
import type { LedgerItem } from "../traffic/ledger.ts";
import type { Between, Fault } from "./faults.ts";

export interface Runtime {
  readonly state: State;
  readonly faults: Fault[];
  readonly betweens: Between[];
  /** Requests held by a latency fault; `DELETE /faults` releases them. */
  readonly held: Set<AbortController>;
  readonly log: (line: string) => void;
  readonly heard: (call: LedgerItem, sent: readonly OutboxItem[]) => void;
  /** Aborts work that continues after an answer. */
  readonly signal: AbortSignal;
  /** The Host header values of the sandbox itself. */
  readonly hosts: ReadonlySet<string>;
  readonly origin: string;
  /** Makes the foreign write that a test requested, as a call of the company and without the network. */
  readonly inside: (write: Between["write"], company: string) => Promise<Response>;
}
