/**
 * Building blocks for the schemas of the operation table. Answers are read tolerantly, requests are sent exactly as
 * documented.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";

/** An id, code or name that the service requires: never empty. */
export const required = z.string().min(1);

/** A number that JavaScript holds exactly: a larger id is written as a string. */
const exactNumber = z.number().max(Number.MAX_SAFE_INTEGER);

/** A value without a documented type: a string or a number. */
export const textOrNumber = z.union([z.string(), exactNumber]);

/** A required value without a documented type: a string that is not empty, or a number. */
export const requiredValue = z.union([required, exactNumber]);

/**
 * For models and results that are not documented: any JSON passes unchanged. What is nested in the value is not
 * checked, because the value was parsed from JSON or will be written as JSON.
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
 * A time in UTC, with `Z` or without a zone, or a day. The documents say UTC and show no format. A time in another zone
 * is refused.
 */
export const utcTime = z
  .string()
  .refine((written) => isTime(written) && isUtc(written), {
    error: () => l10n.t("expected a time in UTC such as 2026-01-31T09:30:00Z"),
  })
  .meta({ format: "date-time" });

/** Like `utcTime`, for values that are documented as date-time: a day alone is not enough. */
export const utcDateTime = z
  .string()
  .refine((written) => isTime(written) && isUtc(written) && written.includes(":"), {
    error: () => l10n.t("expected a day with its time in UTC, such as 2026-01-31T09:30:00Z"),
  })
  .meta({ format: "date-time" });

function isUtc(written: string): boolean {
  return !/[+-](?!00:00$)\d\d:\d\d$/.test(written);
}

/** A T or a blank separates day and time. */
function isTime(written: string): boolean {
  return [z.iso.datetime({ local: true, offset: true }), z.iso.date()].some(
    (form) => form.safeParse(written.replace(/^(\S{10}) /, "$1T")).success,
  );
}

/** Bytes as base64, with padding and nothing else. Checked in one pass, since a file may be large. */
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
 * A map whose keys were chosen by the service or a person, such as language codes. The result has no prototype, so
 * `__proto__` and `constructor` are keys like any other.
 */
export function openMap<Value extends z.ZodType>(value: Value) {
  return z
    .custom<Record<string, z.input<Value>>>(isObject, { error: () => l10n.t("expected an object") })
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
 * An answer whose documented names may come in another letter case: the documents spell them differently from call to
 * call. An exact name takes precedence.
 */
export function answer<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape);
  return z.preprocess((value) => (isObject(value) ? spelledAs(names, value) : value), z.looseObject(shape));
}

/**
 * Returns the object with its keys spelled as in `names`, in whatever letter case they came. An exact name takes
 * precedence.
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
 * An object in a body. Undocumented fields are sent too, unless they are excluded (`excluded`, in any letter case). A
 * documented name may occur only once, in any letter case: if there were two spellings, the checks of the call could
 * read one, and the service the other.
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
  // The type has only the documented names, so that code cannot misspell them.
  return loose as unknown as z.ZodObject<Shape>;
}

/**
 * Like `answer`, for answers in which every field may be missing. An object with none of the documented names is
 * refused, because it is evidently a different answer.
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
 * A required string of at most `maximum` characters; the documents do not define a character, so code points are
 * counted.
 */
export function characters(maximum: number) {
  const fits = (text: string) =>
    text.length <= maximum || (text.length <= 2 * maximum && Array.from(text).length <= maximum);
  return required
    .refine(fits, { error: () => l10n.t("expected at most {0} characters", maximum) })
    .meta({ maxLength: maximum });
}

/** A string in an answer. A number or a boolean is read as a string: ids and codes may come as either. */
export const textual = z.preprocess(
  (value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : value),
  z.string(),
);

/** An id in an answer, which is never empty. */
export const idText = textual.refine((id) => id !== "", { error: () => l10n.t("expected an id") });

/** A string for display: empty if the value is missing or of another type. */
export const shownText = textual.catch("");

/** A value that a view can do without: if its type is not as documented, it is left out and the rest is shown. */
export function told<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().catch(undefined);
}

/**
 * A list without the items that cannot be read. If there are items but none can be read, the result is an error rather
 * than an empty list.
 */
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

/** A bare boolean, with or without quotes, in any letter case. */
export const bareBoolean = z.preprocess((value) => {
  const written = typeof value === "string" ? value.trim().toLowerCase() : value;
  return written === "true" ? true : written === "false" ? false : written;
}, z.boolean());

/** A bare integer, with or without quotes. */
export const bareCount = z.preprocess(
  (value) => (typeof value === "string" && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value),
  z.int().min(0),
);

/** Whether a value of unknown shape is an object; a list is not. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
