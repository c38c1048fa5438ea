/** `smartform contract`, run as people run it. */
import assert from "node:assert/strict";
import { contract } from "../../cli/contract.ts";
import { Problem } from "../../cli/problem.ts";
import { folder, run } from "./run.ts";

const text = (content: string): object => ({
  id: "t",
  folderId: "f",
  code: "hello",
  defaultLanguage: "en",
  translations: { en: { content } },
});
const catalog = (content: string): string =>
  JSON.stringify({
    folders: [{ id: "f", name: "Human resources", code: "hr" }],
    texts: [text(content)],
    smartforms: [
      {
        id: "s",
        name: "Order",
        textLibraryFolder: "hr",
        fields: [],
        pages: [{ blocks: [{ text: "[[ LIB : hello ]]" }] }],
      },
      { id: "half", name: "Half" },
    ],
  });

describe("smartform contract", function () {
  this.timeout(60_000);

  it("prints a JSON schema, of a Smartform, a text and a file", async () => {
    using space = folder({
      "cat.json": catalog("Hello [[ name ]]"),
      "letter.sft.html": "<p>[[ LIB : hello ]] [[ place ]]</p>",
    });
    const required = async (...args: readonly string[]): Promise<unknown> => {
      const { status, stdout, stderr } = await run(["contract", ...args, "--catalog", "cat.json"], { cwd: space.path });
      assert.deepEqual([status, stderr], [0, ""]);
      const schema = JSON.parse(stdout) as { title: string; properties: { dataTableValue: { required: string[] } } };
      return [schema.title, schema.properties.dataTableValue.required];
    };
    assert.deepEqual(await required("--smartform", "s"), ["Order", ["name"]]);
    assert.deepEqual(await required("--text", "hr:hello"), ["hr : hello", ["name"]]);
    assert.deepEqual(await required("letter.sft.html", "--folder", "hr"), ["letter", ["place", "name"]]);
  });

  it("prints a TypeScript type", async () => {
    using space = folder({ "a.sft": "[[ customer.name ]]" });
    const { status, stdout } = await run(["contract", "a.sft", "--format", "typescript"], { cwd: space.path });
    assert.equal(status, 0);
    assert.match(stdout, /export interface A \{\n[^]*customer: \{\n[^]*name: string \| number \| boolean;/);
  });

  it("compares with an earlier contract, and exits with 1 only if something is newly required", async () => {
    using space = folder({
      "old.json": catalog("Hello [[ name ]]"),
      "new.json": catalog("Hello [[ first.name ]]"),
      "no.json": "[]",
    });
    const { stdout: earlier } = await run(["contract", "--smartform", "s", "--catalog", "old.json"], {
      cwd: space.path,
    });
    using kept = folder({ "contract.json": earlier });
    const compare = (file: string) =>
      run(["contract", "--smartform", "s", "--catalog", file, "--compare", `${kept.path}/contract.json`], {
        cwd: space.path,
      });
    const changed = await compare("new.json");
    assert.deepEqual(
      [changed.status, changed.stdout],
      [1, "newly required: dataTableValue.first.name\nno longer required: dataTableValue.name\n"],
    );
    const { stdout, status } = await run(
      [
        "contract",
        "--smartform",
        "s",
        "--catalog",
        "new.json",
        "--compare",
        `${kept.path}/contract.json`,
        "--format",
        "json",
      ],
      { cwd: space.path },
    );
    assert.deepEqual(
      [status, JSON.parse(stdout)],
      [
        1,
        {
          certain: true,
          newlyRequired: ["dataTableValue.first.name"],
          perhapsNewlyRequired: [],
          noLongerRequired: ["dataTableValue.name"],
          added: [],
          removed: [],
          changed: [],
        },
      ],
    );
    const same = await compare("old.json");
    assert.deepEqual([same.status, same.stdout], [0, "Nothing changed.\n"]);
  });

  it("exits with 3 if not everything that is printed is known", async () => {
    using space = folder({ "cat.json": catalog("Hello") });
    const { status, stderr } = await run(["contract", "--smartform", "half", "--catalog", "cat.json"], {
      cwd: space.path,
    });
    assert.equal(status, 3);
    assert.match(stderr, /more may be needed/);
  });

  it("exits with 3 if the earlier contract was incomplete, and calls nothing newly required", async () => {
    using space = folder({
      "half.json": JSON.stringify({ smartforms: [{ id: "s", name: "Order", fields: [] }] }),
      "cat.json": catalog("Hello [[ name ]]"),
    });
    const { stdout: earlier } = await run(["contract", "--smartform", "s", "--catalog", "half.json"], {
      cwd: space.path,
    });
    using kept = folder({ "contract.json": earlier });
    const { status, stdout, stderr } = await run(
      ["contract", "--smartform", "s", "--catalog", "cat.json", "--compare", `${kept.path}/contract.json`],
      { cwd: space.path },
    );
    assert.deepEqual([status, stdout], [3, "required, and not known before: dataTableValue.name\n"]);
    assert.match(stderr, /may have been needed before/);
    const same = await run(
      ["contract", "--smartform", "s", "--catalog", "half.json", "--compare", `${kept.path}/contract.json`],
      { cwd: space.path },
    );
    assert.deepEqual([same.status, same.stdout], [3, "Nothing that is known changed.\n"]);
  });

  const usages: readonly (readonly [title: string, args: readonly string[], message: RegExp])[] = [
    ["nothing", [], /Name exactly one/],
    ["two things", ["a", "--smartform", "s"], /Name exactly one/],
    ["two files", ["a", "b"], /Name exactly one/],
    ["a format that there is not", ["a", "--format", "yaml"], /json-schema or typescript/],
    [
      "a TypeScript type of a comparison",
      ["a", "--compare", "b", "--format", "typescript"],
      /text or json \(with --compare\)/,
    ],
    ["a Smartform of nothing", ["--smartform", "s"], /--catalog or --live/],
    ["two catalogs", ["--smartform", "s", "--live", "--catalog", "x"], /--catalog or --live, not both/],
    ["a bogus option", ["--bogus"], /--bogus/],
  ];
  for (const [title, args, message] of usages) {
    it(`refuses ${title}`, () =>
      assert.rejects(
        contract(args, { signal: new AbortController().signal }),
        (error: Error) => error instanceof Problem && message.test(error.message),
      ));
  }

  it("refuses what is missing, and an earlier contract that is not one", async () => {
    using space = folder({ "cat.json": catalog("Hello"), "no.json": "[]", "a.sft": "x" });
    const refusal = async (...args: readonly string[]): Promise<string> => {
      const { status, stderr } = await run(["contract", ...args], { cwd: space.path });
      assert.equal(status, 2);
      return stderr;
    };
    assert.match(await refusal("--smartform", "x", "--catalog", "cat.json"), /no Smartform "x"/);
    assert.match(await refusal("--text", "hr:x", "--catalog", "cat.json"), /no text "hr:x"/);
    assert.match(await refusal("--text", "a:b:c", "--catalog", "cat.json"), /write FOLDER:TEXT/);
    assert.match(await refusal("a.sft", "--compare", "no.json"), /no\.json is not a contract/);
  });
});
