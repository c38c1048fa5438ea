/**
 * Validates a catalog file quickly, without the schema: a library of 100,000 texts takes a few milliseconds. A program
 * that reads a valid file never loads the schema. If this check fails, the schema decides.
 */
import type { CatalogFile } from "../api/index.ts";

type CatalogText = NonNullable<CatalogFile["texts"]>[number];
type Fits = (value: unknown) => boolean;

interface Field {
  readonly name: string;
  readonly fits: Fits;
  /** Makes the value if the field is missing. Undefined if the field may stay missing, null if it is required. */
  readonly make: (() => unknown) | undefined | null;
}

const string: Fits = (value) => typeof value === "string";
const boolean: Fits = (value) => typeof value === "boolean";
/** JSON can hold a number that is too large, which parses as Infinity. */
const number: Fits = (value) => typeof value === "number" && Number.isFinite(value);
const plainOrHtml: Fits = (value) => value === "plain" || value === "html";
const orNull =
  (fits: Fits): Fits =>
  (value) =>
    value === null || fits(value);
const list =
  (fits: Fits): Fits =>
  (value) =>
    Array.isArray(value) && value.every(fits);
const eitherOf =
  (first: Fits, second: Fits): Fits =>
  (value) =>
    first(value) || second(value);

const needed = (name: string, fits: Fits): Field => ({ name, fits, make: null });
const optional = (name: string, fits: Fits): Field => ({ name, fits, make: undefined });
const filled = (name: string, fits: Fits, make: () => unknown): Field => ({ name, fits, make });

/** Fills in missing properties, but only if the whole object fits. */
function object(...fields: readonly Field[]): Fits {
  return (value) => {
    if (!isObject(value)) return false;
    let out = 0;
    for (const { name, fits, make } of fields) {
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      if (given === undefined ? make === null : !fits(given)) return false;
      if (given === undefined && make) out++;
    }
    if (out > 0) for (const { name, make } of fields) if (make && !Object.hasOwn(value, name)) value[name] = make();
    return true;
  };
}

const folder = object(
  needed("id", string),
  needed("name", string),
  filled("parentFolderId", orNull(string), () => null),
  filled("isDefault", boolean, () => false),
  filled("code", orNull(string), () => null),
);
const block = eitherOf(
  object(
    needed("text", string),
    filled("format", plainOrHtml, () => "plain"),
  ),
  object(needed("field", string)),
);
const smartform = object(
  needed("id", string),
  needed("name", string),
  optional("process", string),
  optional("tags", list(string)),
  optional("textLibraryFolder", string),
  optional("defaultLanguage", string),
  optional("environments", list(string)),
  optional("fields", list(object(needed("id", string), needed("name", string), needed("type", string)))),
  optional(
    "parties",
    list(
      object(needed("id", orNull(string)), needed("name", orNull(string)), optional("defaultLanguage", orNull(string))),
    ),
  ),
  optional("steps", list(object(needed("name", string)))),
  optional("pages", list(object(optional("step", number), needed("blocks", list(block))))),
);
const file = object(
  optional("folders", list(folder)),
  optional("texts", list(isText)),
  optional("smartforms", list(smartform)),
  optional("dataTable", isObject),
);

/**
 * Fills in what `value` leaves out. It changes `value` itself, which must therefore be fresh from `JSON.parse` and
 * shared with nobody. Returns undefined if `value` does not fit.
 */
export function quickCatalog(value: unknown): CatalogFile | undefined {
  if (!file(value)) return undefined;
  const catalog = value as { texts?: { translations: object }[]; dataTable?: object };
  for (const each of catalog.texts ?? []) each.translations = withoutPrototype(each.translations);
  if (catalog.dataTable) catalog.dataTable = withoutPrototype(catalog.dataTable);
  return value as CatalogFile;
}

/**
 * Fills in what a text leaves out, as `quickCatalog` does; `value` must be fresh from `JSON.parse`. Returns undefined
 * if `value` does not fit.
 */
export function quickText(value: unknown): CatalogText | undefined {
  if (!isText(value)) return undefined;
  const text = value as unknown as { translations: object };
  text.translations = withoutPrototype(text.translations);
  return value as unknown as CatalogText;
}

/** Turns `__proto__` and `constructor` into ordinary keys. */
function withoutPrototype(map: object): object {
  return Object.assign(Object.create(null) as object, map);
}

/** Written by hand, since there may be 100,000 texts: a table of fields takes ten times as long. */
function isText(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  value["name"] ??= value["name"] === undefined ? "" : null;
  value["description"] ??= value["description"] === undefined ? "" : null;
  value["contentType"] ??= value["contentType"] === undefined ? 0 : null;
  value["isPublic"] ??= value["isPublic"] === undefined ? false : null;
  value["defaultLanguage"] ??= null;
  value["translations"] ??= value["translations"] === undefined ? {} : null;
  return (
    typeof value["id"] === "string" &&
    typeof value["folderId"] === "string" &&
    typeof value["code"] === "string" &&
    typeof value["name"] === "string" &&
    typeof value["description"] === "string" &&
    number(value["contentType"]) &&
    typeof value["isPublic"] === "boolean" &&
    (value["defaultLanguage"] === null || typeof value["defaultLanguage"] === "string") &&
    isObject(value["translations"]) &&
    areTranslations(value["translations"])
  );
}

function areTranslations(map: Record<string, unknown>): boolean {
  for (const language of Object.keys(map)) {
    const value = map[language];
    if (!isObject(value) || typeof value["content"] !== "string") return false;
    const { source, updatedAt } = value;
    if ((source !== undefined && !number(source)) || (updatedAt !== undefined && typeof updatedAt !== "string"))
      return false;
  }
  return true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
