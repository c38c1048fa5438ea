/** What is wrong with a catalog file, in words. Loaded only where something is: the schema takes longer to load than most files to read. */
import { parse, printParseErrorCode } from "jsonc-parser";
import type { ParseError } from "jsonc-parser";
import { catalogFile } from "../api/index.ts";
import type { CatalogFile } from "../api/index.ts";

/** Where text that is no JSON stops being JSON. */
export function jsonMistake(content: string): string {
  const errors: ParseError[] = [];
  parse(content, errors, { disallowComments: true });
  const offset = errors[0]?.offset ?? content.length;
  const before = content.slice(0, offset);
  const line = before.split("\n").length;
  const why = errors[0] ? ` (${printParseErrorCode(errors[0].error)})` : "";
  return `not JSON at line ${line}, column ${offset - before.lastIndexOf("\n")}${why}.`;
}

export type Verdict = { readonly catalog: CatalogFile } | { readonly field: readonly PropertyKey[]; readonly mistake: string };

/** The schema has the last word. */
export function askSchema(value: unknown): Verdict {
  const result = catalogFile.safeParse(value);
  if (result.success) return { catalog: result.data };
  const [issue] = result.error.issues;
  return { field: issue?.path ?? [], mistake: issue?.code === "invalid_type" ? `expected ${issue.expected}` : (issue?.message ?? "not a catalog") };
}
