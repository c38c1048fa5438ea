/** What a code alone tells about its findings, for those who have no rule at hand: baselines keep codes. */
import { registry } from "../findings/registry.ts";
import type { Evidence } from "../rules/finding.ts";

const byCode = new Map(registry.map((rule) => [rule.code, rule]));

/** The most that findings of this code rest on. A code that there is not counts as one that rests on everything. */
export function evidenceOf(code: string): Evidence {
  return byCode.get(code)?.evidence ?? "library";
}

/** Whether the words of a finding depend on which other codes there are. */
export function isGuess(code: string): boolean {
  return byCode.get(code)?.isGuess === true;
}
