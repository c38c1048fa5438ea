/** Workflow commands of GitHub, which annotate the lines of a change. */
import type { Severity } from "../../language/index.ts";
import { printable, shownName } from "../problem.ts";
import type { Report } from "../report.ts";

const commands: Readonly<Record<Severity, "error" | "warning" | "notice">> = {
  error: "error",
  warning: "warning",
  info: "notice",
  hint: "notice",
};

export function* github({ findings }: Report): Generator<string> {
  for (const { file, line, column, endLine, endColumn, code, severity, message } of findings) {
    // Columns are useful only if the finding begins and ends on the same line.
    const columns = line === endLine ? `,col=${column},endColumn=${endColumn}` : "";
    yield `::${commands[severity]} file=${property(file)},line=${line},endLine=${endLine}${columns},title=${property(code)}::${data(message)}\n`;
  }
}

/** Escapes line breaks, so that the message stays on one line; the program that reads the commands restores them. */
function data(text: string, shown: (part: string) => string = printable): string {
  return text
    .split(/([%\r\n])/)
    .map((part, index) =>
      index % 2 === 1 ? `%${part.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}` : shown(part),
    )
    .join("");
}

function property(text: string): string {
  return data(text, shownName).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
