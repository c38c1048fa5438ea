/** Which route a request is for, and who may call it. Routes of the API come from the operation table. */
import { documentsEnvironments, operationOf, operations, environments } from "../../api/index.ts";
import type { DocumentsEnvironment, Environment, EnvironmentPlace, OperationId, Service } from "../../api/index.ts";
import type { Call, Handler, Handlers } from "./call.ts";
import { Refusal } from "./refusal.ts";
import type { RefusalId } from "./refusal.ts";
import type { State } from "../openState.ts";
import { statisticsAccess } from "../statistics/access.ts";

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
}

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

/** Bytes of a body, where files go in as base64 and the general limit is too small. */
const largest: Partial<Record<OperationId, number>> = {
  "archive.upload": 72 * 1024 * 1024,
  "signing.orders.create": 72 * 1024 * 1024,
};

export function apiRoutes(handlers: Handlers): readonly Route[] {
  // A loop over the table's own keys: the compiler has seen that every one of them has a handler.
  return (Object.keys(operations) as OperationId[]).flatMap((operation) => {
    const { service, method, path, environment, scope = "api.external" } = operationOf(operation);
    return pathsOf(path, environment).map((each): Route => ({
      operation,
      method,
      path: prefixes[service] + each,
      access: { kind: "bearer", scope },
      handle: handlers[operation],
      environment,
      maximumBody: largest[operation],
      ...(service === "statistics" ? { refusals: statisticsAccess(operation) } : {}),
    }));
  });
}

/**
 * The ways to write a path. The documents write the path of a collection as `/` below an address without a slash, so
 * that both spellings are exact. Optional prefixes of document 1 are routes of their own.
 */
function pathsOf(path: string, environment: EnvironmentPlace): readonly string[] {
  const spellings = path.endsWith("/") ? [path, path.slice(0, -1)] : [path];
  return spellings.flatMap((each) => {
    if (environment === "behind-first") return [each, each.replace(/^\/[^/]+/, "$&/{environment}")];
    return environment === "prefix" ? [`/{environment}${each}`, `/{environment}${each}/{environmentGroup}`] : [each];
  });
}

/** The environment's canonical name, whatever the letter case (document 1, "Versioning"). */
export function readEnvironment(name: string): Environment | undefined {
  return environments.find((environment) => environment.toLowerCase() === name.toLowerCase());
}

/** Exactly as written, and Development for everything else (document 2, "Versioning"; T82, T83). */
export function archiveEnvironment(name: string | undefined): Environment {
  return environments.find((environment) => environment === name) ?? "Development";
}

/** Exactly as written: other names are addresses that do not exist (document 3, "Versioning"; N55). */
export function documentsEnvironment(name: string | undefined): DocumentsEnvironment {
  const known = documentsEnvironments.find((environment) => environment === name);
  if (known === undefined) throw new Refusal("unknown-documents-environment");
  return known;
}

/**
 * The path as Hono writes it. Fixed words come before ids on the same level when routes are sorted by `specificity`
 * (T79).
 */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** Larger where more of the leading segments are fixed words. */
export function specificity(path: string): string {
  return path
    .split("/")
    .map((segment) => (segment.startsWith("{") ? "0" : "1"))
    .join("");
}
