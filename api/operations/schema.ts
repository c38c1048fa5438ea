/** Schema pieces for the operation table. Answers are read tolerantly, requests are sent exactly as documented. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";

/** An id, code or name that the service needs: empty is not one. */
export const required = z.string().min(1);

/** One that JSON holds to its last digit: a larger id is written as text. */
const exactNumber = z.number().max(Number.MAX_SAFE_INTEGER);

/** Where a table of the documents gives no type: text, or a number. */
export const textOrNumber = z.union([z.string(), exactNumber]);

/** The same where the service needs it. */
export const requiredValue = z.union([required, exactNumber]);

/**
 * Where neither a model nor a result is shown: any JSON goes through as it is. It was read from JSON or is written as
 * such, so that its depth need not be looked into.
 */
export const anyJson = z.custom<z.core.util.JSONType>((value) => value !== undefined, {
  error: () => l10n.t("expected JSON"),
});

/** A day or a time, with or without a zone. The documents show no format. */
export const anyTime = z
  .string()
  .refine(isTime, { error: () => l10n.t("expected a time such as 2026-01-31T09:30:00Z") })
  .meta({ format: "date-time" });

/**
 * A time in UTC, with `Z` or without a zone, or a day. The documents say UTC and show no format. A time of another zone
 * is refused.
 */
export const utcTime = z
  .string()
  .refine((written) => isTime(written) && isUtc(written), {
    error: () => l10n.t("expected a time in UTC such as 2026-01-31T09:30:00Z"),
  })
  .meta({ format: "date-time" });

/** The same, where the documents say date-time and a day alone is not enough. */
export const utcDateTime = z
  .string()
  .refine((written) => isTime(written) && isUtc(written) && written.includes(":"), {
    error: () => l10n.t("expected a day with its time in UTC, such as 2026-01-31T09:30:00Z"),
  })
  .meta({ format: "date-time" });

function isUtc(written: string): boolean {
  return !/[+-](?!00:00$)\d\d:\d\d$/.test(written);
}

/** Between day and time stands a T or a blank. */
function isTime(written: string): boolean {
  return [z.iso.datetime({ local: true, offset: true }), z.iso.date()].some(
    (form) => form.safeParse(written.replace(/^(\S{10}) /, "$1T")).success,
  );
}

/** Bytes as base64, with its padding and nothing else in it. Read in one pass, since a file may be large. */
export const base64Text = z
  .string()
  .min(1)
  .refine(isBase64, { error: () => l10n.t("expected base64") })
  .meta({ contentEncoding: "base64" });

export function isBase64(text: string): boolean {
  const end = text.search(/[^A-Za-z0-9+/]/);
  return text.length % 4 === 0 && (end < 0 || /^={1,2}$/.test(text.slice(end)));
}

/**
 * A map whose keys the service or a person chose, such as language codes. The result has no prototype, so `__proto__`
 * and `constructor` are keys like any other.
 */
export function openMap<Value extends z.ZodType>(value: Value) {
  return z
    .custom<Record<string, z.input<Value>>>(isObject, { error: () => l10n.t("expected a map") })
    .transform((map, context) => {
      const result = Object.create(null) as Record<string, z.output<Value>>;
      for (const [key, entry] of Object.entries(map)) {
        const parsed = value.safeParse(entry);
        if (parsed.success) {
          result[key] = parsed.data;
          continue;
        }
        for (const issue of parsed.error.issues)
          context.issues.push({
            ...issue,
            input: entry,
            path: [key, ...issue.path],
          } as (typeof context.issues)[number]);
      }
      return result;
    });
}

/**
 * An answer in which the documented names may come in another letter case: the documents spell them differently from
 * call to call. An exact name wins over its twin.
 */
export function answer<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape);
  return z.preprocess((value) => (isObject(value) ? spelledAs(names, value) : value), z.looseObject(shape));
}

/**
 * The object with these names, in whatever letter case it has them, spelled like this. An exact name wins over its
 * twin.
 */
export function spelledAs(names: readonly string[], value: unknown): Record<string, unknown> {
  const spelling = new Map(names.map((name) => [name.toLowerCase(), name]));
  const renamed = Object.create(null) as Record<string, unknown>;
  for (const [name, entry] of Object.entries(isObject(value) ? value : {})) {
    const documented = spelling.get(name.toLowerCase());
    if (documented === undefined || documented === name || Object.hasOwn(value as object, documented))
      renamed[name] = entry;
    else renamed[documented] = entry;
  }
  return renamed;
}

/**
 * An object of a body. What the documents do not list goes along, unless they exclude it (`excluded`, in any letter
 * case). A listed name is written once: of two that differ in letter case alone the service may take either, and what
 * guards the call would look at one of them.
 */
export function documented<Shape extends z.ZodRawShape>(shape: Shape, excluded: readonly string[] = []) {
  const refused = new Set(excluded.map((name) => name.toLowerCase()));
  const listed = new Set(Object.keys(shape).map((name) => name.toLowerCase()));
  const loose = z.looseObject(shape).superRefine(
    (value, { addIssue }) => {
      const spellings = Map.groupBy(Object.keys(value), (name) => name.toLowerCase());
      const keys = [...spellings].flatMap(([lower, names]) =>
        refused.has(lower)
          ? names
          : listed.has(lower) && names.length > 1
            ? names.filter((name) => !Object.hasOwn(shape, name))
            : [],
      );
      if (keys.length > 0) addIssue({ code: "unrecognized_keys", keys, input: value });
    },
    { when: ({ value }) => isObject(value) },
  );
  // By type it has the listed names alone, so that our own code misspells none.
  return loose as unknown as z.ZodObject<Shape>;
}

/**
 * The same where nothing is sure to be there: an object that has not one of the documented names is another answer than
 * this one.
 */
export function answerOfSome<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape);
  const documented = new Set(names.map((name) => name.toLowerCase()));
  return z
    .unknown()
    .refine((value) => !isObject(value) || Object.keys(value).some((name) => documented.has(name.toLowerCase())), {
      error: () => l10n.t("expected {0}", names.join(", ")),
    })
    .pipe(answer(shape));
}

/**
 * Text that the service needs, of at most so many characters; the documents do not say in what they count, so that a
 * character is a code point.
 */
export function characters(maximum: number) {
  const fits = (text: string) =>
    text.length <= maximum || (text.length <= 2 * maximum && Array.from(text).length <= maximum);
  return required
    .refine(fits, { error: () => l10n.t("expected at most {0} characters", maximum) })
    .meta({ maxLength: maximum });
}

/** Text of an answer. A number or a truth in its place is read as text: ids and codes may come as either. */
export const textual = z.preprocess(
  (value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : value),
  z.string(),
);

/** An id of an answer, which is never empty. */
export const idText = textual.refine((id) => id !== "", { error: () => l10n.t("expected an id") });

/** Text that a view shows: of another kind, or not there, it is empty. */
export const shownText = textual.catch("");

/**
 * What a view can do without: of another kind than documented it is left out, as if it were not there, and the rest is
 * shown.
 */
export function told<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().catch(undefined);
}

/** A list of which every item is kept that can be read. Of one in which none can, nothing is said: it is not empty. */
export function readable<Item extends z.ZodType>(item: Item) {
  return z.array(z.unknown()).transform((items, context) => {
    const read = items.map((each) => item.safeParse(each));
    const kept = read.flatMap(({ success, data }) => (success ? [data] : []));
    const [first] = read;
    if (kept.length === 0 && first?.success === false) {
      for (const issue of first.error.issues)
        context.issues.push({ ...issue, input: items[0], path: [0, ...issue.path] } as (typeof context.issues)[number]);
    }
    return kept;
  });
}

/** A bare truth value, in quotes or not, in any letter case. */
export const bareBoolean = z.preprocess((value) => {
  const written = typeof value === "string" ? value.trim().toLowerCase() : value;
  return written === "true" ? true : written === "false" ? false : written;
}, z.boolean());

/** A bare whole number, in quotes or not. */
export const bareCount = z.preprocess(
  (value) => (typeof value === "string" && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value),
  z.int().min(0),
);

/** For answers and arguments of unknown shape; a list is none. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
