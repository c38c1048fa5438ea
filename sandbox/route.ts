/** Which route a request is for, and who may call it. Routes of the API come from the operation table. */
import { operationOf, operations, type Environment, environments, type OperationId, type Service } from "../api/index.ts";
import type { Handler, Handlers } from "./call.ts";

/** `bearer`: a token of the scope. `control`: the control secret. `page`: a browser. `open`: the handler asks for itself. */
export type Access = { readonly kind: "bearer"; readonly scope: "api.external" | "any" } | { readonly kind: "control" } | { readonly kind: "page" } | { readonly kind: "open" };

export interface Route {
  /** As the ledger and the faults name it. */
  readonly operation: string;
  readonly method: string;
  /** With the service's prefix, `{name}` unfilled. */
  readonly path: string;
  readonly access: Access;
  readonly handle: Handler;
  /** True where an environment in the path and the body counts for this call. */
  readonly environment: boolean;
  readonly maximumBody?: number;
}

/** Where each service lives below the one address. The forms API is at the root, so that paths read as documented. */
export const prefixes: Readonly<Record<Service | "app" | "control", string>> = {
  auth: "/auth", forms: "", app: "/app", audit: "/audit", statistics: "/statistics", signing: "/signing", archive: "/archive",
  documents: "/documents", control: "/control",
};

export function apiRoutes(handlers: Handlers): readonly Route[] {
  // A loop over the table's own keys: the compiler has seen that every one of them has a handler.
  return (Object.keys(operations) as OperationId[]).map((operation) => {
    const { service, method, path, environment } = operationOf(operation);
    return {
      operation, method, path: prefixes[service] + path, access: { kind: "bearer", scope: "api.external" }, handle: handlers[operation],
      environment: environment === "optional-prefix",
    };
  });
}

/** The environment's canonical name, whatever the letter case (document 1, "Versioning"). */
export function readEnvironment(name: string): Environment | undefined {
  return environments.find((environment) => environment.toLowerCase() === name.toLowerCase());
}

/**
 * The path as Hono writes it. Fixed words come before ids on the same level when routes are sorted by `specificity` (T79).
 */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** Larger where more of the leading segments are fixed words. */
export function specificity(path: string): string {
  return path.split("/").map((segment) => (segment.startsWith("{") ? "0" : "1")).join("");
}
