/**
 * The state of the sandbox, as its services use it: one database, the service's clock, and transactions that apply all
 * of their effects or none.
 */
import { randomUUID } from "node:crypto";
import type { SQLInputValue } from "node:sqlite";
import type { ChoiceId } from "./choice.ts";
import type { ServiceEvent } from "./event.ts";

type Row = Record<string, SQLInputValue>;

/** Receives every event; `at` is milliseconds of the service's clock. */
export type Listener = (state: State, event: ServiceEvent & { readonly at: number }) => void;

export interface State {
  /** Returns all rows of a query; statements are prepared once. */
  all<T = Row>(sql: string, ...values: SQLInputValue[]): T[];
  one<T = Row>(sql: string, ...values: SQLInputValue[]): T | undefined;
  /** Returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Applies all effects of `work`, or none. */
  transaction<T>(work: () => T): T;
  /** Milliseconds of the service's clock, which `POST /clock` moves. */
  now(): number;
  advance(milliseconds: number): void;
  /**
   * A secret that stays the same when the sandbox restarts with the same state: the same name gives the same secret.
   */
  secret(name: string): string;
  /** Returns the current alternative of a choice. */
  choice(id: ChoiceId): string;
  choose(id: ChoiceId, alternative: string): void;
  /** Restores the sandbox's default choices. */
  forgetChoices(): void;
  /** The receivers of every event: audit and statistics. */
  readonly listeners: readonly Listener[];
  meta(key: string): string | undefined;
  setMeta(key: string, value: string): void;
  close(): void;
}

export function newId(): string {
  return randomUUID();
}
