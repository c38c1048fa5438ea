/** What a service of the sandbox is made of. `services.ts` puts all of them together. */
import type { CatalogFile, OperationId } from "../../api/index.ts";
import type { Call, Handler } from "./call.ts";
import type { Choice } from "./choice.ts";
import type { RefusalRow } from "./refusal.ts";
import type { ControlRow, Route } from "./route.ts";
import type { Listener, State } from "./state.ts";

export interface Service {
  /** What answers its rows of the operation table. */
  readonly handlers?: Partial<Readonly<Record<OperationId, Handler>>>;
  /** Where its operations are not as all others. */
  readonly exceptions?: Partial<Readonly<Record<OperationId, Pick<Route, "maximumBody" | "refusals">>>>;
  /** Pages and what else no row of the operation table describes. */
  readonly routes?: readonly Route[];
  readonly refusals?: Readonly<Record<string, RefusalRow>>;
  readonly choices?: Readonly<Record<string, Choice>>;
  /**
   * Its tables. Columns that end in `Json` hold JSON; `…Key` columns hold the lower-case spelling that uniqueness
   * compares by default. Times are milliseconds of the service's clock. There is no column for a plain secret, a social
   * security number or a birth date, so that none can be stored by mistake.
   */
  readonly schema?: string;
  /** What tests and people do to it from outside of its API. */
  readonly control?: readonly ControlRow[];
  /** Empties its tables; with `demo`, fills them with the demo's content. Called in a transaction. */
  readonly seed?: (state: State, content: "demo" | "empty") => void;
  /**
   * Adds its part of a catalog file to the company; throws an Error that names the path of the first part that does not
   * fit. Called in a transaction.
   */
  readonly importCatalog?: (state: State, company: string, catalog: CatalogFile) => void;
  /** What is due by the service's clock, and does nothing where nothing is. */
  readonly catchUp?: (call: Pick<Call, "state" | "send">) => void;
  readonly listener?: Listener;
}
