/**
 * What the trace between client and language server may contain. The messages contain documents, and a form's request
 * contains data about people. So only the shape of a message is written, with short numbers and the words of the
 * protocol. Does not import `vscode`.
 */

/** Keys whose values are the protocol's own words. */
const plainKeys: ReadonlySet<string> = new Set([
  "jsonrpc",
  "method",
  "operation",
  "languageId",
  "kind",
  "code",
  "severity",
  "trigger",
  "triggerKind",
  "trace",
]);

/** Larger numbers are not positions, versions or kinds. */
const largest = 999_999;

/**
 * Filters an entry that the language client writes to the trace. The data follow the first line break of the entry:
 * `Params: {…}`.
 */
export function traceWords(line: string): string {
  const end = line.indexOf("\n");
  const [first, data] = end < 0 ? [line, ""] : [line.slice(0, end), line.slice(end + 1).trim()];
  if (first.startsWith("{")) return shapeOf(first);
  if (data === "") return first;
  const [label] = /^[A-Za-z ]{1,20}: /.exec(data) ?? [""];
  if (label === "") return /^No (parameters provided|result returned)\.$/.test(data) ? `${first}\n${data}` : first;
  return `${first}\n${label}${shapeOf(data.slice(label.length))}`;
}

function shapeOf(json: string): string {
  try {
    return JSON.stringify(
      JSON.parse(json, (key, value: unknown) => shape(key, value)),
      undefined,
      2,
    );
  } catch {
    return "…";
  }
}

function shape(key: string, value: unknown): unknown {
  if (typeof value === "string")
    return plainKeys.has(key) && /^[\w$./ -]{1,60}$/.test(value) ? value : `… ${value.length} characters`;
  if (typeof value === "number") return Math.abs(value) <= largest ? value : "…";
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  // Some keys are names that somebody chose, or URIs of documents.
  return Object.fromEntries(
    Object.entries(value).map(([name, inner], index) => [
      /^[A-Za-z$][\w$/]{0,39}$/.test(name) ? name : `… ${index + 1}`,
      inner as unknown,
    ]),
  );
}
