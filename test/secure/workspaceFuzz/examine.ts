/**
 * Passes a file of a workspace through everything that reads it: the reader, the project, the checks of its settings,
 * the matching of paths, the language's answers about data and requests, and whole requests of an editor. None of them
 * may throw or reject.
 */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { namedConnection } from "../../../client/signIn/namedConnectionModel.ts";
import {
  baselineOf,
  findingKey,
  largestSample,
  lookAtNamedFile,
  openProject,
  openRequestFile,
  placeOfSetting,
  readBaseline,
  readRegular,
  readSettingsFile,
  sizeOf,
  waysToHide,
  withOneMore,
  writeBaseline,
} from "../../../catalog/index.ts";
import type { Baseline } from "../../../catalog/index.ts";
import {
  applyEdits,
  codeActions,
  codeActionsOfRequest,
  completion,
  definition,
  expand,
  findings,
  fixes,
  hover,
  inlayHintKinds,
  inlayHints,
  jsonMentions,
  mentionKeys,
  newMemory,
  parse,
  parseRequest,
  refactorings,
  requestCompletion,
  requestDefinition,
  requestFindings,
  requestHover,
  requestSymbols,
  settingsCompletion,
  settingsEdits,
  typeDefinition,
  unknown,
} from "../../../language/index.ts";
import type { Context, Request, RequestFile } from "../../../language/index.ts";
import { readCatalog } from "../../language/fixture.ts";
import { text } from "./desk.ts";
import type { Desk } from "./desk.ts";
import type { Input } from "./inputs.ts";

const catalog = readCatalog("see demo");
const names = [
  "a",
  "a.sft",
  "b/a.sft",
  "a/b/c.sft",
  "letters/en/hr/welcome.sft.html",
  ".hidden/a",
  "a\nb.sft",
  "{a,b}",
  "[",
  "😀.sft",
  "textlib:/hr/greeting.sv.txt",
  "textlib:/a",
  `${"a".repeat(250)}.sft`,
  Array(200).fill("a").join("/"),
  "aaaaaaaaaaaaaaaaaaaab",
  "__proto__",
  "data.json",
  "known.json",
];
const syntax = parse(text, "plain");
let workspace = "";
const requestFiles = await Promise.all(
  ["signing", "document", "store"].map((kind) =>
    openRequestFile(kind, (name) =>
      lookAtNamedFile(name, { request: join(workspace, "request/a.form.json"), root: workspace }),
    ),
  ),
);

export interface Examination {
  readonly root: string;
  readonly desk: Desk;
  /**
   * Called between two steps, so that memory can be watched. The argument is the name of the editor request that was
   * made, undefined after another measured step, and null after work that is not measured.
   */
  readonly looked?: (asked?: string | null) => void;
}

export async function examine(
  { kind, content, at }: Input,
  { root, desk, looked = () => undefined }: Examination,
): Promise<void> {
  const ask = (work: () => unknown): void => {
    work();
    looked();
  };
  writeFileSync(join(root, kind, fileNames[kind]), content);
  looked(null);
  if (kind === "settings") await examineSettings(content, at, root, ask);
  else if (kind === "sample") await examineSample(content, at, root, ask);
  else if (kind === "baseline") await examineBaseline(root, ask);
  else await examineRequest(content, at, root, ask);
  await desk.askAll(kind, join(root, kind, fileNames[kind]), { content, at, looked });
}

const fileNames: Readonly<Record<Input["kind"], string>> = {
  settings: "smartform.json",
  sample: "data.json",
  baseline: "known.json",
  request: "a.form.json",
};

type Ask = (work: () => unknown) => void;

async function examineSettings(content: string, at: number, root: string, ask: Ask): Promise<void> {
  const folder = join(root, "settings");
  const project = await openProject(folder, { catalog });
  for (const name of names)
    ask(() => [
      project.includes(join(folder, name)),
      project.rulesOf(name.startsWith("textlib:") ? name : join(folder, name)),
    ]);
  for (const name of names.slice(0, 3)) await project.settingsOf(join(folder, name), {});
  if (project.baselineFile !== undefined)
    assert.ok(project.baselineFile.startsWith(folder), "a baseline outside of the folder");
  ask(() => {
    const { mistakes } = readSettingsFile(content, { catalog });
    for (const { start, end } of mistakes) assert.ok(start >= 0 && start <= end, "a mistake nowhere");
  });
  ask(() => placeOfSetting(content, names[at % names.length]!, "language"));
  ask(() => waysToHide(content)("missing-space", names[at % names.length]!));
  ask(() => jsonMentions(content, "settings"));
  ask(() =>
    settingsEdits(content, [
      { from: "a", to: "b" },
      { from: "data.json", to: null },
    ]),
  );
  ask(() => namedConnection(content, [{ name: "c" }]));
  ask(() => settingsCompletion(parseRequest(content), at % (content.length + 1), { catalog, data: unknown }));
}

async function examineSample(content: string, at: number, root: string, ask: Ask): Promise<void> {
  const folder = join(root, "sample");
  const { data, problem } = await (await openProject(folder)).settingsOf(join(folder, "a.sft"), {});
  assert.equal(data.state === "unknown", problem !== undefined);
  // The problem does not repeat the message of the platform's parser, which would contain a piece of the file.
  assert.doesNotMatch(problem ?? "", /is not valid JSON|Unexpected/);
  const context: Context = { catalog, data, language: "sv" };
  const offset = at % (text.length + 1);
  ask(() => {
    const found = findings(syntax, context, { memory: newMemory() });
    for (const each of found.slice(0, 5)) fixes(each, syntax, context);
    codeActions(syntax, { start: 0, end: text.length }, found, context);
  });
  for (const place of [offset, 3, text.length, text.indexOf("=a |") + 2, text.indexOf("nmae") + 1]) {
    ask(() => hover(syntax, place, context));
    ask(() => completion(syntax, place, context, { snippets: true }));
    ask(() => [definition(syntax, place, context), typeDefinition(syntax, place, context)]);
  }
  const word = text.indexOf(" name ") + 1;
  ask(() => refactorings(syntax, { start: word, end: word + 4 }, context, { creates: true }));
  ask(() => inlayHints(syntax, { start: 0, end: text.length }, context, { kinds: new Set(inlayHintKinds) }));
  ask(() => expand(text, "plain", context, { surface: "pdf" }));
  ask(() => mentionKeys(jsonMentions(content, "sample").mentions));
}

async function examineBaseline(root: string, ask: Ask): Promise<void> {
  const folder = join(root, "baseline");
  const { baseline, problems } = await openProject(folder);
  ask(() => assert.equal(baseline === null, problems.length > 0));
  const read = await readRegular(join(folder, "known.json"), { root, largest: largestSample });
  if (baseline === null || read.state !== "read") return;
  let written = "";
  ask(() => (written = writeBaseline(baseline)));
  const size = (of: Baseline | null) => [...(of?.values() ?? [])].map(sizeOf).reduce((sum, count) => sum + count, 0);
  ask(() => assert.equal(size(readBaseline(written)), size(baseline)));
  const finding = { code: "missing-space", start: 0, end: 7 };
  const one = { file: "a.sft", key: findingKey(finding, text) };
  let edit = { start: 0, end: 0, newText: "" };
  ask(() => (edit = withOneMore(read.content, baseline, one)));
  const changed = applyEdits(read.content, [edit]);
  let count: number | undefined;
  ask(() => (count = readBaseline(changed)?.get(one.file)?.get(one.key)));
  assert.equal(count, (baseline.get(one.file)?.get(one.key) ?? 0) + 1);
  for (const [, known] of [...baseline].slice(0, 3)) ask(() => baselineOf(known)({ code: "a", start: 0, end: 1 }, "a"));
}

async function examineRequest(content: string, at: number, root: string, ask: Ask): Promise<void> {
  workspace = root;
  const file = join(root, "request/a.form.json");
  const read = await readRegular(file, { root, largest: largestSample });
  if (read.state !== "read") return;
  const offset = at % (content.length + 1);
  const kinds: readonly (RequestFile | undefined)[] = [undefined, requestFiles[at % requestFiles.length]];
  let request: Request | undefined;
  ask(() => (request = parseRequest(read.content)));
  for (const requestFile of kinds) {
    const context: Context = { catalog, data: unknown, ...(requestFile === undefined ? {} : { requestFile }) };
    let found: ReturnType<typeof requestFindings> = [];
    ask(() => (found = requestFindings(request!, context)));
    ask(() => codeActionsOfRequest(request!, { start: offset, end: offset + 10 }, found, context));
    ask(() => codeActionsOfRequest(request!, { start: 0, end: content.length }, found, context));
    ask(() => requestCompletion(request!, offset, context));
    ask(() => [requestHover(request!, offset, context), requestDefinition(request!, offset, context)]);
  }
  ask(() => requestSymbols(request!));
  ask(() => mentionKeys(jsonMentions(read.content, "request").mentions));
}
