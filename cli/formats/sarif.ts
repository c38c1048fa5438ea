/** SARIF 2.1.0, for code scanning. */
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { Log, ReportingDescriptor, Result } from "sarif";
import { rules } from "../../language/index.ts";
import type { Severity } from "../../language/index.ts";
import { harmlessJson } from "../problem.ts";
import type { Report, ReportedFinding } from "../report.ts";

const levels: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  info: "note",
  hint: "note",
};

export function* sarif({ findings, baselined }: Report): Generator<string> {
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "smartform", rules: descriptors } },
        columnKind: "utf16CodeUnits",
        results:
          baselined === null
            ? findings.map(result)
            : [
                ...findings.map((finding): Result => ({ ...result(finding), baselineState: "new" })),
                ...baselined.map((finding): Result => ({
                  ...result(finding),
                  baselineState: "unchanged",
                  suppressions: [{ kind: "external", justification: "It is in the baseline." }],
                })),
              ],
      },
    ],
  };
  yield `${harmlessJson(log, 2)}\n`;
}

const descriptors: ReportingDescriptor[] = rules.map(({ code, severity, title }) => ({
  id: code,
  shortDescription: { text: title },
  helpUri: `docs/findings.md#${code}`,
  defaultConfiguration: { level: levels[severity] },
}));
const indexes = new Map(rules.map(({ code }, index) => [code, index]));

function result({ file, line, column, endLine, endColumn, code, severity, message }: ReportedFinding): Result {
  const ruleIndex = indexes.get(code);
  return {
    ruleId: code,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: levels[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          region: { startLine: line, startColumn: column, endLine, endColumn },
        },
      },
    ],
  };
}

function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  const [scheme, path] = file.startsWith("textlib:") ? ["textlib:", file.slice("textlib:".length)] : ["", file];
  return scheme + path.toWellFormed().split("/").map(encodeURIComponent).join("/");
}
