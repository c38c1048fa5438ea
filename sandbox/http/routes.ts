/** Maps requests to routes. The API's routes come from the operation table. */
import { operationOf, operations } from "../../api/index.ts";
import type { EnvironmentPlace, OperationId } from "../../api/index.ts";
import { prefixes } from "../base/route.ts";
import type { Route } from "../base/route.ts";
import { exceptions, handlers } from "../services.ts";

export function apiRoutes(): readonly Route[] {
  // Loops over the table's own keys: the compiler has checked that each key has a handler.
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
 * Returns every spelling of a path. For a collection, the documents give an address without a final slash, and the path
 * `/` relative to it. The sandbox therefore accepts the path with the final slash and without it. `server.ts` adds the
 * routes that begin with an optional environment (document 1).
 */
function pathsOf(path: string, environment: EnvironmentPlace): readonly string[] {
  const spellings = path.endsWith("/") ? [path, path.slice(0, -1)] : [path];
  return spellings.flatMap((each) => {
    if (environment === "behind-first") return [each, each.replace(/^\/[^/]+/, "$&/{environment}")];
    return environment === "prefix" ? [`/{environment}${each}`, `/{environment}${each}/{environmentGroup}`] : [each];
  });
}

/**
 * Returns the path in Hono's syntax. Sorting routes by `specificity` puts fixed words before ids on the same level
 * (T79).
 */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** Returns a larger value if more of the leading segments are fixed words. */
export function specificity(path: string): string {
  return path
    .split("/")
    .map((segment) => (segment.startsWith("{") ? "0" : "1"))
    .join("");
}
