/**
 * Describes what is wrong with a catalog file. Loaded only on a mistake: the schema takes longer to load than most
 * files take to read.
 */
import { parse, printParseErrorCode } from "jsonc-parser";
import type { ParseError } from "jsonc-parser";
import { catalogFile, mistakesIn } from "../api/index.ts";
import type { CatalogFile } from "../api/index.ts";
import { l10n, limitIn } from "../language/index.ts";

/** Says where the text stops being valid JSON. */
export function jsonMistake(content: string): string {
  // The parser is recursive: deep nesting would overflow its stack.
  const limit = limitIn(content);
  if (limit !== null) return l10n.t("not JSON, but the place of the mistake is not known ({0}).", limit.why);
  const errors: ParseError[] = [];
  parse(content, errors, { disallowComments: true });
  const offset = errors[0]?.offset ?? content.length;
  const before = content.slice(0, offset);
  const line = before.split("\n").length;
  const [error] = errors;
  return l10n.t(
    "not JSON at line {0}, column {1} ({2}).",
    line,
    offset - before.lastIndexOf("\n"),
    error ? printParseErrorCode(error.error) : "EndOfFile",
  );
}

/** Validates with the schema, whose verdict is final. */
export function askSchema(
  value: unknown,
): { readonly catalog: CatalogFile } | { readonly field: readonly PropertyKey[]; readonly mistake: string } {
  const result = catalogFile.safeParse(value);
  if (result.success) return { catalog: result.data };
  const [mistake] = mistakesIn(catalogFile, value);
  const words = mistake?.message ?? "";
  return { field: mistake?.path ?? [], mistake: words === "" ? l10n.t("this is missing") : words };
}
