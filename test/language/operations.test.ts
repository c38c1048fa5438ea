/**
 * Request files of the operation table: a value that breaks a limit of a schema has a finding at its place, and nothing
 * else has a finding.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { betterPlaces, operationOf, operations, requestFileOperations } from "../../api/index.ts";
import type { OperationId } from "../../api/index.ts";
import {
  codeActionsOfRequest,
  applyEdits,
  fixAllOfRequest,
  nodeAround,
  parseRequest,
  requestCompletion,
  requestDefinition,
  requestFileKind,
  requestFileKinds,
  requestFindings,
  requestHover,
  skeletonOf,
  unknown,
} from "../../language/index.ts";
import type { Context, OperationShape, RequestFile, Shape } from "../../language/index.ts";
import { readCatalog, requestFileOf } from "./fixture.ts";

const catalog = readCatalog("see demo");
const contextOf = (requestFile: RequestFile): Context => ({ catalog, data: unknown, requestFile });
const warnings = new Set(["request-notifies-people", "request-plain-address"]);

/**
 * Returns the findings in a request file, without those about a form's Smartform and without some warnings: these are
 * not limits of the operation table.
 */
function findingsIn(text: string, file: RequestFile): readonly string[] {
  return requestFindings(parseRequest(text), contextOf(file))
    .filter(({ code }) => !warnings.has(code) && !code.startsWith("form-"))
    .map(({ code, start }) => `${code} at ${start}`);
}

/**
 * Returns a value that the service accepts, with all optional parts. The values of a few names do not follow from the
 * shape, and are listed here.
 */
function valid(shape: Shape, name: string): unknown {
  const told: Readonly<Record<string, unknown>> = { UpdateColumns: { Name: "x" }, signatoryId: "a-1" };
  if (Object.hasOwn(told, name)) return told[name];
  const [first] = shape.anyOf ?? [];
  if (first !== undefined) return valid(first, name);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  if (shape.contentEncoding === "base64") return "AAAA";
  const formats: Readonly<Record<string, unknown>> = {
    date: "2026-01-31",
    "date-time": "2026-01-31T09:30:00Z",
    uuid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    guid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    uri: "https://example.com/",
    password: { secret: "s" },
  };
  if (shape.format !== undefined && formats[shape.format] !== undefined) return formats[shape.format];
  switch ([shape.type].flat()[0]) {
    case "array":
      return [valid(shape.items ?? {}, name)];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return Math.max(1, shape.minimum ?? 0);
    case "object":
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).map(([each, inner]) => [each, valid(inner, each)]),
      );
    case "string":
      return name === "ExternalCorrelationId" ? formats["guid"] : name === "path" || name === "from" ? "" : "x";
    default:
      return {};
  }
}

type Path = readonly (string | number)[];

interface Break {
  readonly what: string;
  readonly path: Path;
  /** The replacement; undefined if the value is removed. */
  readonly value: unknown;
  readonly code: string;
  /** The path of the JSON node that has the finding. */
  readonly at: Path;
}

const isSafe = (limit: number | undefined): limit is number =>
  limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;

/** Returns a change for every limit of the shape. Each change breaks its limit. */
function breaksOf(given: Shape, value: unknown, path: Path): readonly Break[] {
  const [first] = given.anyOf ?? [];
  if (given.anyOf !== undefined && first !== undefined && given.anyOf.length === 2 && given.anyOf[1]?.type === "null")
    return breaksOf(first, value, path);
  const shape = given;
  const code =
    path[0] === "environment"
      ? "request-environment"
      : path[0] === "operation"
        ? "request-unknown-operation"
        : "request-value";
  const wrong = (what: string, other: unknown): Break => ({ what, path, value: other, code, at: path });
  const types = [shape.type].flat();
  const found: Break[] = [];
  if (shape.type !== undefined && path.length > 0)
    found.push(wrong("another kind of JSON", types.includes("object") ? "x" : types.includes("array") ? 5 : []));
  if (shape.enum !== undefined)
    found.push(wrong("none of the listed values", types.includes("string") ? "nope-nope" : 99));
  if (shape.const !== undefined) found.push(wrong("another text", "nope-nope"));
  if (shape.minLength !== undefined && shape.enum === undefined) found.push(wrong("an empty text", ""));
  if (shape.maxLength !== undefined) found.push(wrong("a longer text", "x".repeat(shape.maxLength + 1)));
  if (isSafe(shape.minimum)) found.push(wrong("less", shape.minimum - 1));
  if (isSafe(shape.maximum)) found.push(wrong("more", shape.maximum + 1));
  if (shape.type === "integer") found.push(wrong("half of one", 1.5));
  if (shape.minItems !== undefined) found.push(wrong("an empty list", []));
  if (shape.maxItems !== undefined)
    found.push(
      wrong(
        "a longer list",
        Array.from({ length: shape.maxItems + 1 }, () => (value as readonly unknown[])[0]),
      ),
    );
  if (["date", "date-time", "guid", "uuid", "uri"].includes(shape.format ?? ""))
    found.push(wrong("another format", "nope"));
  // A shape without a type also accepts values that are not base64.
  if (shape.contentEncoding === "base64" && types.includes("string")) found.push(wrong("no base64", "nope!"));
  if (shape.properties !== undefined) {
    found.push({
      what: "a property that is not listed",
      path: [...path, "zqzqzq"],
      value: 1,
      code: "request-unknown-property",
      at: path,
    });
    for (const name of shape.required ?? [])
      found.push({
        what: "a property that is missing",
        path: [...path, name],
        value: undefined,
        code: "request-missing-property",
        at: path,
      });
    for (const [name, inner] of Object.entries(shape.properties)) {
      const own = (value as Record<string, unknown>)[name];
      if (own !== undefined && inner.format !== "password") found.push(...breaksOf(inner, own, [...path, name]));
    }
  }
  if (shape.items !== undefined) found.push(...breaksOf(shape.items, (value as readonly unknown[])[0], [...path, 0]));
  return found;
}

function changed(root: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(root);
  let at = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
  const last = path.at(-1)!;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

const kinds = Object.keys(requestFileOperations);
const all = kinds.flatMap((kind) => requestFileOf(kind).operations.map((operation) => ({ kind, operation })));

function wholeFile({ shape }: OperationShape): unknown {
  return valid(shape, "");
}

describe("request files of the operation table", () => {
  it("every operation that takes a body has one kind of file, or a better place that is named", () => {
    const placed = [...Object.values(requestFileOperations).flat(), ...Object.keys(betterPlaces)];
    const taking = (Object.keys(operations) as readonly OperationId[]).filter(
      (id) => operationOf(id).request !== undefined,
    );
    assert.deepEqual(
      placed.filter((id) => operationOf(id as OperationId).request !== undefined).sort(),
      [...taking].sort(),
    );
    assert.deepEqual(placed.filter((id) => operationOf(id as OperationId).request === undefined).sort(), [
      "documents.sessions.listDrafts",
      "documents.sessions.listFinished",
      "documents.sessions.status",
      "signing.activities",
      "statistics.analytics",
      "statistics.prometheus",
    ]);
  });

  it("are recognized by their names, in any letter case and for every kind of the table", () => {
    assert.deepEqual([...requestFileKinds].sort(), [...kinds].sort());
    assert.deepEqual(
      [
        "a.signing.json",
        "A.Signing.JSON",
        "file:///x/a.archive.json",
        "a.form.json",
        "signing.json",
        "a.signing.jsonc",
        "a.signing.json.txt",
      ].map(requestFileKind),
      ["signing", "signing", "archive", null, null, null, null],
    );
  });

  it("every property has a meaning", () => {
    const silent = (shape: Shape, path: string): readonly string[] => [
      ...Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => [
        ...(inner.description === undefined ? [`${path}/${name}`] : []),
        ...silent(inner, `${path}/${name}`),
      ]),
      ...(shape.items === undefined ? [] : silent(shape.items, path)),
      ...(shape.anyOf ?? []).flatMap((each) => silent(each, path)),
    ];
    assert.deepEqual(
      all.flatMap(({ operation }) => silent(operation.shape, operation.id)),
      [],
    );
  });

  for (const { kind, operation } of all) {
    const file = requestFileOf(kind);
    const whole = wholeFile(operation);
    const breaks = breaksOf(operation.shape, whole, []);
    it(`${operation.id}: everything valid is accepted, and each of ${breaks.length} limits is one finding at its place`, () => {
      assert.deepEqual(findingsIn(JSON.stringify(whole), file), []);
      for (const { what, path, value, code, at } of breaks) {
        const isOnly = file.operations.length === 1 && path[0] === "operation";
        const text = JSON.stringify(changed(whole, path, value));
        const request = parseRequest(text);
        const node =
          what === "a property that is not listed" ? { start: text.indexOf('"zqzqzq"') } : nodeAround(request, at);
        assert.deepEqual(
          findingsIn(text, file),
          [`${code} at ${node?.start ?? -1}`],
          `${what} at ${path.join("/")}${isOnly ? " (the only one)" : ""}`,
        );
      }
    });

    it(`${operation.id}: a new file is complete, and what it leaves to the author is reported`, () => {
      const text = skeletonOf(operation);
      const found = requestFindings(parseRequest(text), contextOf(file)).map(({ code }) => code);
      assert.deepEqual(
        found.filter(
          (code) =>
            code !== "request-value" &&
            code !== "request-file" &&
            !warnings.has(code) &&
            !(operation.id === "archive.upload" && code === "request-missing-property"),
        ),
        [],
        text,
      );
    });
  }

  it("more than 1000 limits are tested", () => {
    assert.ok(all.flatMap(({ operation }) => breaksOf(operation.shape, wholeFile(operation), [])).length > 1000);
  });

  const scraps = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    '"',
    '"a"',
    '"operation"',
    '"signing.orders.create"',
    '"body"',
    '"signatories"',
    '"signingOrderFiles"',
    '"fileContent"',
    '"file"',
    '"__proto__"',
    '"constructor"',
    '"a.pdf"',
    '"environment"',
    "1",
    "nul",
    "// x\n",
    "\n",
    " ",
    "\\",
    "'a'",
  );
  it("nothing throws, and every range stays inside the text, whatever the file contains", () => {
    const begun = [
      ["signing", ""],
      ["signing", '{ "operation": "signing.orders.create", "body": {'],
      ["signing", '{ "operation": "signing.orders.create", "body": { "signingOrderFiles": [{ "fileContent": '],
      ["forms", '{ "operation": "pdf.submitForm", "environment": "Test", "body": {'],
      [
        "forms",
        '{ "operation": "pdf.createForm", "body": { "dialogDefinitionId": "s-claim", "environment": "PreProduction", "values": { "nam": 1, "a":',
      ],
    ] as const;
    const contexts = new Map(["signing", "forms"].map((kind) => [kind, contextOf(requestFileOf(kind))]));
    fc.assert(
      fc.property(
        fc.constantFrom(...begun),
        fc.array(scraps, { maxLength: 40 }),
        fc.nat(200),
        ([kind, start], end, at) => {
          const context = contexts.get(kind) ?? assert.fail(kind);
          const content = start + end.join("");
          const offset = Math.min(at, content.length);
          const request = parseRequest(content);
          const found = requestFindings(request, context);
          const ranges = [
            ...requestCompletion(request, offset, context).items,
            requestHover(request, offset, context) ?? [],
            requestDefinition(request, offset, context)?.origin ?? [],
            ...found,
          ].flat();
          assert.ok(
            ranges.every((range) => range.start >= 0 && range.start <= range.end && range.end <= content.length),
            content,
          );
          for (const action of codeActionsOfRequest(request, { start: 0, end: content.length }, found, context))
            applyEdits(content, action.edits);
          applyEdits(content, fixAllOfRequest(request, found, context));
        },
      ),
      { numRuns: 3000 },
    );
  }).timeout(60_000);

  it("an unfinished file has one finding: it is not JSON yet", () => {
    assert.deepEqual(
      findingsIn('{ "operation": "signing.orders.create", "body": { "language": e } }', requestFileOf("signing")),
      ["request-syntax at 62"],
    );
  });

  it("a file that is nested deeper than anything documented is not checked, and that is reported", () => {
    const text = `{ "operation": "viewer.search", "path": { "schema": "s", "userId": "u" }, "body": ${"[".repeat(20_000)}${"]".repeat(20_000)} }`;
    assert.deepEqual(findingsIn(text, requestFileOf("distribution")), ["request-syntax at 181"]);
  });
});
