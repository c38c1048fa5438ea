/** What a schema does not take, in sentences for the author of a request file, each with its place. Never a value of the file. */
import type * as z from "zod";

export interface RequestMistake {
  /** From the root inward. For `missing-property` and `unknown-property` its last step is the name. */
  readonly path: readonly (string | number)[];
  readonly kind: "missing-property" | "unknown-property" | "value";
  /** Why, as a sentence; empty where the kind says it all. */
  readonly message: string;
}

type Issue = z.core.$ZodIssue;

/**
 * In the order in which the schema looks. One for each place: what is of the wrong kind breaks every limit too, and what is said of an object as a
 * whole waits until its own properties are right.
 */
export function mistakesIn(schema: z.ZodType, value: unknown): readonly RequestMistake[] {
  const parsed = schema.safeParse(value);
  const all = parsed.success ? [] : parsed.error.issues.flatMap((issue) => mistakes(issue, value));
  const around = new Set(all.flatMap(({ path }) => path.map((_, length) => JSON.stringify(path.slice(0, length)))));
  const places = new Set<string>();
  return all.filter(({ path, kind }) => {
    const place = JSON.stringify(path);
    if (places.has(place) || (kind === "value" && around.has(place))) return false;
    return places.add(place);
  });
}

function mistakes(issue: Issue, root: unknown): readonly RequestMistake[] {
  const path = issue.path.map((step) => (typeof step === "number" ? step : String(step)));
  if (issue.code === "unrecognized_keys") return issue.keys.map((name) => ({ path: [...path, name], kind: "unknown-property", message: "" }));
  const found = valueAt(root, path);
  if (path.length > 0 && found === undefined) return [{ path, kind: "missing-property", message: issue.code === "custom" ? sentence(issue.message) : "" }];
  return [{ path, kind: "value", message: wordsFor(issue, found) }];
}

function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

const called: Readonly<Record<string, string>> = { string: "text", number: "a number", int: "a whole number", boolean: "true or false", array: "a list", object: "an object", record: "an object", null: "null" };

const formats: Readonly<Record<string, string>> = {
  date: "Expected a day such as 2026-01-31.",
  guid: "Expected a GUID such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301.",
};

function wordsFor(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return `Expected ${called[issue.expected] ?? issue.expected}${typeof value === "number" && issue.expected === "int" ? "" : `, and this is ${kindOf(value)}`}.`;
    case "invalid_value":
      return issue.values.length === 1 && issue.values[0] === "" ? "Expected an empty text: the service fills it in." : `Expected ${oneOf(issue.values.map(String))}.`;
    case "too_big":
      if (issue.origin === "int" || issue.origin === "number") return Number(issue.maximum) >= Number.MAX_SAFE_INTEGER ? "Beyond 9007199254740991 a number in JSON loses digits." : `Expected ${issue.maximum} at most.`;
      return issue.origin === "array" ? `Expected ${count(issue.maximum, "item")} at most, and there are ${(value as readonly unknown[]).length}.` : `Expected ${count(issue.maximum, "character")} at most.`;
    case "too_small":
      if (issue.origin === "int" || issue.origin === "number") return `Expected ${issue.minimum} at least.`;
      if (issue.origin === "array") return issue.message.startsWith("Too small") ? `Expected ${count(issue.minimum, "item")} at least.` : sentence(issue.message);
      return "This must not be empty.";
    case "invalid_format":
      return issue.format === "datetime" ? timeWords(issue) : formats[issue.format] ?? sentence(issue.message);
    case "invalid_union":
      return unionWords(issue.errors, value);
    case "invalid_key":
      return "This name must not be empty.";
    default:
      return sentence(issue.message);
  }
}

/** Times of the document editor and of statistics are in UTC; the archive takes a zone. */
function timeWords(issue: Issue): string {
  const takesZone = issue.code === "invalid_format" && (issue.pattern ?? "").includes("[+-]");
  return takesZone ? "Expected a time with its zone, such as 2026-01-31T09:30:00+01:00." : "Expected a time in UTC such as 2026-01-31T09:30:00Z.";
}

/** Of several shapes the one that is nearly met is told, else all of them. */
function unionWords(errors: readonly (readonly Issue[])[], value: unknown): string {
  const firsts = errors.flatMap(([first]) => first ?? []);
  const near = firsts.find(({ code }) => code !== "invalid_type");
  if (near !== undefined) return wordsFor(near, value);
  const types = firsts.map((issue) => (issue.code === "invalid_type" ? called[issue.expected] ?? issue.expected : ""));
  return `Expected ${oneOf(types)}, and this is ${kindOf(value)}.`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? "text" : typeof value === "boolean" ? String(value) : typeof value === "number" ? "a number" : "an object";
}

function oneOf(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
}

function count(limit: number | bigint, thing: string): string {
  return `${limit} ${thing}${Number(limit) === 1 ? "" : "s"}`;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith(".") ? "" : "."}`;
}
