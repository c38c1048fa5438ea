/** Faults and foreign writes that a test requested. They are only in memory, so a restart loses them. */
import type { Route } from "../base/route.ts";

export const faultKinds = [
  "status",
  "latency",
  "reset-before",
  "reset-after",
  "truncate",
  "wrong-type",
  "stall",
] as const;

export interface Fault {
  readonly operation?: string;
  readonly path?: string;
  readonly kind: (typeof faultKinds)[number];
  readonly status?: number;
  /** Seconds. */
  readonly retryAfter?: number;
  readonly ms?: number;
  /** How often the fault occurs; if absent, it occurs until it is deleted. */
  times?: number;
}

export interface Between {
  readonly operation: string;
  readonly id?: string;
  readonly write: { readonly method: string; readonly path: string; readonly body?: unknown };
}

interface Seen {
  readonly route: Route | undefined;
  readonly method: string;
  readonly path: string;
}

/** Returns the first fault that matches, and subtracts one from the number of times that it still occurs. */
export function takeFault(faults: Fault[], seen: Seen): Fault | undefined {
  const index = faults.findIndex((fault) => matches(fault, seen));
  const fault = faults[index];
  if (!fault) return undefined;
  if (fault.times !== undefined) {
    fault.times -= 1;
    if (fault.times <= 0) faults.splice(index, 1);
  }
  return fault;
}

/** Returns the foreign write for this read, and removes it: a foreign write happens only once. */
export function takeBetween(betweens: Between[], seen: Seen, ids: readonly string[]): Between | undefined {
  const index = betweens.findIndex(
    (between) => names(seen).includes(between.operation) && (between.id === undefined || ids.includes(between.id)),
  );
  return index < 0 ? undefined : betweens.splice(index, 1)[0];
}

function matches(fault: Fault, seen: Seen): boolean {
  if (fault.operation !== undefined && !names(seen).includes(fault.operation)) return false;
  return fault.path === undefined || matchesPath(fault.path, seen);
}

/** The operation's id, and the method with the path of its route. */
function names({ route, method }: Seen): readonly string[] {
  return route ? [route.operation, `${method} ${route.path}`] : [];
}

/**
 * Whether `path` matches the path of the request. `path` may be the route's own path, with an unfilled `{id}`. It may
 * also be the whole path of the request, or the end of it from a slash on, such as the documented path with ids. If
 * `path` ends with a star, it matches every path that begins with the text before the star.
 */
function matchesPath(path: string, seen: Seen): boolean {
  if (path.endsWith("*")) return seen.path.startsWith(path.slice(0, -1));
  return path === seen.route?.path || (path.startsWith("/") && seen.path.endsWith(path));
}
