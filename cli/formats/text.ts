/**
 * The format for people: findings are listed below the name of their file. Nothing from a file or the service reaches
 * the terminal as a command.
 */
import { styleText } from "node:util";
import type { Severity } from "../../language/index.ts";
import { line, printable, shownName } from "../problem.ts";
import type { Report, Summary } from "../report.ts";

const colors: Readonly<Record<Severity, "red" | "yellow" | "blue" | "gray">> = {
  error: "red",
  warning: "yellow",
  info: "blue",
  hint: "gray",
};

export function* text({ findings, summary }: Report, { color }: { readonly color: boolean }): Generator<string> {
  const paint = (style: Parameters<typeof styleText>[0], shown: string) =>
    color ? styleText(style, shown, { validateStream: false }) : shown;
  let file: string | undefined;
  for (const finding of findings) {
    if (finding.file !== file)
      yield `${file === undefined ? "" : "\n"}${paint("underline", line(shownName(finding.file), "./"))}\n`;
    file = finding.file;
    const place = `${finding.line}:${finding.column}`.padStart(8);
    yield `${place}  ${paint(colors[finding.severity], finding.severity.padEnd(7))}  ${printable(finding.message)}  ${paint("gray", finding.code)}\n`;
  }
  yield `${file === undefined ? "" : "\n"}${total(summary)}\n`;
}

function total({ files, placeholders, errors, warnings, infos, hints, baselined = 0, gone = 0 }: Summary): string {
  const counted = [
    count(errors, "error"),
    count(warnings, "warning"),
    count(infos, "info"),
    count(hints, "hint"),
  ].filter((each) => !each.startsWith("0 "));
  const old = [
    baselined === 0
      ? ""
      : ` ${count(baselined, "finding")} of the baseline ${baselined === 1 ? "is" : "are"} not shown.`,
    gone === 0
      ? ""
      : ` ${count(gone, "finding")} of the baseline ${gone === 1 ? "is" : "are"} gone: --update-baseline removes ${gone === 1 ? "it" : "them"}.`,
  ];
  return `${counted.length === 0 ? "Nothing found" : counted.join(", ")} in ${count(files, "text")} with ${count(placeholders, "placeholder")}.${old.join("")}`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
