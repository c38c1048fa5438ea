/**
 * Fixtures as text files. The first sentences say what a fixture shows. Then come sections that begin with `---`:
 *
 *   --- catalog             JSON of a catalog file, or `see demo` for test/language/demo.json (the default)
 *   --- context             JSON with language, folder, smartform, textId, data and values
 *   --- files               JSON: the files that a request file finds, by path; all other files are absent
 *   --- text KIND           the text
 *   --- argument            a further argument of the feature, if the feature needs one
 *   --- expect              the answer of the feature
 *
 * In the context, `data` is an object or "unknown"; without `data`, the catalog's data are used. `values` are the
 * values of the sample request. KIND is plain, rich, html, request (a create-form request), or the kind of a request
 * file, such as signing. In the text, `<|>` is the cursor, and two of them enclose a selection. `^^^ code` under a line
 * marks the part of the line above it.
 *
 * `UPDATE_EXPECT=1` rewrites the expected parts; read the diff.
 */
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { catalogFile, mistakesOfRequest, operationsOfRequestFile, reachOfRequest } from "../../api/index.ts";
import { fileCatalog } from "../../catalog/index.ts";
import { known, requestFileKinds, unknown } from "../../language/index.ts";
import type { Context, Format, JsonObject, NamedFile, RequestFile } from "../../language/index.ts";

/** A finding or another result with this code, at the text between the offsets `start` and `end`. */
export interface Marker {
  readonly start: number;
  readonly end: number;
  readonly code: string;
}

export interface Fixture {
  readonly text: string;
  readonly format: Format;
  /** Whether the text is a request file. */
  readonly isRequest: boolean;
  readonly context: Context;
  /** JSON of the catalog file. */
  readonly catalog: string;
  /** Offset of `<|>`; without one, the end of the text. */
  readonly cursor: number;
  readonly argument: string;
  /** Between two `<|>`. */
  readonly selection?: { readonly start: number; readonly end: number };
}

/** A feature's result for a fixture: lines for `--- expect`, or markers for the lines under the text. */
export interface Outcome {
  readonly expect?: string;
  readonly markers?: readonly Marker[];
}

interface Section {
  readonly name: string;
  readonly argument: string;
  readonly body: string;
}

const here = import.meta.dirname;
const cursorMark = "<|>";

/** Declares one mocha test for every `*.txt` of `test/language/<folder>`. */
export function checkFixtures(folder: string, run: (fixture: Fixture) => Outcome | Promise<Outcome>): void {
  for (const file of readdirSync(join(here, folder))
    .filter((name) => name.endsWith(".txt"))
    .sort()) {
    const path = join(here, folder, file);
    const { says, sections } = readSections(readFileSync(path, "utf8"));
    it(says.split("\n")[0] ?? file, async () => {
      const outcome = await run(toFixture(sections));
      const actual = write(
        says,
        sections.map((section) => withOutcome(section, outcome)),
      );
      if (process.env["UPDATE_EXPECT"] === "1") writeFileSync(path, actual);
      else assert.equal(actual, write(says, sections), path);
    });
  }
}

/** Returns the text of the first section `--- text` of a fixture. */
export function fixtureText(folder: string, file: string): string {
  return toFixture(readSections(readFileSync(join(here, folder, file), "utf8")).sections).text;
}

/** Returns a request file of this kind, in a folder with these files. */
export function requestFileOf(kind: string, files: Readonly<Record<string, NamedFile>> = {}): RequestFile {
  return {
    operations: operationsOfRequestFile(kind),
    mistakes: mistakesOfRequest,
    reach: reachOfRequest,
    file: (path) => files[path] ?? { state: "absent" },
  };
}

export function readCatalog(source: string): Context["catalog"] {
  return fileCatalog(catalogFile.parse(JSON.parse(catalogJson(source))));
}

function catalogJson(source: string): string {
  const [, name] = /^see (\w+)$/.exec(source.trim()) ?? [];
  return name === undefined ? source : readFileSync(join(here, `${name}.json`), "utf8");
}

function readSections(content: string): { readonly says: string; readonly sections: readonly Section[] } {
  const [says = "", ...rest] = content.split(/^--- /m);
  const sections = rest.map((section) => {
    const lineEnd = section.indexOf("\n");
    const [, name = "", argument = ""] = /^(\w+) ?(.*)$/.exec(section.slice(0, lineEnd)) ?? [];
    return { name, argument, body: section.slice(lineEnd + 1).replace(/\n$/, "") };
  });
  return { says: says.trim(), sections };
}

function write(says: string, sections: readonly Section[]): string {
  const heads = sections.map(
    (section) =>
      `--- ${section.name}${section.argument === "" ? "" : ` ${section.argument}`}\n${section.body === "" ? "" : `${section.body}\n`}`,
  );
  return `${says}\n\n${heads.join("")}`;
}

function toFixture(sections: readonly Section[]): Fixture {
  const body = (name: string): string | undefined => sections.find((section) => section.name === name)?.body;
  const source = body("catalog") ?? "see demo";
  const catalog = readCatalog(source);
  const { data, values, ...rest } = JSON.parse(body("context") ?? "{}") as {
    readonly data?: JsonObject | "unknown";
    readonly values?: JsonObject;
  } & Partial<Omit<Context, "data" | "values">>;
  const marked = withoutMarkers(body("text") ?? "");
  const cursor = marked.indexOf(cursorMark);
  const second = marked.replace(cursorMark, "").indexOf(cursorMark);
  const text = marked.replaceAll(cursorMark, "");
  const written = sections.find((section) => section.name === "text")?.argument || "plain";
  const isOperation = requestFileKinds.some((kind) => kind === written);
  const isRequest = written === "request" || isOperation;
  const requestFile = isOperation
    ? { requestFile: requestFileOf(written, JSON.parse(body("files") ?? "{}") as Record<string, NamedFile>) }
    : {};
  const format = isRequest ? "plain" : (written as Format);
  const answer = data === undefined ? catalog.dataTable() : data === "unknown" ? unknown : known(data);
  return {
    text,
    format,
    isRequest,
    catalog: catalogJson(source),
    argument: body("argument") ?? "",
    cursor: cursor < 0 ? text.length : cursor,
    ...(second < 0 ? {} : { selection: { start: cursor, end: second } }),
    context: {
      ...rest,
      catalog,
      data: answer,
      ...(values === undefined ? {} : { values: known(values) }),
      ...requestFile,
    },
  };
}

const markerLine = /^ *\^+ [a-z-]+$/;

function withoutMarkers(text: string): string {
  return text
    .split("\n")
    .filter((line) => !markerLine.test(line))
    .join("\n");
}

function withOutcome(section: Section, outcome: Outcome): Section {
  if (section.name === "expect" && outcome.expect !== undefined) return { ...section, body: outcome.expect.trimEnd() };
  if (section.name === "text" && outcome.markers !== undefined)
    return { ...section, body: withMarkers(withoutMarkers(section.body), outcome.markers) };
  return section;
}

/** Writes the markers under the lines of the text; a marker of several lines is under its first line. */
function withMarkers(text: string, markers: readonly Marker[]): string {
  const cursor = text.indexOf(cursorMark);
  let offset = 0;
  return text
    .split("\n")
    .flatMap((line) => {
      const start = offset;
      const end = start + line.replace(cursorMark, "").length;
      offset = end + 1;
      const column = (at: number): number => at - start + (cursor >= 0 && cursor < at ? cursorMark.length : 0);
      const under = markers.filter((marker) => marker.start >= start && marker.start <= end);
      return [
        line,
        ...under.map(
          (marker) =>
            " ".repeat(column(marker.start)) +
            "^".repeat(Math.max(1, Math.min(marker.end, end) - marker.start)) +
            ` ${marker.code}`,
        ),
      ];
    })
    .join("\n");
}
