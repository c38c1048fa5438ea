/**
 * Reads the query of a statistics call: the page and the range of time. If the query has problems, refuses with a list
 * of them.
 */
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";

/** Milliseconds, both ends included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Reads parameters and collects their problems; `end` refuses with all problems at once. */
export function readQuery(state: State, query: URLSearchParams) {
  const problems = new Map<string, string>();
  return {
    count(name: string, { fallback, highest }: { readonly fallback: number; readonly highest: number }): number {
      const written = query.get(name);
      if (written === null || written === "") return fallback;
      const value = /^\d{1,15}$/.test(written) ? Number(written) : 0;
      if (value < 1 || value > highest)
        problems.set(
          name,
          highest === Infinity ? `${name} must be 1 or higher.` : `${name} must be between 1 and ${highest}.`,
        );
      return value;
    },
    time(name: string, fallback: number): number {
      const written = query.get(name);
      if (written === null || written === "") return fallback;
      const time = readTime(written);
      if (time === undefined) problems.set(name, `The value '${written}' is not a date.`);
      return time ?? fallback;
    },
    end(): void {
      if (problems.size > 0)
        throw new Refusal("statistics-query", [...problems.keys()].join(", "), {
          problems: problemsJson(state, problems),
        });
    },
  };
}

/** UTC if no zone is given. A `+` that the address did not encode arrives as a space. */
function readTime(written: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?)(Z|[+ -]\d{2}:\d{2})?)?$/.exec(
    written,
  );
  if (!match) return undefined;
  const [, day = "", time = "00:00", zone = "Z"] = match;
  const start = Date.parse(`${day}T00:00:00Z`);
  const moment = Date.parse(`${day}T${time}${zone.replace(" ", "+")}`);
  // Date.parse would move 31 February into March.
  return Number.isNaN(start) || Number.isNaN(moment) || !new Date(start).toISOString().startsWith(day)
    ? undefined
    : moment;
}

function problemsJson(state: State, problems: ReadonlyMap<string, string>): unknown {
  const list = [...problems].map(([name, message]) => ({ field: name, message }));
  if (state.choice("C3") === "a list") return list;
  return {
    title: "One or more validation errors occurred.",
    status: 400,
    errors: Object.fromEntries(list.map(({ field, message }) => [field, [message]])),
  };
}
