/**
 * The settings that a smartform.json gives a file. A mistake in the smartform.json affects only the part with the
 * mistake.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { catalogFile } from "../../api/index.ts";
import { fileCatalog, nearestSettings, openProject } from "../../catalog/index.ts";
import { rules } from "../../language/index.ts";

describe("project", () => {
  let root = "";
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "project-"));
  });
  afterEach(() => rm(root, { recursive: true }));
  const write = (content: unknown): Promise<void> =>
    writeFile(join(root, "smartform.json"), typeof content === "string" ? content : JSON.stringify(content));

  it("says nothing if there is no smartform.json", async () => {
    const project = await openProject(root);
    assert.deepEqual(
      [project.problems, project.rulesOf(join(root, "a.sft")), await project.settingsOf(join(root, "a.sft"), {})],
      [[], new Map(), { data: { state: "absent" } }],
    );
  });

  it("gives a file the settings of its patterns, with the last one first", async () => {
    await write({
      connection: "test",
      rules: { "unused-text": "off", "unknown-data": "error" },
      files: [
        {
          include: "letters/**/*.sft",
          smartform: "s1",
          textLibraryFolder: "hr",
          data: "samples/customer.json",
          language: "SV",
        },
        { include: "letters/en/**", language: "en" },
      ],
    });
    await mkdir(join(root, "samples"));
    await writeFile(join(root, "samples/customer.json"), '{ "name": "Ada" }');
    const project = await openProject(root);
    assert.deepEqual(
      [project.connection, [...project.rulesOf(join(root, "a.sft"))]],
      [
        "test",
        [
          ["unused-text", "off"],
          ["unknown-data", "error"],
        ],
      ],
    );
    assert.deepEqual(await project.settingsOf(join(root, "letters/en/.hidden/a.sft"), {}), {
      smartform: "s1",
      folder: "hr",
      language: "en",
      dataFile: join(root, "samples/customer.json"),
      data: { state: "known", value: { name: "Ada" } },
    });
    assert.equal((await project.settingsOf(join(root, "letters/a.sft"), {})).language, "sv");
    assert.deepEqual(await project.settingsOf(join(root, "other/a.sft"), {}), { data: { state: "absent" } });
  });

  const mistakes: readonly { readonly what: string; readonly content: unknown; readonly problem: RegExp }[] = [
    {
      what: "a wrong pattern",
      content: { files: [{ include: 7 }, { include: "*.sft", language: "sv" }] },
      problem: /^smartform\.json:1:22: files\[0\]\.include: text is expected here\.$/,
    },
    {
      what: "a wrong severity",
      content: { rules: { "unused-text": "never" }, files: [{ include: "*.sft", language: "sv" }] },
      problem: /^smartform\.json:1:25: rules\.unused-text: the severity must be one of "error", .*"off"\.$/,
    },
    {
      what: "a connection that defines itself",
      content: { connection: { url: "https://x" }, files: [{ include: "*.sft", language: "sv" }] },
      problem: /^smartform\.json:1:15: connection: text is expected here\.$/,
    },
    {
      what: "a code that no finding has",
      content: { rules: { "unknwon-text": "off" }, files: [{ include: "*.sft", language: "sv" }] },
      problem: /^smartform\.json:1:11: rules\.unknwon-text: no finding has this code\. Did you mean "unknown-text"\?$/,
    },
    {
      what: "a severity that is nearly one",
      content: { files: [{ include: "*.sft", language: "sv", rules: { "unused-text": "warn" } }] },
      problem: /files\[0\]\.rules\.unused-text: .* Did you mean "warning"\?$/,
    },
    {
      what: "a property that there is not",
      content: { file: [], files: [{ include: "*.sft", language: "sv" }] },
      problem: /^smartform\.json:1:2: file: there is no such property\. Did you mean "files"\?$/,
    },
    {
      what: "a property of an entry that is not a string",
      content: { files: [{ include: "*.sft", language: "sv", data: 7 }] },
      problem: /^smartform\.json:1:53: files\[0\]\.data: text is expected here\.$/,
    },
    {
      what: "a pattern that can match nothing",
      content: { files: [{ include: "./a/**" }, { include: "*.sft", language: "sv" }] },
      problem: /files\[0\]\.include: a pattern must begin with/,
    },
    {
      what: "a library text with settings of a file",
      content: {
        files: [
          { include: "textlib:/hr/**", language: "de" },
          { include: "*.sft", language: "sv" },
        ],
      },
      problem: /files\[0\]\.language: for library texts you can set only rules/,
    },
    {
      what: "a syntax error after the files",
      content: '{ "files": [{ "include": "*.sft", "language": "sv" }],\n  "rules": { oops }',
      problem: /^smartform\.json:2:14: This is not valid JSON: invalid symbol\.$/,
    },
  ];
  for (const { what, content, problem } of mistakes) {
    it(`names the place of ${what}, and uses the rest`, async () => {
      await write(content);
      const project = await openProject(root);
      assert.match(project.problems[0] ?? "", problem);
      assert.equal((await project.settingsOf(join(root, "a.sft"), {})).language, "sv");
    });
  }

  it("names a Smartform or a folder that is known to be missing from the catalog, and suggests one; says nothing if that is unknown", async () => {
    await write({
      files: [
        { include: "a.sft", smartform: "claim report", textLibraryFolder: "claimz" },
        { include: "b.sft", smartform: "s-1", textLibraryFolder: "claims" },
        { include: "c.sft", smartform: "s-11", textLibraryFolder: "Gemensamt" },
      ],
    });
    const problems = async (catalog: object) =>
      (await openProject(root, { catalog: fileCatalog(catalogFile.parse(catalog)) })).problems.map((problem) =>
        problem.replace(/^smartform\.json:1:\d+: /, ""),
      );
    const folders = [
      { id: "f", name: "Claims", code: "claims" },
      { id: "g", name: "Gemensamt", code: null },
    ];
    assert.deepEqual(await problems({ folders, smartforms: [{ id: "s-1", name: "Claim report" }] }), [
      'files[0].smartform: there is no Smartform with this id. Did you mean "s-1"?',
      'files[0].textLibraryFolder: no visible folder has this code or name. Did you mean "claims"?',
      'files[2].smartform: there is no Smartform with this id. Did you mean "s-1"?',
    ]);
    assert.deepEqual(await problems({}), []);
    assert.deepEqual((await openProject(root)).problems, []);
  });

  it("chooses severities for everything, for some files, and for texts of the library", async () => {
    await write({
      rules: { "unused-text": "off", "unknown-data": "error" },
      files: [
        { include: "letters/**", rules: { "unknown-data": "info", "empty-data": "off" } },
        { include: "**", rules: { "empty-data": "hint" } },
        { include: "textlib:/claims/*.sv.*", rules: { "unused-text": "hint" } },
      ],
    });
    const project = await openProject(root);
    const rulesOf = (path: string): unknown => Object.fromEntries(project.rulesOf(path));
    assert.deepEqual(rulesOf(join(root, "letters/a.sft")), {
      "unused-text": "off",
      "unknown-data": "info",
      "empty-data": "hint",
    });
    assert.deepEqual(rulesOf(join(root, "b.sft")), {
      "unused-text": "off",
      "unknown-data": "error",
      "empty-data": "hint",
    });
    assert.deepEqual(rulesOf("textlib:/claims/a.sv.html"), { "unused-text": "hint", "unknown-data": "error" });
    assert.deepEqual(
      rulesOf("textlib:/claims/a.en.html"),
      { "unused-text": "off", "unknown-data": "error" },
      "a glob of files is about no library text",
    );
    assert.equal(
      project.rulesOf(join(root, "letters/a.sft")),
      project.rulesOf(join(root, "letters/b.sft")),
      "asked ten thousand times, made once",
    );
  });

  it("is that of the nearest folder", async () => {
    await mkdir(join(root, "a/b/c"), { recursive: true });
    await write({});
    await writeFile(join(root, "a/b/smartform.json"), "{}");
    const nearest = nearestSettings();
    assert.deepEqual([join(root, "a/b/c"), join(root, "a/b"), join(root, "a"), root].map(nearest), [
      join(root, "a/b"),
      join(root, "a/b"),
      root,
      root,
    ]);
  });

  it("has a schema that lists every code of a finding, and explains it", () => {
    const path = "schemas/smartform.schema.json";
    const schema = readFileSync(path, "utf8");
    const known = /(?<="rules": \{\n {6}"type": "object",\n {6}"properties": \{\n)[^]*?(?=\n {6}\})/;
    const lines = rules.map(({ code, title, severity, milder }) => {
      const severities = milder === undefined ? severity : `${severity} or ${milder}`;
      const row = { $ref: "#/definitions/severity", description: `${title} (default: ${severities})` };
      return `        ${JSON.stringify(code)}: { "$ref": "${row.$ref}", "description": ${JSON.stringify(row.description)} }`;
    });
    assert.match(schema, known);
    const wanted = schema.replace(known, () => lines.join(",\n"));
    if (process.env["UPDATE_EXPECT"] === "1") writeFileSync(path, wanted);
    else assert.equal(schema, wanted);
  });

  it("has a schema that lists every property, and allows what is read: comments and trailing commas", async () => {
    const { properties, ...schema } = JSON.parse(readFileSync("schemas/smartform.schema.json", "utf8")) as {
      readonly allowComments: boolean;
      readonly allowTrailingCommas: boolean;
      readonly properties: { readonly files: { readonly items: { readonly properties: object } } };
    };
    assert.deepEqual([schema.allowComments, schema.allowTrailingCommas], [true, true]);
    const unknown = async (content: string): Promise<readonly string[]> => {
      await write(content);
      return (await openProject(root)).problems.filter(
        (problem) => !/ is expected here|is missing|a severity is/.test(problem),
      );
    };
    const all = (of: object): string =>
      Object.keys(of)
        .map((name) => `"${name}": 7, // whatever\n`)
        .join("");
    assert.deepEqual(await unknown(`{ ${all(properties)} }`), []);
    assert.deepEqual(await unknown(`{ "files": [{ ${all(properties.files.items.properties)} },] }`), []);
    assert.deepEqual(
      [Object.keys(properties), Object.keys(properties.files.items.properties)],
      [
        ["$schema", "connection", "baseline", "files", "rules"],
        ["include", "smartform", "textLibraryFolder", "data", "language", "rules"],
      ],
    );
  });

  it("reports a smartform.json that is not an object", async () => {
    await write([]);
    assert.deepEqual((await openProject(root)).problems, ["smartform.json:1:1: An object is expected here."]);
  });

  it("leaves data unknown if the sample cannot be read, is not an object, or lies outside", async () => {
    await write({
      files: [
        { include: "none.sft", data: "none.json" },
        { include: "list.sft", data: "list.json" },
        { include: "out.sft", data: "../../../etc/passwd" },
      ],
    });
    await writeFile(join(root, "list.json"), "[]");
    const project = await openProject(root);
    for (const name of ["none", "list", "out"]) {
      const settings = await project.settingsOf(join(root, `${name}.sft`), {});
      assert.deepEqual([settings.data.state, typeof settings.problem], ["unknown", "string"], name);
    }
    assert.match((await project.settingsOf(join(root, "out.sft"), {})).problem ?? "", /outside/);
  });

  const secret = "root:x:0:0:secret";
  const samples: readonly (readonly [what: string, content: string | null, problem: RegExp])[] = [
    [
      "a link that leads out",
      null,
      /a\.json: the data sample cannot be read \(it, or what it links to, lies outside of the allowed folder\)\.$/,
    ],
    ["no JSON", `{\n  "a": ${secret}\n}`, /a\.json:2:8: from here on, the data sample is not JSON\.$/],
    [
      "nested deep",
      `{"a":`.repeat(40_000) + "1" + "}".repeat(40_000),
      /a\.json:1:501: the data sample cannot be read \(it is nested deeper than 100 levels\)\.$/,
    ],
    [
      "with more names than anybody writes",
      JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`name${index}`, 1]))),
      /a\.json:1:\d+: the data sample cannot be read \(it has more than 15000 names and values\)\.$/,
    ],
    [
      "larger than anybody writes",
      `{"a":"${"a".repeat(5_000_000)}"}`,
      /a\.json: the data sample cannot be read \(it is larger than 4 MB\)\.$/,
    ],
    ["binary", "\0", /a\.json: the data sample cannot be read \(it is not a text file\)\.$/],
  ];
  for (const [what, content, problem] of samples) {
    it(`leaves data unknown if the sample is ${what}, and shows nothing of it`, async () => {
      await write({ files: [{ include: "*.sft", data: "a.json", language: "sv" }] });
      const outside = await mkdtemp(join(tmpdir(), "outside-"));
      await writeFile(join(outside, "passwd"), secret);
      if (content === null) await symlink(join(outside, "passwd"), join(root, "a.json"));
      else await writeFile(join(root, "a.json"), content);
      const settings = await (await openProject(root)).settingsOf(join(root, "a.sft"), {});
      assert.deepEqual([settings.data.state, settings.language], ["unknown", "sv"]);
      assert.match(settings.problem ?? "", problem);
      assert.ok(!settings.problem?.includes("root:x"));
      await rm(outside, { recursive: true });
    });
  }

  const settingsFiles: readonly (readonly [what: string, make: (path: string) => Promise<unknown>, problem: RegExp])[] =
    [
      ["a folder", (path) => mkdir(path), /^smartform\.json: the file cannot be read \(it is not a regular file\)\.$/],
      [
        "a link that leads out",
        (path) => symlink("/etc/passwd", path),
        /^smartform\.json: the file cannot be read \(it, or what it links to, lies outside/,
      ],
      [
        "a link to itself",
        (path) => symlink("smartform.json", path),
        /^smartform\.json: the file cannot be read \(ELOOP\)\.$/,
      ],
      [
        "larger than anybody writes",
        (path) => writeFile(path, " ".repeat(300_000)),
        /^smartform\.json: the file cannot be read \(it is larger than 256 KB\)\.$/,
      ],
      [
        "binary",
        (path) => writeFile(path, "\0"),
        /^smartform\.json: the file cannot be read \(it is not a text file\)\.$/,
      ],
      [
        "nested deep",
        (path) => writeFile(path, "[".repeat(5000)),
        /^smartform\.json:1:101: Nothing in this file is used \(it is nested deeper than 100 levels\)\.$/,
      ],
    ];
  for (const [what, make, problem] of settingsFiles) {
    it(`says nothing about files if smartform.json is ${what}, and reports it`, async () => {
      await make(join(root, "smartform.json"));
      const project = await openProject(root);
      assert.equal(project.problems.length, 1);
      assert.match(project.problems[0]!, problem);
      assert.deepEqual(await project.settingsOf(join(root, "a.sft"), {}), { data: { state: "absent" } });
    });
  }

  it("has no baseline outside its folder, or behind a link", async () => {
    await mkdir(join(root, "in"));
    await symlink(tmpdir(), join(root, "out"));
    await symlink("in", join(root, "inner"));
    await symlink(join(tmpdir(), "nowhere"), join(root, "link.json"));
    for (const [baseline, reason] of [
      ["../known.json", /is outside the project folder/],
      ["out/known.json", /a folder that is a link/],
      ["inner/known.json", /a link/],
      ["link.json", /a link/],
      ["in", /not a regular file/],
      ["in/../../known.json", /outside/],
    ] as const) {
      await write({ baseline });
      const { baselineFile, refusedBaseline, problems } = await openProject(root);
      assert.equal(baselineFile, undefined, baseline);
      assert.match(refusedBaseline ?? "", reason);
      assert.deepEqual(problems, [refusedBaseline]);
    }
  });

  it("has no baseline in a file that has another use, and says so where the file is named", async () => {
    const names: readonly (readonly [reason: string, names: readonly string[]])[] = [
      [
        "it lies in a .git folder",
        [
          ".git/config",
          "in/.GIT/hooks/pre-commit",
          "in/../.git/known.json",
          ".git./a",
          "git~1/a",
          ".git::$INDEX_ALLOCATION/a",
          ".g\u200cit/a",
          "in\\.git\\a",
          ".git",
        ],
      ],
      ["its name is not UTF-8", ["\ud800", "in/\udc00x.json"]],
      ["it holds settings", ["smartform.json", "./Smartform.JSON", "in/smartform.json"]],
      [
        "it is a file that is checked",
        ["a.sft", "a.sft.html", "in/page.htm", "a.form.json", "a.archive.json", "letters/a.txt"],
      ],
    ];
    await mkdir(join(root, "in"));
    for (const [reason, all] of names)
      for (const baseline of all) {
        const settings = { files: [{ include: "letters/*" }], baseline };
        await write(settings);
        const { baselineFile, refusedBaseline, problems } = await openProject(root);
        const sentence = `baseline: "${baseline}" is not used as a baseline (${reason}). Give the baseline a file of its own, such as "smartform-baseline.json".`;
        assert.deepEqual(
          [baselineFile, refusedBaseline, problems],
          [
            undefined,
            `smartform.json: ${sentence}`,
            [`smartform.json:1:${JSON.stringify(settings).indexOf('"baseline":') + 12}: ${sentence}`],
          ],
        );
      }
    for (const baseline of ["known", ".github/known.json", "letters/known.json", "a.git/known"]) {
      await write({ files: [{ include: "letters/*" }], baseline });
      assert.equal((await openProject(root)).baselineFile, join(root, baseline));
    }
  });

  it("reads a sample again when it is told to", async () => {
    await write({ files: [{ include: "*.sft", data: "a.json" }] });
    await writeFile(join(root, "a.json"), "{}");
    const project = await openProject(root);
    const data = async (): Promise<unknown> => (await project.settingsOf(join(root, "a.sft"), {})).data;
    assert.deepEqual(await data(), { state: "known", value: {} });
    await writeFile(join(root, "a.json"), '{ "a": 1 }');
    assert.deepEqual(await data(), { state: "known", value: {} });
    project.invalidate();
    assert.deepEqual(await data(), { state: "known", value: { a: 1 } });
  });
});
