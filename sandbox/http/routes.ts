/** Which request is for which route. Routes of the API come from the operation table. */
import { operationOf, operations } from "../../api/index.ts";
import type { EnvironmentPlace, OperationId } from "../../api/index.ts";
import { prefixes } from "../base/route.ts";
import type { Route } from "../base/route.ts";
import { exceptions, handlers } from "../services.ts";

export function apiRoutes(): readonly Route[] {
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
      ...exceptions[operation],
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
