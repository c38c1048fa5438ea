/** Limits how many findings of one code are reported for a file. */
import * as l10n from "../l10n.ts";
import { mostFindings } from "../limits.ts";
import type { Finding, Found, Rule } from "../rules/finding.ts";

/** Collects what a rule reports: up to the limit, and one more, which shows that there are more. */
export function collector({ code, severity }: Pick<Rule, "code" | "severity">, into: Finding[]) {
  let count = 0;
  return (found: Found): void => {
    if (count++ <= mostFindings) into.push({ code, severity, ...found });
  };
}

/**
 * Collects what each of these rules reports: up to the limit, and one more, which shows that there are more. All of
 * them get the same function: making one for each rule and each placeholder would take longer than most rules do.
 */
export function checkWith<R extends Pick<Rule, "code" | "severity">>(
  rules: readonly R[],
  into: Finding[],
  check: (rule: R, report: (found: Found) => void) => void,
): void {
  let asked: R | undefined;
  let count = 0;
  const report = (found: Found): void => {
    if (asked && count++ <= mostFindings) into.push({ code: asked.code, severity: asked.severity, ...found });
  };
  for (const rule of rules) {
    [asked, count] = [rule, 0];
    check(rule, report);
  }
}

/** Lets through the findings of each code up to the limit, and one more, which shows that there are more. */
export function limiter(): (code: string) => boolean {
  const counts = new Map<string, number>();
  return (code) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= mostFindings + 1;
  };
}

/**
 * Returns the first findings of each code and, if there are more, one that says so. `found` is in the order of
 * reporting.
 */
export function withinLimit(found: readonly Finding[]): readonly Finding[] {
  const counts = new Map<string, number>();
  return found.flatMap((finding): readonly Finding[] => {
    const count = (counts.get(finding.code) ?? 0) + 1;
    counts.set(finding.code, count);
    if (count <= mostFindings) return [finding];
    return count > mostFindings + 1
      ? []
      : [
          {
            ...finding,
            message: l10n.t("There are more mistakes; only {0} are shown.", mostFindings),
            moreFollow: true,
          },
        ];
  });
}
