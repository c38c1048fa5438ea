/**
 * A create-form request is not JSON, or an object in it has the same name twice. Readers of JSON use the last of the
 * two.
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
