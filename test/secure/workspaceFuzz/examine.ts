/**
 * Takes a file of a workspace through everything that reads it: the reader, the project, the checks of its settings, the matching of paths, and the
 * language's answers about data and requests. Nothing of that may throw or reject.
 */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { namedConnection } from "../../../client/connections/namedConnectionModel.ts";
import { baselineOf, largestSample, lookAtNamedFile, openProject, openRequestFile, placeOfSetting, readBaseline, readRegular, readSettingsFile, sizeOf, waysToHide, writeBaseline } from "../../../catalog/index.ts";
import {
  codeActions, codeActionsOfRequest, completion, definition, expand, findings, fixes, hover, inlayHintKinds, inlayHints, jsonMentions, mentionKeys, newMemory, parse, parseRequest, refactorings, requestCompletion, requestDefinition, requestFindings, requestHover, requestSymbols, settingsCompletion,
  settingsEdits, typeDefinition, unknown,
} from "../../../language/index.ts";
import type { Context, Request, RequestFile } from "../../../language/index.ts";
import { readCatalog } from "../../language/fixture.ts";
import type { Input } from "./inputs.ts";

const catalog = readCatalog("see demo");
const names = [
  "a", "a.sft", "b/a.sft", "a/b/c.sft", "letters/en/hr/welcome.sft.html", ".hidden/a", "a\nb.sft", "{a,b}", "[", "😀.sft", "textlib:/hr/greeting.sv.txt", "textlib:/a", `${"a".repeat(250)}.sft`, Array(200).fill("a").join("/"), "aaaaaaaaaaaaaaaaaaaab", "__proto__", "data.json", "known.json",
];
const text = "[[ a ]] [[ customer.name ]] [[ __proto__.x ]] [[ a.a.a.a ]] [[ nmae ]] [[  ]] [[ INPUT : x | source=a | default=$customer.nmae ]] [[ LIB : legal : footer ]] name [[ n1 ]] [[ a.";
const syntax = parse(text, "plain");
let workspace = "";
const requestFiles = await Promise.all(["signing", "document", "store"].map((kind) => openRequestFile(kind, (name) => lookAtNamedFile(name, { request: join(workspace, "request/a.form.json"), root: workspace }))));

/** `looked` is called between two steps, so that memory can be watched. */
export async function examine({ kind, content, at }: Input, { root, looked = () => undefined }: { readonly root: string; readonly looked?: () => void }): Promise<void> {
  const ask = (work: () => unknown): void => {
    work();
    looked();
  };
  if (kind === "settings") await examineSettings(content, at, root, ask);
  else if (kind === "sample") await examineSample(content, at, root, ask);
  else if (kind === "baseline") await examineBaseline(content, root, ask);
  else await examineRequest(content, at, root, ask);
}

/** Folders for the files of each kind, below a folder for tests. */
export function prepare(root: string): void {
  for (const name of ["settings", "sample", "baseline", "request"]) mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, "sample/smartform.json"), '{"files":[{"include":"**","data":"data.json"}]}');
  writeFileSync(join(root, "baseline/smartform.json"), '{"baseline":"known.json"}');
}

type Ask = (work: () => unknown) => void;

async function examineSettings(content: string, at: number, root: string, ask: Ask): Promise<void> {
  const folder = join(root, "settings");
  writeFileSync(join(folder, "smartform.json"), content);
  const project = await openProject(folder, { catalog });
  for (const name of names) ask(() => [project.includes(join(folder, name)), project.rulesOf(name.startsWith("textlib:") ? name : join(folder, name))]);
  for (const name of names.slice(0, 3)) await project.settingsOf(join(folder, name), {});
  if (project.baselineFile !== undefined) assert.ok(project.baselineFile.startsWith(folder), "a baseline outside of the folder");
  ask(() => {
    const { mistakes } = readSettingsFile(content, { catalog });
    for (const { start, end } of mistakes) assert.ok(start >= 0 && start <= end, "a mistake nowhere");
  });
  ask(() => placeOfSetting(content, names[at % names.length]!, "language"));
  ask(() => waysToHide("missing-space", names[at % names.length]!, content));
  ask(() => jsonMentions(content, "settings"));
  ask(() => settingsEdits(content, [{ from: "a", to: "b" }, { from: "data.json", to: null }]));
  ask(() => namedConnection(content, [{ name: "c" }]));
  ask(() => settingsCompletion(parseRequest(content), at % (content.length + 1), { catalog, data: unknown }));
}

async function examineSample(content: string, at: number, root: string, ask: Ask): Promise<void> {
  const folder = join(root, "sample");
  writeFileSync(join(folder, "data.json"), content);
  const { data, problem } = await (await openProject(folder)).settingsOf(join(folder, "a.sft"), {});
  assert.equal(data.state === "unknown", problem !== undefined);
  // What the parser of the platform says would hold a piece of the file.
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

async function examineBaseline(content: string, root: string, ask: Ask): Promise<void> {
  const folder = join(root, "baseline");
  writeFileSync(join(folder, "known.json"), content);
  const { baseline, problems } = await openProject(folder);
  assert.equal(baseline === null, problems.length > 0);
  if (baseline === null) return;
  ask(() => assert.equal(sizeOf(readBaseline(writeBaseline(baseline)) ?? new Map()), sizeOf(baseline)));
  for (const [, known] of [...baseline].slice(0, 3)) ask(() => baselineOf(known)({ code: "a", start: 0, end: 1 }, "a"));
}

async function examineRequest(content: string, at: number, root: string, ask: Ask): Promise<void> {
  workspace = root;
  const file = join(root, "request/a.form.json");
  writeFileSync(file, content);
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
