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

/** Whether the message of a finding depends on which other codes the library's texts have. */
export function isGuess(code: string): boolean {
  return byCode.get(code)?.isGuess === true;
}
