/** One JSON object, for programs. */
import { harmlessJson } from "../problem.ts";
import type { Report } from "../report.ts";
import type { ShardReport } from "../shard.ts";

export function* json(
  { findings, summary }: Report,
  { shard }: { readonly shard?: ShardReport } = {},
): Generator<string> {
  yield `{ "findings": [${findings.length === 0 ? "" : "\n"}`;
  for (const [index, finding] of findings.entries())
    yield `  ${harmlessJson(finding)}${index < findings.length - 1 ? "," : ""}\n`;
  yield `],\n  "summary": ${JSON.stringify(summary)}`;
  yield shard === undefined ? " }\n" : `,\n  "shard": ${harmlessJson(shard)} }\n`;
}
