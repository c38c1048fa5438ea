/** A route: the request that it answers and who may call it, and the prefix of each service. */
import type { EnvironmentPlace, Service } from "../../api/index.ts";
import type { Call, Handler } from "./call.ts";
import type { RefusalId } from "./refusal.ts";
import type { State } from "./state.ts";

/**
 * `bearer`: a token with the scope. `control`: the control secret. `page`: a browser. `open`: the handler checks access
 * itself.
 */
export type Access =
  | { readonly kind: "bearer"; readonly scope: "api.external" | "api.audit" }
  | { readonly kind: "control" }
  /**
   * `knows`: whether the page exists, judged only by its address. Only the person who may see the page has this
   * address.
   */
  | { readonly kind: "page"; readonly knows?: (call: Addressed) => boolean }
  /** `knows`: whether the handler will accept the caller, judged only by the headers. */
  | { readonly kind: "open"; readonly knows?: (state: State, headers: Headers) => boolean };

/** The parts of a call that are known before its body is read. */
export type Addressed = Pick<Call, "state" | "path">;

export interface Route {
  /** The name in the ledger and in faults. */
  readonly operation: string;
  readonly method: string;
  /** With the service's prefix and unfilled `{name}` segments. */
  readonly path: string;
  readonly access: Access;
  readonly handle: Handler;
  /** Where the path may name an environment; with `optional-prefix` the body may too. */
  readonly environment: EnvironmentPlace;
  readonly maximumBody?: number;
  /**
   * The refusals for callers without a token, with a token of another scope, or without a company; if absent, the
   * refusals that all services share.
   */
  readonly refusals?: AccessRefusals;
}

export interface AccessRefusals {
  readonly token: RefusalId;
  readonly scope: RefusalId;
  readonly company: RefusalId;
  /** The refusal if the sandbox itself fails; if absent, the refusal that all services share. */
  readonly failed?: RefusalId;
}

/** A route of the Control API; `path` is below `/control`. */
export type ControlRow = readonly [method: string, path: string, handle: Handler];

/**
 * The prefix of each service below the sandbox's address. The forms API is at the root, so that its paths read as
 * documented.
 */
export const prefixes: Readonly<Record<Service | "app" | "control", string>> = {
  auth: "/auth",
  forms: "",
  app: "/app",
  audit: "/audit",
  statistics: "/statistics",
  signing: "/signing",
  archive: "/archive",
  documents: "/documents",
  control: "/control",
};
