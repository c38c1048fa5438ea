/**
 * The rules of the house: the import rule finds offenders, every file begins with a comment that says what the file is
 * for, and the manifests agree with each other.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type * as z from "zod";
import { root } from "../scripts/root.mjs";
import { circlesIn, cruised } from "./folderCircles.ts";

interface Manifest {
  readonly version: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly devEngines: { readonly runtime: { readonly version: string } };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json")) as Manifest;
const rooms = ["language", "api", "disk", "catalog", "authoring", "sandbox", "server", "cli", "client"];

/** The files that git tracks or would add. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(root, path)));
const sources = files.filter((path) => /\.(ts|mts|mjs|cjs)$/.test(path));
const locks = files.filter((path) => /(^|\/)(package-lock|npm-shrinkwrap)\.json$/.test(path));

/** Returns what the import rule reports about a folder that contains the rooms. */
function cruise(cwd: string): z.output<typeof cruised> {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"),
      "--config",
      join(root, ".dependency-cruiser.cjs"),
      "--output-type",
      "json",
      ...rooms,
    ],
    { cwd, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  assert.ok(stdout.startsWith("{"), stdout + stderr);
  return cruised.parse(JSON.parse(stdout));
}

describe("import rule", () => {
  /** Files that each break one of the import rules, with the name of the broken rule. */
  const offenders = [
    {
      path: "language/offender.ts",
      code: 'import { operations } from "../api/index.ts";\nexport default operations;\n',
      rule: "language-imports-only-downward",
    },
    {
      path: "language/offender.ts",
      code: 'import { readFileSync } from "node:fs";\nexport default readFileSync;\n',
      rule: "language-is-pure",
    },
    { path: "language/offender.ts", code: 'import * as z from "zod";\nexport default z;\n', rule: "language-is-pure" },
    {
      path: "api/offender.ts",
      code: 'import type { Catalog } from "../language/index.ts";\nexport type Offender = Catalog;\n',
      rule: "api-imports-only-downward",
    },
    {
      path: "catalog/offender.ts",
      code: 'import { startSandbox } from "../sandbox/index.ts";\nexport default startSandbox;\n',
      rule: "catalog-imports-only-downward",
    },
    {
      path: "authoring/offender.ts",
      code: 'import { window } from "../client/window/window.ts";\nexport default window;\n',
      rule: "authoring-imports-only-downward",
    },
    {
      path: "authoring/offender.ts",
      code: 'import * as vscode from "vscode";\nexport default vscode;\n',
      rule: "only-client-knows-vscode",
    },
    {
      path: "server/offender.ts",
      code: 'import { operation } from "../api/operation.ts";\nexport default operation;\n',
      rule: "server-uses-doors",
    },
    {
      path: "client/offender.ts",
      code: 'import { grantTicket } from "../api/grant.ts";\nexport default grantTicket;\n',
      rule: "only-consent-grants",
    },
    {
      path: "server/offender.ts",
      code: 'import * as vscode from "vscode";\nexport default vscode;\n',
      rule: "only-client-knows-vscode",
    },
    {
      path: "client/offenderModel.ts",
      code: 'import * as vscode from "vscode";\nexport default vscode;\n',
      rule: "model-knows-no-vscode",
    },
    {
      path: "client/panels/table/page/offender.ts",
      code: 'import { privateFolder } from "../../../../disk/index.ts";\nexport default privateFolder;\n',
      rule: "pages-run-in-a-browser",
    },
    {
      path: "client/statistics/offenderModel.ts",
      code: 'import { window } from "../window/window.ts";\nexport default window;\n',
      rule: "model-knows-no-vscode",
    },
    {
      path: "client/offender.ts",
      code: 'import { openLiveCatalog } from "../catalog/index.ts";\nexport default openLiveCatalog;\n',
      rule: "client-imports-only-downward",
    },
    {
      path: "client/window/offender.ts",
      code: 'import type { Owner } from "../connections/ownerModel.ts";\nexport type Offender = Owner;\n',
      rule: "client-window-imports-only-downward",
    },
    ...["page", "connections", "calls", "records", "sending"].map((floor) => ({
      path: `client/${floor}/offender.ts`,
      code: 'import type { Services } from "../services.ts";\nexport type Offender = Services;\n',
      rule: `client-${floor}-imports-only-downward`,
    })),
    ...["client/page", "client/statistics/page"].map((place) => ({
      path: `${place}/offender.ts`,
      code: `import { privateFolder } from "${place.replace(/\w+/g, "..")}/disk/index.ts";\nexport default privateFolder;\n`,
      rule: "pages-run-in-a-browser",
    })),
    {
      path: "client/panels/offender.ts",
      code: 'import type { Services } from "../services.ts";\nexport type Offender = Services;\n',
      rule: "client-panels-imports-only-downward",
    },
    {
      path: "client/statistics/offender.ts",
      code: 'import { registerForms } from "../forms/registerForms.ts";\nexport default registerForms;\n',
      rule: "client-features-stand-alone",
    },
    {
      path: "cli/offender.ts",
      code: 'import { root } from "../scripts/root.mjs";\nexport default root;\n',
      rule: "tests-are-not-imported",
    },
  ];

  /** Two files that import each other, one in a folder and one next to the folder. */
  const circle = {
    "api/explain/offender.ts": 'import { one } from "../offenderCircle.ts";\nexport const two = one;\n',
    "api/offenderCircle.ts": 'export const one = 1;\nexport { two } from "./explain/offender.ts";\n',
  };

  /** Circles that are caused only by imports of types, each with its reason. */
  const typeCircles: Readonly<Record<string, string>> = {
    "cli/service.ts cli/source.ts":
      "what reads the live service is loaded when it is asked for, and answers with the type of any source",
  };

  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "smartform-house-"));
    for (const path of files.filter(
      (file) => rooms.includes(file.slice(0, file.indexOf("/"))) || /^(tsconfig|package)\.json$|^scripts\//.test(file),
    )) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      cpSync(join(root, path), join(folder, path));
    }
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("names every planted offender", () => {
    for (const path of new Set(offenders.map((offender) => offender.path))) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      const planted = offenders.filter((offender) => offender.path === path);
      for (const [index, { code }] of planted.entries())
        writeFileSync(join(folder, path.replace("offender", `offender${index}`)), code);
    }
    for (const [path, code] of Object.entries(circle)) writeFileSync(join(folder, path), code);
    appendFileSync(join(folder, "client/services.ts"), 'export { registerForms } from "./forms/registerForms.ts";\n');
    const { summary, modules } = cruise(folder);
    for (const { path, rule } of offenders) {
      const place = join(dirname(path), "offender");
      assert.ok(
        summary.violations.some(({ from, rule: { name } }) => name === rule && from.startsWith(place)),
        `${rule} in ${dirname(path)}`,
      );
    }
    assert.ok(summary.violations.some(({ rule: { name } }) => name === "client-services-know-no-feature"));
    assert.deepEqual(circlesIn(modules, { types: false }), [["api/explain", "api/offenderCircle.ts"]]);
  }).timeout(120_000);

  it("finds no circle of folders by runtime imports, and only the listed ones by types", () => {
    const { modules, summary } = cruise(root);
    assert.deepEqual(summary.violations, []);
    assert.deepEqual(circlesIn(modules, { types: false }), []);
    assert.deepEqual(
      new Set(circlesIn(modules, { types: true }).map((places) => places.join(" "))),
      new Set(Object.keys(typeCircles)),
    );
  }).timeout(120_000);
});

describe("lint", () => {
  /** Code that a lint rule refuses, keyed by the name of the rule. */
  const offenders = {
    "consistent-type-specifier-style":
      'import { Readable, type Writable } from "node:stream";\nexport const read = (from: Writable): Readable => new Readable({ objectMode: from.writableObjectMode });',
    eqeqeq: 'export const isA = (x: string): boolean => x == "a";',
    "no-var": "export var old = 1;",
    "prefer-const": "let one = 1;\nexport const two = one + one;",
    "await-thenable": "export const wait = async (): Promise<number> => await 1;",
    "consistent-type-imports": 'import { Readable } from "node:stream";\nexport type Stream = Readable;',
    "no-explicit-any": "export const size = (x: any[]): number => x.length;",
    "no-floating-promises": 'import { readFile } from "node:fs/promises";\nreadFile("x");',
    "no-misused-promises":
      'import { readFile } from "node:fs/promises";\nexport const isRead = (): boolean => (readFile("x") ? true : false);',
    "no-unnecessary-type-assertion": "export const same = (x: string): string => x as string;",
    "no-unsafe-argument": 'export const size = (x: string): number => x.length;\nsize(JSON.parse("1"));',
    "no-unsafe-assignment": 'export const size = JSON.parse("1");',
    "no-unsafe-call": 'export const size: number = JSON.parse("1")();',
    "no-unsafe-member-access": 'export const size: number = JSON.parse("1").length;',
    "no-unsafe-return": 'export const size = (): number => JSON.parse("1");',
    "only-throw-error": 'export const fail = (): never => { throw "x"; };',
    "return-await":
      'import { readFile } from "node:fs/promises";\nexport async function read(): Promise<string> { try { return readFile("x", "utf8"); } catch { return ""; } }',
    "switch-exhaustiveness-check":
      'export function sign(x: "a" | "b"): number { switch (x) { case "a": return 1; } return 2; }',
  };

  it("names every planted offender", () => {
    const folder = mkdtempSync(join(tmpdir(), "smartform-lint-"));
    try {
      for (const path of [".oxlintrc.json", "tsconfig.json"]) cpSync(join(root, path), join(folder, path));
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
      for (const [rule, code] of Object.entries(offenders)) {
        mkdirSync(join(folder, "api", rule), { recursive: true });
        writeFileSync(join(folder, "api", rule, "offender.ts"), `${code}\n`);
      }
      const { stdout, status } = spawnSync(
        process.execPath,
        [join(root, "node_modules/oxlint/bin/oxlint"), "--type-aware", "--format", "unix", "api"],
        { cwd: folder, encoding: "utf8" },
      );
      assert.equal(status, 1, stdout);
      for (const rule of Object.keys(offenders))
        assert.match(stdout, new RegExp(`api/${rule}/offender\\.ts:.*\\b${rule}\\b.*$`, "m"));
      const { rules } = JSON.parse(read(".oxlintrc.json")) as { readonly rules: Readonly<Record<string, unknown>> };
      assert.deepEqual(
        Object.keys(rules).map((name) => name.replace(/^.*\//, "")),
        Object.keys(offenders),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("files", () => {
  it("open with a comment that says what they are for", () => {
    const bare = sources.filter((path) => !/^(#!.*\n)?\/\*\*\s/.test(read(path)));
    assert.deepEqual(bare, []);
  });

  it("contain no switched-off check and no left-over", () => {
    const marks = /(es|ox)lint-disable|@ts-(ignore|nocheck)|\b(TODO|FIXME)\b|\b(describe|it)\.(only|skip)\(|\bas any\b/;
    const guilty = sources.filter((path) => path !== "test/house.test.ts" && marks.test(read(path)));
    assert.deepEqual(guilty, []);
  });

  it("reach VS Code's messages, lists, boxes and dialogs through their doors, where every string is text and no name is a path", () => {
    const doors: Readonly<Record<string, readonly string[]>> = {
      "show(Information|Warning|Error)Message|showQuickPick|showInputBox|setStatusBarMessage|withProgress": [],
      showSaveDialog: ["client/window/saveFile.ts"],
      "create(QuickPick|InputBox)": ["client/window/ask.ts", "client/library/pick.ts", "client/library/tree/search.ts"],
    };
    for (const [names, allowed] of Object.entries(doors)) {
      const around = new RegExp(`\\bvscode\\s*\\.\\s*window\\s*\\.\\s*(${names})\\b`);
      assert.deepEqual(
        sources.filter((path) => path.startsWith("client/") && !allowed.includes(path) && around.test(read(path))),
        [],
      );
    }
    // The client always writes `vscode.window` in full, so that the search above finds every use.
    assert.deepEqual(
      sources.filter(
        (path) =>
          path.startsWith("client/") &&
          !/^client\/window\/(window|plainWindow)\.ts$/.test(path) &&
          /import \{[^}]*\} from "vscode"|vscode\.window\s*[;,)]|=\s*vscode\s*;/.test(read(path)),
      ),
      [],
    );
  });

  it("are opened by the one reader of files that come from anywhere, and by their owners", () => {
    /** The sources that open files, and which files they open. */
    const owners: Readonly<Record<string, string>> = {
      "disk/regularFile.ts": "the one reader",
      "disk/packedFiles.ts": "files that the build packed",
      "disk/place.ts": "folders",
      "disk/private.ts": "files of ours, as they are made",
      "catalog/regularFile.ts": "a catalog or a contract that the person named",
      "catalog/catalogIndex.ts": "a catalog that the person named, and what is kept of it",
      "catalog/packed/heldFile.ts": "a catalog that the person named, and its index",
      "catalog/packed/writer.ts": "an index, as it is made",
      "server/places/itemIndex.ts": "a catalog that the person named",
      "client/window/readFile.ts": "the client's door to the one reader",
      "disk/durableFile.ts": "files of ours",
      "authoring/plans/keptPlans.ts": "plans of ours",
      "client/library/documents/copies.ts": "copies of ours",
      "client/archive/destroyCommands.ts": "copies of ours",
      "client/problemReport/registerProblemReport.ts": "our log",
      "sandbox/print/fonts.ts": "fonts of a package",
    };
    const imported = /import (?:\{([^}]*)\}|(?:\* as )?\w+) from "(?:node:)?fs(?:\/promises)?"/g;
    const opens = (code: string): boolean =>
      /\bfs\s*\.\s*readFile\b|(?:import|require)\("(?:node:)?fs/.test(code) ||
      [...code.matchAll(imported)].some(
        ([, names]) =>
          names === undefined ||
          /\b(?:open|openSync|openAsBlob|readFile|readFileSync|createReadStream|cp|cpSync|copyFile|copyFileSync|promises)\b/.test(
            names,
          ),
      );
    assert.deepEqual(
      [
        'import { open } from "node:fs/promises";',
        'import { lstat,\n readFileSync as read } from "fs";',
        'import fs from "node:fs";',
        'import * as fs from "node:fs";',
        'await import("node:fs")',
        "vscode.workspace.fs.readFile(uri)",
        'import { lstat, opendir } from "node:fs/promises";',
        'import type { FSWatcher } from "node:fs";',
      ].map(opens),
      [true, true, true, true, true, true, false, false],
    );
    const found = sources.filter((path) => rooms.includes(path.slice(0, path.indexOf("/"))) && opens(read(path)));
    assert.deepEqual(found.sort(), Object.keys(owners).sort());
  });

  it("start no program through a shell, which would split a path with a space", () => {
    assert.deepEqual(
      sources.filter((path) => path !== "test/house.test.ts" && /\bshell:|\bexecSync\(/.test(read(path))),
      [],
    );
  });

  it("pass no secret in a program's arguments, which every user of the computer can read", () => {
    const secret = /"--(?:[a-z]+-)*(?:token|secret|password)["= ]/;
    assert.deepEqual(
      [secret.test('["--connection-token", token]'), secret.test('["--connection-token-file", file]')],
      [true, false],
    );
    assert.deepEqual(
      sources.filter((path) => path !== "test/house.test.ts" && secret.test(read(path))),
      [],
    );
  });

  it("name no folder of one machine", () => {
    const guilty = files.filter(
      (path) =>
        /\.(ts|mts|mjs|cjs|json|md|sft|html|css|yml)$/.test(path) &&
        path !== "test/house.test.ts" &&
        /["'` (](\/root\/|\/work\/|\/home\/[a-z]|\/Users\/[a-z]|[A-Z]:\\\\Users)/.test(read(path)),
    );
    assert.deepEqual(guilty, []);
  });
});

describe("manifests", () => {
  it("leave out of lock files where packages were fetched from", () => {
    assert.ok(locks.length >= 2);
    assert.deepEqual(
      locks.filter((path) => read(path).includes('"resolved"')),
      [],
    );
  });

  it("need no package at run time: everything is bundled", () => {
    assert.equal(manifest.dependencies, undefined);
  });

  it("agree on the version of VS Code that the types describe", () => {
    const types = JSON.parse(read("node_modules/@types/vscode/package.json")) as { version: string };
    assert.equal(manifest.engines["vscode"], `^${types.version}`);
  });

  it("agree on the version of Node", () => {
    const wanted = /\d+/.exec(manifest.devEngines.runtime.version)?.[0];
    assert.equal(/\d+/.exec(manifest.devDependencies["node"] ?? "")?.[0], wanted);
    assert.equal(/\d+/.exec(manifest.devDependencies["@types/node"] ?? "")?.[0], wanted);
    assert.equal(process.versions.node.split(".")[0], wanted);
  });

  it("require for every package at most the Node version that may install them, so that npm does not warn", () => {
    const lock = JSON.parse(read("package-lock.json")) as {
      packages: Record<string, { engines?: { node?: string }; deprecated?: string }>;
    };
    const fits = (range: string) =>
      range
        .split("||")
        .some(
          (part) => /^\s*(\*|[\^~]?\s*v?20\b)/.test(part) || Number(/>=?\s*v?(\d+)/.exec(part)?.[1] ?? Infinity) <= 20,
        );
    assert.deepEqual(
      [fits(">=22.0.0"), fits("^18 || >=21"), fits("^18.18.0 || ^20.9.0 || >=21.1.0"), fits(">= 0.4"), fits("*")],
      [false, false, true, true, true],
    );
    const entries = Object.entries(lock.packages);
    assert.deepEqual(
      entries.filter(([, { engines }]) => engines?.node !== undefined && !fits(engines.node)).map(([path]) => path),
      [],
    );
    assert.deepEqual(
      entries.filter(([, { deprecated }]) => deprecated !== undefined).map(([path]) => path),
      [],
    );
  });

  it("keep TypeScript at the last version that the import rule can read", () => {
    const { version } = JSON.parse(read("node_modules/typescript/package.json")) as { version: string };
    assert.match(version, /^6\.0\./);
  });

  it("decide for every package whether its install script may run", () => {
    const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, { hasInstallScript?: boolean }> };
    const wanting = Object.entries(lock.packages)
      .filter(([path, entry]) => path !== "" && entry.hasInstallScript === true)
      .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
    assert.deepEqual(
      wanting.filter((name) => !(name in manifest.allowScripts)),
      [],
    );
  });

  it("describe the version's news in the changelog", () => {
    assert.match(read("CHANGELOG.md"), new RegExp(`^## ${manifest.version.replaceAll(".", "\\.")}$`, "m"));
  });
});

describe("tests", () => {
  it("are the only files that mocha loads from a folder: the programs next to them need arguments, and write where those say", () => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(root, "node_modules/mocha/bin/mocha.js"), "--dry-run", "--reporter", "json", "test/catalog"],
      { cwd: root, encoding: "utf8" },
    );
    assert.equal(status, 0);
    const loaded = (JSON.parse(stdout.slice(stdout.indexOf("{"))) as { tests: readonly { file: string }[] }).tests.map(
      ({ file }) => file,
    );
    assert.ok(loaded.length > 0 && loaded.every((file) => file.endsWith(".test.ts")));
    assert.deepEqual(
      readdirSync(join(root, "test/catalog")).filter((name) => name.includes(".sqlite")),
      [],
    );
  }).timeout(60_000);

  it("leave no database in the sources", () =>
    assert.deepEqual(
      files.filter((path) => /\.sqlite/.test(path)),
      [],
    ));
});
