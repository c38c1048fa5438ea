/** What a route is: which request it answers, who may call it, and where each service lives. */
import type { EnvironmentPlace, Service } from "../../api/index.ts";
import type { Call, Handler } from "./call.ts";
import type { RefusalId } from "./refusal.ts";
import type { State } from "./state.ts";

/**
 * `bearer`: a token of the scope. `control`: the control secret. `page`: a browser. `open`: the handler asks for
 * itself.
 */
export type Access =
  | { readonly kind: "bearer"; readonly scope: "api.external" | "api.audit" }
  | { readonly kind: "control" }
  /** `knows`: whether there is such a page, by its address alone: who knows it is the person whom it is for. */
  | { readonly kind: "page"; readonly knows?: (call: Addressed) => boolean }
  /** `knows`: whether the handler will take the caller, by the headers alone. */
  | { readonly kind: "open"; readonly knows?: (state: State, headers: Headers) => boolean };

/** What of a call is known before its body is read. */
export type Addressed = Pick<Call, "state" | "path">;

export interface Route {
  /** As the ledger and the faults name it. */
  readonly operation: string;
  readonly method: string;
  /** With the service's prefix, `{name}` unfilled. */
  readonly path: string;
  readonly access: Access;
  readonly handle: Handler;
  /** Where the path may name an environment; for `optional-prefix` the body may too. */
  readonly environment: EnvironmentPlace;
  readonly maximumBody?: number;
  /**
   * What a caller is told who has no token, a token of another scope, or no company; where it is left out, what all
   * services tell.
   */
  readonly refusals?: AccessRefusals;
}

export interface AccessRefusals {
  readonly token: RefusalId;
  readonly scope: RefusalId;
  readonly company: RefusalId;
  /** What is told where the sandbox itself fails; left out, what all services tell. */
  readonly failed?: RefusalId;
}

/** A route of the Control API; `path` is below `/control`. */
export type ControlRow = readonly [method: string, path: string, handle: Handler];

/** Where each service lives below the one address. The forms API is at the root, so that paths read as documented. */
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
