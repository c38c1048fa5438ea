/** One JSON object, for programs. */
import { harmlessJson } from "../problem.ts";
import type { Report } from "../report.ts";

export function* json({ findings, summary }: Report): Generator<string> {
  yield `{ "findings": [${findings.length === 0 ? "" : "\n"}`;
  for (const [index, finding] of findings.entries())
    yield `  ${harmlessJson(finding)}${index < findings.length - 1 ? "," : ""}\n`;
  yield `],\n  "summary": ${JSON.stringify(summary)} }\n`;
}
