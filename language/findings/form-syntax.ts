/** A create-form request is not JSON, or an object in it has one name twice, of which readers of JSON take the last. */
import type { RequestRule } from "../rules/finding.ts";
import { jsonSyntax } from "../rules/jsonSyntax.ts";

export const formSyntax: RequestRule = {
  code: "form-syntax",
  severity: "error",
  title: "A request that is not JSON",
  evidence: "text",
  looksAt: "request",
  ...jsonSyntax,
};
