/** Facts about a finding for callers that have only its code, such as baselines. */
import { registry } from "../findings/registry.ts";
import type { Evidence } from "../rules/finding.ts";

const byCode = new Map(registry.map((rule) => [rule.code, rule]));

/**
 * Returns the widest evidence that findings of this code rest on. A code that does not exist counts as resting on
 * everything.
 */
export function evidenceOf(code: string): Evidence {
  return byCode.get(code)?.evidence ?? "library";
}

/** Whether the messages of findings with this code depend on which codes the other texts of the library have. */
export function isGuess(code: string): boolean {
  return byCode.get(code)?.isGuess === true;
}
