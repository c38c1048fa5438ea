/** The sandbox's state as services see it: one database, its clock, and one transaction for every effect. */
import { randomUUID } from "node:crypto";
import type { SQLInputValue } from "node:sqlite";
import type { ChoiceId } from "./choice.ts";
import type { ServiceEvent } from "./event.ts";

type Row = Record<string, SQLInputValue>;

/** Hears of what happened; `at` is milliseconds of the service's clock. */
export type Listener = (state: State, event: ServiceEvent & { readonly at: number }) => void;

export interface State {
  /** All rows of a query; statements are prepared once. */
  all<T = Row>(sql: string, ...values: SQLInputValue[]): T[];
  one<T = Row>(sql: string, ...values: SQLInputValue[]): T | undefined;
  /** The number of rows that changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Everything that `work` does takes effect, or nothing. */
  transaction<T>(work: () => T): T;
  /** Milliseconds of the service's clock, which `POST /clock` moves. */
  now(): number;
  advance(milliseconds: number): void;
  /** A secret that survives a restart of the same state: the same name gives the same secret. */
  secret(name: string): string;
  /** The answer chosen where the documents are silent. */
  choice(id: ChoiceId): string;
  choose(id: ChoiceId, alternative: string): void;
  /** The sandbox's own choices are in force again. */
  forgetChoices(): void;
  /** What hears of everything that happens: audit and statistics. */
  readonly listeners: readonly Listener[];
  meta(key: string): string | undefined;
  setMeta(key: string, value: string): void;
  close(): void;
}

export function newId(): string {
  return randomUUID();
}
