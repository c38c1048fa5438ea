/**
 * A create-form request is not JSON, or an object in it has one name twice, in which case readers of JSON take the
 * last.
 */
import type { FormRequestRule } from "../rules/finding.ts";
import { jsonSyntax } from "../rules/jsonSyntax.ts";

export const formSyntax: FormRequestRule = {
  code: "form-syntax",
  severity: "error",
  title: "A request that is not JSON",
  evidence: "text",
  looksAt: "formRequest",
  ...jsonSyntax,
};
