/** A workspace may name a connection of its user and nothing more. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { URI } from "vscode-uri";
import type * as Following from "../../../client/signIn/namedConnection.ts";
import { namedConnection } from "../../../client/signIn/namedConnectionModel.ts";
import { largestSettings } from "../../../language/index.ts";
import { swappingBeforeRead } from "../../swap.ts";
import * as own from "../ownVscode.ts";

const cases: readonly (readonly [string, string, unknown])[] = [
  ["the sandbox", `{ "connection": "sandbox" }`, { kind: "use", name: "sandbox" }],
  ["a connection of the user", `{ "connection": "acme" }`, { kind: "use", name: "acme" }],
  ["one that the user does not have", `{ "connection": "evil" }`, { kind: "unknown", name: "evil" }],
  [
    "an object that defines one",
    `{ "connection": { "name": "acme", "formsApiUrl": "https://evil.example" } }`,
    { kind: "none" },
  ],
  ["one in place of a prototype", `{ "__proto__": { "connection": "acme" } }`, { kind: "none" }],
  ["nothing", `{ "files": [] }`, { kind: "none" }],
  ["a file that is not JSON", `connection`, { kind: "none" }],
  ["an empty file", ``, { kind: "none" }],
  [
    "a file that is nested deeper after a comment with a quote",
    `{ "connection": "acme", "files": /*"*/ ${"[".repeat(50_000)}`,
    { kind: "none" },
  ],
  [
    "a file that is nested deeper than anybody writes",
    `{ "connection": "acme", "files": ${"[".repeat(50_000)}`,
    { kind: "none" },
  ],
];

describe("client/signIn/namedConnection", () => {
  for (const [what, content, expected] of cases) {
    it(`reads ${what}`, () => assert.deepEqual(namedConnection(content, [{ name: "acme" }]), expected));
  }
});

describe("client/signIn/namedConnection in a window", () => {
  const named = (name: string): string => JSON.stringify({ connection: name });
  let root: string;
  let following: typeof Following;
  let told: string[];

  before(async () => {
    following = await own.inOwnWindow<typeof Following>("client/signIn/namedConnection.ts");
  });
  beforeEach(() => {
    own.begin();
    told = [];
    root = mkdtempSync(join(tmpdir(), "named-connection-"));
    for (const folder of ["first", "second"]) mkdirSync(join(root, folder));
    writeFileSync(join(root, "outside.json"), named("evil"));
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
    own.workspaceFolders.length = 0;
    own.virtualFiles.clear();
  });

  /**
   * Resolves with the suggested connection if the workspace has this first folder and a second folder that names
   * "acme".
   */
  function suggested(first = URI.file(join(root, "first"))): Promise<string> {
    writeFileSync(join(root, "second/smartform.json"), named("acme"));
    own.workspaceFolders.push({ name: "first", uri: first }, { name: "second", uri: URI.file(join(root, "second")) });
    return new Promise((resolve, reject) => {
      const log = { warn: (line: string) => told.push(line), error: (line: string) => reject(new Error(line)) };
      const connections = {
        profiles: [{ name: "acme" }, { name: "evil" }],
        suggest: async (name: string) => resolve(name),
      };
      following.followWorkspace({ connections, log } as unknown as Parameters<typeof Following.followWorkspace>[0]);
    });
  }

  const hostile: readonly (readonly [what: string, make: (path: string) => void, said: string])[] = [
    ["is a link out of its folder", (path) => symlinkSync("../outside.json", path), "outside"],
    ["is a link to itself", (path) => symlinkSync("smartform.json", path), "ELOOP"],
    ["is a folder", (path) => mkdirSync(path), "irregular"],
    ["is a pipe", (path) => void execFileSync("mkfifo", [path]), "irregular"],
    [
      "is larger than any that people write",
      (path) => {
        writeFileSync(path, named("evil"));
        truncateSync(path, largestSettings + 1);
      },
      "large",
    ],
  ];
  for (const [what, make, said] of hostile) {
    it(`continues with the next folder if the file ${what}`, async () => {
      make(join(root, "first/smartform.json"));
      assert.equal(await suggested(), "acme");
      assert.deepEqual(
        told.map((line) => line.replace(/.*\/first/, "")),
        [`/smartform.json (${said})`],
      );
    });
  }

  it("continues with the next folder if the file grows while it is read", async () => {
    const path = join(root, "first/smartform.json");
    writeFileSync(path, named("evil"));
    const { result, came } = await swappingBeforeRead(
      () => appendFileSync(path, " ".repeat(largestSettings)),
      suggested,
    );
    assert.deepEqual([result, came, told.length], ["acme", true, 1]);
  });

  it("uses the first folder that names one, and reports nothing for one without a file", async () => {
    assert.equal(await suggested(), "acme");
    assert.deepEqual(told, []);
    symlinkSync("inside.json", join(root, "first/smartform.json"));
    writeFileSync(join(root, "first/inside.json"), named("evil"));
    own.workspaceFolders.length = 0;
    assert.equal(await suggested(), "evil");
  });

  it("reads a file of another extension's file system up to the same size", async () => {
    const first = URI.parse("vfs:/first");
    const content = named("evil");
    const files = [
      [undefined, "acme"],
      [{ content, size: content.length }, "evil"],
      [{ content, size: largestSettings + 1 }, "acme"],
      [{ content: content + " ".repeat(largestSettings), size: 1 }, "acme"],
    ] as const;
    for (const [file, expected] of files) {
      own.workspaceFolders.length = 0;
      if (file !== undefined) own.virtualFiles.set("vfs:/first/smartform.json", file);
      assert.equal(await suggested(first), expected);
    }
    assert.deepEqual(told, Array(2).fill("No connection is taken from vfs:/first/smartform.json (large)"));
  });
});
