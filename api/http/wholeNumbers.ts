/**
 * JSON with integers that a JavaScript number would round: they are strings in the program and numbers on the wire
 * (N59).
 */
import { isObject } from "../operations/schema.ts";

declare global {
  interface JSON {
    /** From ECMAScript's "JSON.parse source text access", which TypeScript's libraries do not declare yet. */
    rawJSON(text: string): unknown;
  }
}

/** Serialises the body. In the top-level fields listed in `names`, a string of digits is written as a number. */
export function writeJson(body: unknown, names: readonly string[] = []): string {
  if (names.length === 0 || !isObject(body)) return JSON.stringify(body);
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        names.includes(name) && typeof value === "string" ? wholeNumber(value) : value,
      ]),
    ),
  );
}

/** For `JSON.stringify`: writes every digit. */
function wholeNumber(digits: string): unknown {
  return JSON.rawJSON(digits.replace(/^0+(?=\d)/, ""));
}
