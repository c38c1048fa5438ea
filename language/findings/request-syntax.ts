/** A request file is not JSON, or an object in it has the same name twice. Readers of JSON use the last of the two. */
import type { CallRequestRule } from "../rules/finding.ts";
import { jsonSyntax } from "../rules/jsonSyntax.ts";

export const requestSyntax: CallRequestRule = {
  code: "request-syntax",
  severity: "error",
  title: "A request file that is not JSON",
  evidence: "text",
  looksAt: "callRequest",
  ...jsonSyntax,
};
