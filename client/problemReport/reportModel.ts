/**
 * A problem report that a person can read before passing it on: versions and the end of the log, without names,
 * addresses or secrets. Does not import `vscode`.
 */
import { isOperationId } from "../../api/index.ts";

export interface Facts {
  readonly extension: string;
  readonly editor: string;
  readonly node: string;
  readonly system: string;
  /**
   * `ssh-remote`, `wsl`, …, or the address of a VS Code in a browser; undefined if the extension and the window are on
   * one computer.
   */
  readonly remote: string | undefined;
  /** In a browser or on the desktop. */
  readonly window: "browser" | "desktop";
  readonly trusted: boolean;
  readonly connection: "none" | "sandbox" | "service";
  /** Services for which the connection has an address. */
  readonly services: readonly string[];
  readonly environment: string | undefined;
  /** Names of this extension's settings that are set; never their values. */
  readonly settings: readonly string[];
  /**
   * Paths and names that may contain a person's name: those of the workspace folders, the home folder, the name of the
   * computer's user.
   */
  readonly folders: readonly string[];
  /** Names that the person gave to connections, and the connections' client ids. */
  readonly names: readonly string[];
  readonly log: string;
}

/** Host names. Operation ids (`forms.create`) match too; script files are excluded. */
const host =
  /\b(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+(?!(?:[cm]?js|ts|map)\b)(?:[a-z]{2,}|xn--[a-z\d-]+)(?::\d+)?\b/giu;

/** How many of the last lines of the log are included. */
const logLines = 300;
/** Maximum characters of a line, because the patterns below get slower with length. */
const longestLine = 2000;

export function problemReport(facts: Facts): string {
  const redact = redactor(facts);
  const lines = facts.log.trimEnd().split("\n");
  return [
    "# Report of a problem",
    "",
    "What happened, and what should have happened:",
    "",
    "",
    "What you did before:",
    "",
    "",
    "## What runs",
    "",
    "Read this page before you hand it on: nothing was sent. Addresses, names of connections, folders, ids and whatever looks like a secret or a person were taken out.",
    "",
    ...[
      ["Extension", facts.extension],
      [
        "VS Code",
        `${facts.editor}, ${facts.window}${facts.remote === undefined ? "" : `, remote: ${redact(facts.remote)}`}`,
      ],
      ["Node", facts.node],
      ["System", facts.system],
      ["Trusted workspace", facts.trusted ? "yes" : "no"],
      ["Connection", facts.connection],
      ["Services", facts.services.join(", ") || "none"],
      ["Environment", facts.environment ?? "none"],
      ["Settings that are set", facts.settings.join(", ") || "none"],
    ].map(([name = "", value = ""]) => `- ${name}: ${value}`),
    "",
    `## The log's last lines (${Math.min(lines.length, logLines)} of ${lines.length})`,
    "",
    "```",
    ...lines
      .slice(-logLines)
      .map((line) =>
        redact(line.length > longestLine ? `${line.slice(0, longestLine)}…` : line).replaceAll("```", "'''"),
      ),
    "```",
    "",
  ].join("\n");
}

/** Gives every occurrence of an address, id or name the same mark, so that lines can still be compared. */
function redactor({ folders, names }: Pick<Facts, "folders" | "names">): (text: string) => string {
  const marks = new Map<string, string>();
  const counts = new Map<string, number>();
  const mark =
    (kind: string) =>
    (found: string): string => {
      const key = `${kind} ${found.toLowerCase()}`;
      const known = marks.get(key);
      if (known !== undefined) return known;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const made = `<${kind} ${counts.get(kind)}>`;
      marks.set(key, made);
      return made;
    };
  const literal = (values: readonly string[]): RegExp | undefined => {
    const known = [...new Set(values)].filter((value) => value.length > 1).sort((a, b) => b.length - a.length);
    return known.length === 0
      ? undefined
      : new RegExp(known.map((value) => value.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "gi");
  };
  const steps: readonly (readonly [RegExp | undefined, string])[] = [
    [literal(folders), "folder"],
    [/\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)]+/gi, "address"],
    [/\beyJ[\w-]+(?:\.[\w-]*)*/g, "token"],
    [/\b(?:bearer|basic)\s+[\w.~+/=-]+/gi, "credential"],
    [/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+/gu, "mail"],
    [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, "id"],
    [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, "host"],
    [host, "host"],
    [literal(names), "connection"],
    [/\+?\d[\d ()-]{6,}\d/g, "number"],
    [/"[^"\n]+"|”[^”\n]+”|„[^“\n]+“/g, "words"],
    [/(?=[\w+/=~-]*\d)[\w+/=~-]{24,}/g, "secret"],
  ];
  return (line) => {
    const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} /.exec(line)?.[0] ?? "";
    return (
      time +
      steps.reduce(
        (rest, [pattern, kind]) =>
          pattern === undefined
            ? rest
            : rest.replace(pattern, (found) => (isOperationId(found) ? found : mark(kind)(found))),
        line.slice(time.length),
      )
    );
  };
}
