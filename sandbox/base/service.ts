/** The parts of a service of the sandbox. `services.ts` puts all services together. */
import type { CatalogFile, OperationId } from "../../api/index.ts";
import type { Call, Handler } from "./call.ts";
import type { Choice } from "./choice.ts";
import type { RefusalRow } from "./refusal.ts";
import type { ControlRow, Route } from "./route.ts";
import type { Listener, State } from "./state.ts";

export interface Service {
  /** The handlers of the service's rows in the operation table. */
  readonly handlers?: Partial<Readonly<Record<OperationId, Handler>>>;
  /** How individual operations differ from the general rules. */
  readonly exceptions?: Partial<Readonly<Record<OperationId, Pick<Route, "maximumBody" | "refusals">>>>;
  /** Pages and other routes that are not in the operation table. */
  readonly routes?: readonly Route[];
  readonly refusals?: Readonly<Record<string, RefusalRow>>;
  readonly choices?: Readonly<Record<string, Choice>>;
  /**
   * The service's tables. Columns that end in `Json` hold JSON; `…Key` columns hold a name or code in lower case, for
   * comparisons that ignore letter case. Times are milliseconds of the service's clock. No column exists for a plain
   * secret, a social security number or a birth date, so that none can be stored by mistake.
   */
  readonly schema?: string;
  /** The service's routes of the Control API, for tests and people. */
  readonly control?: readonly ControlRow[];
  /** Empties the service's tables; with `demo`, fills them with the demo's content. Called in a transaction. */
  readonly seed?: (state: State, content: "demo" | "empty") => void;
  /**
   * Adds the service's part of a catalog file to the company; throws an Error with the path of the first mismatch.
   * Called in a transaction.
   */
  readonly importCatalog?: (state: State, company: string, catalog: CatalogFile) => void;
  /** Does the work that is due by the service's clock, if there is any. */
  readonly catchUp?: (call: Pick<Call, "state" | "send">) => void;
  readonly listener?: Listener;
}
