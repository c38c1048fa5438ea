/**
 * Settings, variables and entry points: the programs read only the listed ones, and none of these lets a workspace
 * decide who is called.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { settings } from "../../client/identifiers.ts";
import { root } from "../../scripts/root.mjs";

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope?: string }>> };
  } & Readonly<Record<string, unknown>>;
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
const sources = ["api", "authoring", "catalog", "cli", "client", "disk", "language", "sandbox", "server"].flatMap(
  (room) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => ({
        path: `${room}/${path.replaceAll("\\", "/")}`,
        code: readFileSync(join(root, room, path), "utf8"),
      })),
);

/** Returns all matches of the pattern in the sources as `file: match`, each once. */
const found = (pattern: RegExp): readonly string[] =>
  [
    ...new Set(
      sources.flatMap(({ path, code }) =>
        [...code.matchAll(pattern)].map(([all, name]) => `${path}: ${(name ?? all).replaceAll(/\s+/g, " ")}`),
      ),
    ),
  ].sort();

/** Settings that decide who is called, with what, and what is stored. A workspace cannot set them. */
const kept: Readonly<Record<string, "machine" | "application">> = {
  "smartform.connections": "machine",
  "smartform.timeout": "machine",
  "smartform.automaticSaves": "machine",
  "smartform.history.megabytes": "machine",
  "smartform.history.deletedDays": "machine",
};

/** Settings that a workspace may set: each affects how something looks, or how much is checked. */
const open = [
  "smartform.inlayHints.data",
  "smartform.inlayHints.defaults",
  "smartform.inlayHints.languages",
  "smartform.inlayHints.texts",
  "smartform.trace.server",
  "smartform.workspaceFindings",
];

describe("settings", () => {
  const { properties } = manifest.contributes.configuration;

  it("have a scope each, and those that matter are out of a workspace's reach", () => {
    const scopes = Object.fromEntries(Object.entries(properties).map(([name, { scope }]) => [name, scope]));
    assert.deepEqual(scopes, { ...kept, ...Object.fromEntries(open.map((name) => [name, "window"])) });
  });

  it("that are read are the contributed ones, and those of VS Code that are named here", () => {
    assert.deepEqual(found(/\bgetConfiguration\(([^)]*)\)/g), [
      "client/connections/profiles.ts: ",
      'client/gettingStarted/registerGettingStarted.ts: "workbench.welcomePage.walkthroughs"',
      'client/library/tree/fixAll.ts: "files.refactoring"',
      'client/library/tree/viewCommands.ts: "explorer"',
      "client/problemReport/registerProblemReport.ts: ",
      "client/window/userSetting.ts: ",
      "server/settings.ts: [ { section }, { section: workspaceFindings }, ]",
    ]);
    const names = found(/\buserSetting(?:<[^>]*>)?\(\s*([^,)]+),/g)
      .map((line) => line.slice(line.indexOf(": ") + 2))
      .filter((name) => !name.startsWith("name:"));
    assert.deepEqual([...new Set(names)].sort(), [
      '"http.noProxy"',
      '"http.proxy"',
      '"http.proxySupport"',
      "settings.automaticSaves",
      "settings.historyDays",
      "settings.historySize",
      "settings.timeout",
    ]);
    assert.deepEqual(Object.values(settings).sort(), Object.keys(properties).sort());
  });

  it("are never read so that a workspace can decide who is called: only the user's value counts", () => {
    const merged = sources.filter(
      ({ path, code }) =>
        path.startsWith("client/connections/") &&
        /getConfiguration\([^)]*\)\s*\.get\b|getConfiguration\([^)]*\);/.test(code),
    );
    assert.deepEqual(
      merged.map(({ path }) => path),
      [],
    );
  });

  it("are written only to the user's settings", () => {
    assert.deepEqual(found(/\.update\(settings\.[^;]*ConfigurationTarget\.(\w+)/g), [
      "client/connections/profiles.ts: Global",
    ]);
    assert.deepEqual(found(/ConfigurationTarget\.(?!Global\b)\w+/g), []);
  });
});

/** These calls load the tables and the worker of the PDF package from the extension's folder. */
const pdfPackage = ["client/page/reader.ts: fetch(", "client/panels/pdf/readPdf.ts: fetch("];

describe("variables and doors", () => {
  it("are read only in these places; no file is loaded as variables", () => {
    assert.deepEqual(found(/process\.env\b(?:\[[^\]]*\])?/g), [
      'catalog/cacheFolder.ts: process.env["XDG_CACHE_HOME"]',
      "cli/check.ts: process.env",
      "cli/contract.ts: process.env",
      'cli/reporting.ts: process.env["NO_COLOR"]',
      "client/connections/sandboxProcess.ts: process.env",
      "server/library/connect.ts: process.env",
    ]);
    assert.deepEqual(found(/loadEnvFile|dotenv|--env-file/g), []);
  });

  it("have no VS Code address, task, debugger or terminal as a way in", () => {
    assert.deepEqual(
      found(
        /registerUriHandler|registerTaskProvider|registerDebug\w+|createTerminal|onDidOpenTerminal|registerAuthenticationProvider|registerTool\b|registerMcp\w+|registerRemoteAuthorityResolver/g,
      ),
      [],
    );
    assert.deepEqual(
      manifest.activationEvents.filter((event) =>
        /^on(Uri|Command|Debug|Task|Terminal|Auth|StartupFinished)|^\*$/.test(event),
      ),
      [],
    );
    for (const door of [
      "taskDefinitions",
      "debuggers",
      "authentication",
      "terminal",
      "languageModelTools",
      "mcpServerDefinitionProviders",
      "resourceLabelFormatters",
    ])
      assert.ok(!Object.hasOwn(manifest.contributes, door), door);
  });

  it("pass nothing to other extensions: activating returns nothing", () => {
    assert.match(
      sources.find(({ path }) => path === "client/extension.ts")?.code ?? "",
      /export function activate\([^)]*\): void/,
    );
  });

  it("follow no redirect and trust no certificate by hand", () => {
    assert.deepEqual(
      found(
        /maxRedirections|interceptors\.redirect|RedirectHandler|redirect: ?"follow"|rejectUnauthorized: ?false|NODE_TLS_REJECT_UNAUTHORIZED/g,
      ),
      [],
    );
    assert.deepEqual(
      found(/(?<![\w.])fetch\(|https?\.request\(|https?\.get\(/g).filter((line) => !line.startsWith("sandbox/")),
      pdfPackage,
    );
  });

  it("start programs in one place, which gets no secret", () => {
    assert.deepEqual(
      found(/from "node:child_process"/g).map((line) => line.slice(0, line.indexOf(":"))),
      ["client/connections/sandboxProcess.ts"],
    );
  });
});
