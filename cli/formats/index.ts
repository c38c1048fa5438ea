/** Every output format of `smartform check`: each turns a report into the parts to print. */
import type { FailOn, Report } from "../report.ts";
import type { ShardReport } from "../shard.ts";
import { github } from "./github.ts";
import { json } from "./json.ts";
import { junit } from "./junit.ts";
import { sarif } from "./sarif.ts";
import { text } from "./text.ts";

export const formats = { text, json, sarif, junit, github } satisfies Record<
  string,
  (
    report: Report,
    /** `shard`: what the report of a shard contains in addition to `report`; only the JSON format prints it. */
    options: { readonly failOn: FailOn; readonly color: boolean; readonly shard?: ShardReport },
  ) => Iterable<string>
>;
export type FormatName = keyof typeof formats;
