/**
 * What must hold for any input: nothing throws, cached results equal fresh ones, and no answer points outside the text.
 */
import assert from "node:assert/strict";
import {
  applyEdits,
  edit,
  findings,
  known,
  newMemory,
  parse,
  parseRequest,
  requestFindings,
  unknown,
} from "../../../language/index.ts";
import type { Context, Finding, Range, Syntax } from "../../../language/index.ts";
import { fileCatalog } from "../../../catalog/index.ts";
import { openDocument } from "../../../server/workspace/documents.ts";
import { colour, colourChanges } from "../../../server/handlers/semanticTokens.ts";
import { editLines, linesOf } from "../../../server/places/lines.ts";
import { readCatalog } from "../fixture.ts";
import { requestAsks, textAsks } from "./asks.ts";
import type { Asked } from "./asks.ts";
import type { Cut, Input } from "./inputs.ts";

const demo = readCatalog("see demo");

/** The contexts; `Input.context` is an index into this list. */
const contexts: readonly Context[] = [
  { catalog: demo, data: demo.dataTable(), language: "en" },
  { catalog: demo, data: demo.dataTable(), language: "sv", folder: "legal", smartform: "s-hire" },
  { catalog: demo, data: unknown, language: "sv", textId: "t-letter" },
  { catalog: fileCatalog({}), data: unknown },
  {
    catalog: fileCatalog({ folders: [], texts: [], smartforms: [] }),
    data: known({}),
    language: "de",
    folder: "nowhere",
    smartform: "gone",
    textId: "gone",
  },
];

/** Throws an AssertionError, or the language's own error, at the first violation. */
export function examine(input: Input): void {
  const context = contexts[input.context]!;
  if (input.kind === "request") examineRequest(input, context);
  else examineText(input, context);
}

function examineText({ kind, text, versions, places }: Input, context: Context): void {
  const format = kind === "request" ? "plain" : kind;
  let syntax = parse(text, format);
  const memory = newMemory();
  let found = findings(syntax, context, { memory });
  assert.deepEqual(found, findings(syntax, context), "findings with a memory");
  askAll(textAsks, syntax, { context, places, found });

  let lines = linesOf(text);
  let document = openDocument({ uri: "file:///a.sft", languageId: "smartform-text", version: 0, text }, format);
  let sent = versions.length > 0 ? colour({ document, context, rules: new Map(), opening: {} }) : undefined;
  for (const cuts of versions) {
    const edits = cuts.map(toEdit);
    const after = applyEdits(syntax.text, edits);
    const [one] = edits;
    if (one && edits.length === 1) {
      const start = Math.min(one.start, lines.text.length);
      lines = editLines(lines, { start, end: Math.min(one.end, lines.text.length) }, after);
      assert.deepEqual(lines, linesOf(after), "lines after an edit");
    } else {
      lines = linesOf(after);
    }
    syntax = edit(syntax, edits);
    const fresh = parse(after, format);
    assert.deepEqual(syntax, fresh, "an edit gives another syntax than a fresh parse");
    found = findings(syntax, context, { memory });
    assert.deepEqual(found, findings(fresh, context), "findings with a memory, after an edit");

    document = { ...document, syntax, lines };
    const open = { document, context, rules: new Map(), opening: {} };
    const before = sent!;
    const delta = colourChanges(open, before.resultId!);
    const data =
      "edits" in delta
        ? delta.edits.reduce(
            (numbers, each) => numbers.toSpliced(each.start, each.deleteCount, ...(each.data ?? [])),
            before.data,
          )
        : delta.data;
    sent = colour(open);
    assert.deepEqual(data, sent.data, "tokens after a difference");
  }
  if (versions.length > 0) askAll(textAsks, syntax, { context, places: places.toReversed(), found });
}

function examineRequest({ text, versions, places }: Input, context: Context): void {
  for (const version of [text, ...versions.map((cuts) => applyEdits(text, cuts.map(toEdit)))]) {
    const request = parseRequest(version);
    askAll(requestAsks, request, { context, places, found: requestFindings(request, context) });
  }
}

interface Asking {
  readonly context: Context;
  readonly places: readonly number[];
  readonly found: readonly Finding[];
}

function askAll<Read extends Pick<Syntax, "text">>(
  asks: Readonly<Record<string, (asked: Asked<Read>) => readonly Range[]>>,
  read: Read,
  { context, places: [at = 0, further = 0], found }: Asking,
): void {
  const { length } = read.text;
  const offset = at % (length + 1);
  const range = { start: offset, end: Math.min(length, offset + further) };
  for (const [name, ask] of Object.entries(asks)) {
    for (const { start, end } of ask({ read, context, offset, range, found })) {
      if (!(start >= 0 && start <= end && end <= length))
        assert.fail(`${name} at ${offset} answers the range ${start}–${end} in a text of ${length}`);
    }
  }
}

function toEdit({ start, length, newText }: Cut) {
  return { start, end: start + length, newText };
}
