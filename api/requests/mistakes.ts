/**
 * Turns a schema's errors into sentences for the author of a request file, each with its place. Never quotes a value of
 * the file.
 */
import * as l10n from "@vscode/l10n";
import type * as z from "zod";
import { oneOrMany } from "../oneOrMany.ts";

export interface RequestMistake {
  /** From the root inward. For `missing-property` and `unknown-property` the last step is the name. */
  readonly path: readonly (string | number)[];
  readonly kind: "missing-property" | "unknown-property" | "value";
  /** Why it is a mistake, as a sentence; empty if `kind` says everything. */
  readonly message: string;
}

type Issue = z.core.$ZodIssue;

/** How many mistakes are reported at most: nobody reads more, and the rest is reported once these are fixed. */
const mostMistakes = 1000;

/**
 * Returns the mistakes in the schema's order. Each place gets one mistake, because a value of the wrong type also
 * breaks every limit. A mistake in an object as a whole is left out while one of the object's properties is wrong.
 */
export function mistakesIn(schema: z.ZodType, value: unknown): readonly RequestMistake[] {
  const parsed = schema.safeParse(value);
  const all = parsed.success
    ? []
    : parsed.error.issues.slice(0, mostMistakes).flatMap((issue) => mistakes(issue, value));
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
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((name) => ({ path: [...path, name], kind: "unknown-property", message: "" }));
  const found = valueAt(root, path);
  if (path.length > 0 && found === undefined)
    return [{ path, kind: "missing-property", message: issue.code === "custom" ? sentence(issue.message) : "" }];
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

/** Returns the name of a type in JSON's terms; null and unknown types stay unchanged. */
function called(kind: string): string {
  switch (kind) {
    case "string":
      return l10n.t({ message: "text", comment: ["The type of a value."] });
    case "number":
      return l10n.t({ message: "a number", comment: ["The type of a value."] });
    case "int":
      return l10n.t({ message: "a whole number", comment: ["The type of a value."] });
    case "boolean":
      return l10n.t({ message: "true or false", comment: ["The type of a value."] });
    case "array":
      return l10n.t({ message: "a list", comment: ["The type of a value."] });
    case "object":
    case "record":
      return l10n.t({ message: "an object", comment: ["The type of a value."] });
    default:
      return kind;
  }
}

function wordsFor(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return typeof value === "number" && issue.expected === "int"
        ? expected([called("int")])
        : l10n.t("Expected {0}, but this is {1}.", called(issue.expected), kindOf(value));
    case "invalid_value":
      return issue.values.length === 1 && issue.values[0] === ""
        ? l10n.t("Expected an empty value: the service fills it in.")
        : expected(issue.values.map(String));
    case "too_big":
      if (issue.origin === "int" || issue.origin === "number")
        return Number(issue.maximum) >= Number.MAX_SAFE_INTEGER
          ? l10n.t("A number in JSON that is larger than 9007199254740991 loses digits.")
          : l10n.t("Expected at most {0}.", String(issue.maximum));
      return issue.origin === "array"
        ? itemsAtMost(issue.maximum, (value as readonly unknown[]).length)
        : charactersAtMost(issue.maximum);
    case "too_small":
      if (issue.origin === "int" || issue.origin === "number")
        return l10n.t("Expected at least {0}.", String(issue.minimum));
      if (issue.origin === "array")
        return issue.message.startsWith("Too small") ? itemsAtLeast(issue.minimum) : sentence(issue.message);
      return l10n.t("This must not be empty.");
    case "invalid_format":
      return formatWords(issue);
    case "invalid_union":
      return unionWords(issue.errors, value);
    case "invalid_key":
      return l10n.t("This name must not be empty.");
    default:
      return sentence(issue.message);
  }
}

function expected(choices: readonly string[]): string {
  return l10n.t("Expected {0}.", oneOf(choices));
}

function itemsAtMost(limit: number | bigint, given: number): string {
  return oneOrMany(
    Number(limit),
    l10n.t("Expected at most 1 item, but there are {0}.", given),
    l10n.t("Expected at most {0} items, but there are {1}.", String(limit), given),
  );
}

function itemsAtLeast(limit: number | bigint): string {
  return oneOrMany(
    Number(limit),
    l10n.t("Expected at least 1 item."),
    l10n.t("Expected at least {0} items.", String(limit)),
  );
}

function charactersAtMost(limit: number | bigint): string {
  return oneOrMany(
    Number(limit),
    l10n.t("Expected at most 1 character."),
    l10n.t("Expected at most {0} characters.", String(limit)),
  );
}

/** Times of the document editor and of statistics are in UTC; the archive accepts any zone. */
function formatWords(issue: Extract<Issue, { readonly code: "invalid_format" }>): string {
  switch (issue.format) {
    case "date":
      return l10n.t("Expected a day such as 2026-01-31.");
    case "guid":
      return l10n.t("Expected a GUID such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301.");
    case "datetime":
      return (issue.pattern ?? "").includes("[+-]")
        ? l10n.t("Expected a time with its zone, such as 2026-01-31T09:30:00+01:00.")
        : l10n.t("Expected a time in UTC such as 2026-01-31T09:30:00Z.");
    default:
      return sentence(issue.message);
  }
}

/**
 * If an alternative of the union accepts the type of the value, says what else is wrong with the value. Otherwise lists
 * the types of all alternatives.
 */
function unionWords(errors: readonly (readonly Issue[])[], value: unknown): string {
  const firsts = errors.flatMap(([first]) => first ?? []);
  const near = firsts.find(({ code }) => code !== "invalid_type");
  if (near !== undefined) return wordsFor(near, value);
  const types = firsts.map((issue) => (issue.code === "invalid_type" ? called(issue.expected) : ""));
  return l10n.t("Expected {0}, but this is {1}.", oneOf(types), kindOf(value));
}

function kindOf(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return called("array");
  return called(typeof value === "string" || typeof value === "number" ? typeof value : "object");
}

function oneOf(names: readonly string[]): string {
  return names.length === 1
    ? (names[0] ?? "")
    : l10n.t("{0} or {1}", names.slice(0, -1).join(", "), names.at(-1) ?? "");
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith(".") ? "" : "."}`;
}
