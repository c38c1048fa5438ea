/**
 * JSON with whole numbers that a JavaScript number would round: in the program they are text, on the wire the numbers
 * that they are (N59).
 */
import { isObject } from "../operations/schema.ts";

declare global {
  interface JSON {
    /** Of ECMAScript's "JSON.parse source text access", which the compiler's libraries do not describe yet. */
    rawJSON(text: string): unknown;
  }
}

/** The body as JSON. Text of digits in the fields `names`, at its top, is written as a number. */
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

/** For `JSON.stringify`: written digit by digit. */
function wholeNumber(digits: string): unknown {
  return JSON.rawJSON(digits.replace(/^0+(?=\d)/, ""));
}
