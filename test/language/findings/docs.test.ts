/**
 * docs/findings.md has a section for every code, in the order of the registry. Each section has the severity and two
 * true examples.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  checkLibrary,
  findings,
  known,
  parse,
  parseRequest,
  requestFileKinds,
  requestFindings,
  rules,
} from "../../../language/index.ts";
import type { Context, JsonObject } from "../../../language/index.ts";
import { registry } from "../../../language/findings/registry.ts";
import { readCatalog, requestFileOf } from "../fixture.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/findings.md"), "utf8");
const sections = page
  .split(/^### /m)
  .slice(1)
  .map((section) => {
    const [code = ""] = section.split("\n", 1);
    const [, severity, milder] = /^\*\*(\w+)\*\*(?: or \*\*(\w+)\*\*)?\. /m.exec(section) ?? [];
    const examples = [...section.matchAll(/```(\w+) (wrong|right)\n([^]*?)\n```/g)].map(
      ([, format = "", kind = "", example = ""]) => ({ format, kind, example }),
    );
    return { code, severity, milder, examples };
  });

describe("docs/findings.md", () => {
  it("lists every code with its severities, in order", () => {
    assert.deepEqual(
      sections.map(({ code, severity, milder }) => [code, severity, milder]),
      rules.map(({ code, severity, milder }) => [code, severity, milder]),
    );
  });

  // `UPDATE_EXPECT=1` writes registry.ts from the sections, so that you list a rule only once, as a section.
  it("is the order of registry.ts", () => {
    const path = join(import.meta.dirname, "../../../language/findings/registry.ts");
    const written = readFileSync(path, "utf8");
    const nameOf = (code: string): string => code.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const codes = sections.map(({ code }) => code);
    const imports = written.indexOf("import {");
    const list = written.indexOf("export const registry");
    const whole = [
      written.slice(0, imports - 1),
      ...codes.toSorted().map((code) => `import { ${nameOf(code)} } from "./${code}.ts";`),
      "",
      written.slice(list).split("\n", 1)[0],
      ...codes.map((code) => `  ${nameOf(code)},`),
      "];",
      "",
    ].join("\n");
    if (process.env["UPDATE_EXPECT"] === "1") writeFileSync(path, whole);
    else assert.equal(written, whole);
  });

  it("explains every code that has no fix", () => {
    const [, table = ""] = /\| code \| what only [^]*?\n\| --- [^\n]*\n([^]*?)\n\n/.exec(page) ?? [];
    const listed = [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, codes = ""]) =>
      [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code),
    );
    const created = ["missing-translation", "missing-default-language"];
    assert.deepEqual(
      [...listed, ...created].sort(),
      registry
        .filter((rule) => rule.fixes === undefined)
        .map(({ code }) => code)
        .sort(),
    );
  });

  for (const { code, examples } of sections) {
    it(`is right about ${code}`, () => {
      assert.deepEqual(
        examples.map((example) => example.kind),
        ["wrong", "right"],
      );
      for (const { format, kind, example } of examples)
        assert.deepEqual(codesIn(format, example), kind === "wrong" ? [code] : [], example);
    });
  }
});

function codesIn(format: string, example: string): readonly string[] {
  if (format === "json") {
    const catalog = readCatalog(example);
    return [...checkLibrary({ catalog, data: catalog.dataTable() })]
      .flatMap((each) => each?.findings ?? [])
      .map((finding) => finding.code);
  }
  const catalog = readCatalog("see demo");
  if (requestFileKinds.some((kind) => kind === format)) {
    const requestFile = requestFileOf(format, { "contract.pdf": { state: "file", bytes: 1000, isPdf: true } });
    return requestFindings(parseRequest(example), { catalog, data: catalog.dataTable(), requestFile }).map(
      (finding) => finding.code,
    );
  }
  if (format === "form")
    return requestFindings(parseRequest(example), { catalog, data: catalog.dataTable() }).map(
      (finding) => finding.code,
    );
  const lines = example.split("\n");
  const facts = Object.fromEntries(
    lines.flatMap((line) => {
      const fact = /^(\w+): (.*)$/.exec(line);
      return fact === null ? [] : [[fact[1] ?? "", fact[2] ?? ""] as const];
    }),
  );
  const text = lines.filter((line) => !/^\w+: /.test(line)).join("\n");
  const { values, ...rest } = facts;
  const context: Context = {
    ...rest,
    catalog,
    data: catalog.dataTable(),
    ...(values === undefined ? {} : { values: known(JSON.parse(values) as JsonObject) }),
  };
  return findings(parse(text, format === "html" ? "html" : "plain"), context).map((finding) => finding.code);
}
