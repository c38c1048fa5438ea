/**
 * What a finding rests on beside the text that it is in: where that is not known, that nothing is found proves nothing.
 */

/** `values`: those of a create-form request as the data sample. */
export type Evidence = "text" | "data" | "values" | "library";

const byText: ReadonlySet<string> = new Set([
  "unclosed-placeholder",
  "unopened-placeholder",
  "empty-placeholder",
  "missing-space",
  "unknown-keyword",
  "keyword-case",
  "malformed-reference",
  "nested-placeholder",
  "markup-in-placeholder",
  "input-without-name",
  "duplicate-input",
  "unknown-input-option",
  "select-without-source",
  "form-syntax",
  "form-unknown-property",
  "form-missing-property",
  "form-value-collision",
  "form-webhook",
  "form-notifies-people",
  "request-syntax",
  "request-unknown-operation",
  "request-unknown-property",
  "request-missing-property",
  "request-value",
  "request-environment",
  "request-file",
  "request-secret",
  "request-plain-address",
  "request-notifies-people",
]);

const byData: ReadonlySet<string> = new Set(["unknown-default", "unknown-data", "data-not-object", "empty-data"]);

/** The most that findings of this code rest on. A code that there is not counts as one that rests on everything. */
export function evidenceOf(code: string): Evidence {
  if (code === "unknown-source") return "values";
  return byText.has(code) ? "text" : byData.has(code) ? "data" : "library";
}
