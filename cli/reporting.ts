/** For the commands that print a report: how it is printed, and the exit status. */
import { formats } from "./formats/index.ts";
import type { FormatName } from "./formats/index.ts";
import { printAll } from "./output.ts";
import type { Problem } from "./problem.ts";
import { failOns, fails } from "./report.ts";
import type { FailOn, Report } from "./report.ts";
import type { ShardReport } from "./shard.ts";

const [standardFormat = "", ...otherFormats] = Object.keys(formats);

/** The options, for `parseArgs`. */
export const reportingOptions = { format: { type: "string" }, "fail-on": { type: "string" } } as const;

/** The part of a help text about these options. */
export const reportingHelp = `What to print
  --format FORMAT          ${standardFormat} (default), ${otherFormats.slice(0, -1).join(", ")} or ${otherFormats.at(-1)}
  --fail-on SEVERITY       error (default), warning, info or never`;

export interface Reporting {
  readonly format: FormatName;
  readonly failOn: FailOn;
}

export function readReporting(
  { format = standardFormat, "fail-on": failOn = "error" }: { readonly format?: string; readonly "fail-on"?: string },
  usage: (message: string) => Problem,
): Reporting {
  if (!isFormat(format)) throw usage(`--format ${format}: choose ${Object.keys(formats).join(", ")}.`);
  if (!isFailOn(failOn)) throw usage(`--fail-on ${failOn}: choose ${failOns.join(", ")}.`);
  return { format, failOn };
}

export function printReport(report: Report, { format, failOn }: Reporting, shard?: ShardReport): void {
  const color = process.stdout.isTTY === true && !process.env["NO_COLOR"];
  printAll(formats[format](report, { failOn, color, ...(shard === undefined ? {} : { shard }) }));
}

/** Returns the exit status of a run. `isRead`: everything could be read; `isKnown`: the service was read completely. */
export function statusOf(
  { findings }: Report,
  { failOn, isRead, isKnown }: { readonly failOn: FailOn; readonly isRead: boolean; readonly isKnown: boolean },
): number {
  if (!isRead) return 2;
  if (!isKnown) return 3;
  return findings.some(({ severity }) => fails(severity, failOn)) ? 1 : 0;
}

/**
 * Returns a notice that the service could not be read completely, and that the check therefore does not report anything
 * unread as missing.
 */
export function incompleteNotice(why: string): string {
  return `The service could not be read completely: ${why} What was not read is not reported as missing.`;
}

function isFormat(name: string): name is FormatName {
  return Object.hasOwn(formats, name);
}

function isFailOn(name: string): name is FailOn {
  return (failOns as readonly string[]).includes(name);
}
