/**
 * package.json and the code refer to the same things, every setting has a scope that a workspace cannot misuse, and no
 * key is bound twice under one condition.
 */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles, PackageManager } from "@vscode/vsce";
import { commands, languages, pdfFileEditor, settings, views } from "../../client/identifiers.ts";
import { rowOf } from "../../client/library/textLibraryModel.ts";
import type { Folder } from "../../language/index.ts";
import { root } from "../../scripts/root.mjs";
import { legend } from "../../server/handlers/semanticTokens.ts";
import { readManifest } from "../manifest.ts";
import { openTextCommand, showUsesCommand, workCommand } from "../../server/protocol.ts";

interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
}
interface Step {
  readonly id: string;
  readonly description: string;
  readonly media: { readonly image: Readonly<Record<string, string>>; readonly altText: string };
}
interface Manifest {
  readonly main: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly supported: unknown };
    readonly virtualWorkspaces: { readonly supported: unknown };
  };
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category?: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly customEditors: readonly { readonly viewType: string; readonly priority?: string }[];
    readonly keybindings: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac?: string;
      readonly when?: string;
    }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope?: string }>> };
    readonly languages: readonly { readonly id: string; readonly filenames?: readonly string[] }[];
    readonly semanticTokenModifiers: readonly { readonly id: string }[];
    readonly semanticTokenScopes: readonly {
      readonly language: string;
      readonly scopes: Readonly<Record<string, readonly string[]>>;
    }[];
    readonly configurationDefaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly walkthroughs: readonly { readonly steps: readonly Step[] }[];
  };
}

const manifest = readManifest<Manifest>();
const { contributes } = manifest;
const sorted = (values: readonly string[]): readonly string[] => [...values].sort();

/**
 * Checks that identifiers.ts names the same ids as package.json. `UPDATE_EXPECT=1` adds new ids to identifiers.ts, each
 * named after its id. You remove obsolete ids together with the code that uses them.
 */
function agree(block: string, known: Readonly<Record<string, string>>, contributed: readonly string[]): void {
  const added = contributed.filter((id) => !Object.values(known).includes(id));
  if (process.env["UPDATE_EXPECT"] !== "1" || added.length === 0)
    return assert.deepEqual(sorted(contributed), sorted(Object.values(known)));
  const path = join(root, "client/identifiers.ts");
  let code = readFileSync(path, "utf8");
  for (const id of added) {
    const name = id.replace("smartform.", "").replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
    const last = contributed[contributed.indexOf(id) - 1];
    const place = last === undefined ? `export const ${block} = {\n` : new RegExp(`^  \\w+: "${last}",\n`, "m");
    code = code.replace(place, (line) => `${line}  ${name}: "${id}",\n`);
  }
  writeFileSync(path, code);
}

describe("manifest", () => {
  it("contributes exactly the commands of identifiers.ts, each once and with a category", () => {
    agree(
      "commands",
      commands,
      contributes.commands.map(({ command }) => command),
    );
    assert.deepEqual(
      contributes.commands.filter(({ category }) => !category?.startsWith("Smartform")),
      [],
    );
  });

  it("carries out what the server's code actions and lenses name", () =>
    assert.deepEqual(
      [commands.carryOut, commands.showUses, commands.openText],
      [workCommand, showUsesCommand, openTextCommand],
    ));

  it("contributes exactly the views and settings of identifiers.ts", () => {
    agree(
      "views",
      views,
      Object.values(contributes.views)
        .flat()
        .map(({ id }) => id),
    );
    agree("settings", settings, Object.keys(contributes.configuration.properties));
  });

  it("gives every setting a scope, and keeps settings that decide who is called out of the reach of a workspace", () => {
    const scopes = Object.fromEntries(
      Object.entries(contributes.configuration.properties).map(([name, { scope }]) => [name, scope]),
    );
    assert.deepEqual(
      Object.entries(scopes).filter(([, scope]) => scope === undefined),
      [],
    );
    assert.equal(scopes[settings.connections], "machine");
    assert.equal(scopes[settings.timeout], "machine");
    // test/secure/settings.test.ts lists the settings that a workspace may set.
  });

  it("contributes the modifiers of the language server's colours, with scopes for either language that name its types", () => {
    assert.deepEqual(
      contributes.semanticTokenModifiers.map(({ id }) => id),
      legend.tokenModifiers,
    );
    assert.deepEqual(
      contributes.semanticTokenScopes.map(({ language }) => language),
      Object.values(languages),
    );
    for (const selector of contributes.semanticTokenScopes.flatMap(({ scopes }) => Object.keys(scopes))) {
      const [type = "", modifier = ""] = selector.split(".");
      assert.ok(legend.tokenTypes.includes(type) && legend.tokenModifiers.includes(modifier), selector);
    }
  });

  const ofProse = {
    "editor.wordBasedSuggestions": "off",
    "editor.quickSuggestions": { other: "off", comments: "off", strings: "on" },
    "editor.unicodeHighlight.ambiguousCharacters": false,
    "editor.wordWrap": "on",
    "files.autoSave": "off",
    "editor.formatOnSave": false,
    "editor.codeActionsOnSave": { "source.fixAll": "never", "source.organizeImports": "never" },
  };
  for (const language of Object.values(languages)) {
    it(`has prose typed and shown as prose, in comparisons too, and never saved automatically: ${language}`, () => {
      const given = contributes.configurationDefaults[`[${language}]`] ?? {};
      assert.deepEqual(Object.fromEntries(Object.keys(ofProse).map((name) => [name, given[name]])), ofProse);
    });
  }

  it("shows every step of the walkthrough completely: VS Code reads two brackets as the beginning of a button", () => {
    const texts = globSync("package.nls*.json", { cwd: root }).flatMap((path) =>
      Object.entries(JSON.parse(readFileSync(join(root, path), "utf8")) as Readonly<Record<string, string>>).map(
        ([key, text]) => [path, key, text] as const,
      ),
    );
    assert.ok(
      new Set(texts.map(([path]) => path)).size > 2 &&
        texts.some(([, key, text]) => key.startsWith("walkthrough.") && text.includes("[[")),
    );
    assert.deepEqual(
      texts.filter(([, key, text]) => key.startsWith("walkthrough.") && /(?<!\\)\[\[/.test(text)),
      [],
    );
  });

  it("shows each step of the walkthrough in every theme, by pictures that the package has room for", () => {
    // The pictures' alternative texts must be keys in package.json, because only keys are translated.
    const written = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
    const steps = written.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    assert.ok(steps.length > 0);
    const english = JSON.parse(readFileSync(join(root, "package.nls.json"), "utf8")) as Readonly<
      Record<string, string>
    >;
    for (const { id, media } of steps) {
      const themes = ["light", "dark", "hc", "hcLight"];
      assert.deepEqual(media, {
        image: Object.fromEntries(themes.map((theme) => [theme, `media/walkthrough/${id}.${theme}.webp`])),
        altText: `%walkthrough.${id}.picture%`,
      });
      assert.ok(english[media.altText.slice(1, -1)], media.altText);
      for (const path of Object.values(media.image)) {
        const { size } = statSync(join(root, path));
        assert.ok(size < 40_000, `${path}: ${size} bytes`);
      }
    }
  });

  it("takes over no file that another editor shows: its own editor is optional", () =>
    assert.deepEqual(
      contributes.customEditors.map(({ viewType, priority }) => [viewType, priority]),
      [[pdfFileEditor, "option"]],
    ));

  it("is activated by a PDF panel that a window restores", () =>
    assert.ok(manifest.activationEvents.includes("onWebviewPanel:smartform.pdf")));

  it("treats smartform.json as JSON with comments", () =>
    assert.deepEqual(contributes.languages.find(({ id }) => id === "jsonc")?.filenames, ["smartform.json"]));

  it("uses in menus, keys, welcome views and the walkthrough only commands that exist", () => {
    const known = new Set<string>([
      ...Object.values(commands),
      ...Object.values(views).map((view) => `${view}.focus`),
      "workbench.trust.manage",
    ]);
    const links = [
      ...contributes.viewsWelcome.map(({ contents }) => contents),
      ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ description }) => description)),
    ].flatMap((markdown) => [...markdown.matchAll(/\(command:([^)?]+)/g)].map(([, command]) => command ?? ""));
    const used = [
      ...links,
      ...contributes.keybindings.map(({ command }) => command),
      ...Object.values(contributes.menus)
        .flat()
        .flatMap(({ command }) => command ?? []),
    ];
    assert.deepEqual(
      used.filter((command) => !known.has(command)),
      [],
    );
  });

  it("writes no condition that VS Code misreads and then always takes for true: quoted text to the left of `in`", () => {
    const conditions = [...JSON.stringify(contributes).matchAll(/"(?:when|enablement)":"((?:[^"\\\\]|\\\\.)*)"/g)].map(
      ([, condition]) => condition ?? "",
    );
    assert.ok(conditions.length > 100);
    assert.deepEqual(
      conditions.filter((condition) => /'[^']*' (not )?in /.test(condition)),
      [],
      "write: smartform.services =~ /\\bsigning\\b/",
    );
  });

  it("offers a subfolder under top folders only, and never to move a folder (T13)", () => {
    const folder = (parentFolderId: string | null): Folder => ({
      id: "f",
      name: "Folder",
      parentFolderId,
      isDefault: false,
      code: null,
    });
    const [top, sub] = [folder(null), folder("top")].map((each) => rowOf({ kind: "folder", folder: each }).context);
    const offers = Object.values(contributes.menus)
      .flat()
      .filter(({ command, when }) => command === commands.newSubfolder && when?.includes("viewItem"));
    assert.ok(offers.length > 0);
    for (const { when = "" } of offers) {
      const [, pattern] = /viewItem =~ \/(.*?)\//.exec(when) ?? [];
      assert.ok(pattern !== undefined, when);
      assert.deepEqual(
        [top, sub].map((context) => new RegExp(pattern).test(context ?? "")),
        [true, false],
      );
    }
    assert.deepEqual(
      contributes.commands.filter(({ title }) => /\bmove\b.*\bfolder\b/i.test(title) && !/\btext\b/i.test(title)),
      [],
    );
  });

  it("binds keys only inside its own views or editors, and no key twice under one condition", () => {
    const seen = new Set<string>();
    for (const { key, mac, when } of contributes.keybindings) {
      assert.match(
        when ?? "",
        /focusedView == smartform\.|editorLangId =~ \/\^smartform-|resourceScheme == (textlib|smartform-merge)|smartform\.textInFront|resourceFilename/,
        key,
      );
      for (const one of new Set([key, mac ?? key])) {
        assert.ok(!seen.has(`${one} ${when ?? ""}`), `${one} is bound twice`);
        seen.add(`${one} ${when ?? ""}`);
      }
    }
  });

  it("declares what it does without trust and without a disk, and starts no earlier than needed", () => {
    assert.equal(manifest.capabilities.untrustedWorkspaces.supported, "limited");
    assert.equal(manifest.capabilities.virtualWorkspaces.supported, "limited");
    assert.ok(!manifest.activationEvents.includes("*") && !manifest.activationEvents.includes("onStartupFinished"));
  });

  it("names only files that exist, and that are packaged with it", async () => {
    assert.ok(
      existsSync(manifest.main),
      "dist/extension.js is missing: run `npm run build` first, for what is built is what is packed.",
    );
    const packed = new Set(await listFiles({ cwd: root, packageManager: PackageManager.None }));
    const named = [...pathsIn(contributes), manifest.main, ...Object.values(manifest.bin)].map((path) =>
      path.replace(/^\.\//, ""),
    );
    for (const path of [
      "dist/extension.js",
      "dist/cli.js",
      "schemas/smartform.schema.json",
      "dist/schemas/create-form.schema.json",
      "media/walkthrough/sandbox.hcLight.webp",
    ])
      assert.ok(named.includes(path), path);
    const words = globSync(["package.nls*.json", "l10n/*.json"], { cwd: root }).map((path) =>
      path.replaceAll("\\", "/"),
    );
    assert.ok(words.length > 2);
    for (const path of words) assert.ok(packed.has(path), path);
    assert.deepEqual(
      named.filter((path) => !packed.has(path)),
      [],
    );
  }).timeout(30_000);
});

/** Returns every string that names a file of this project: it begins with `./` or `media/`. */
function pathsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return /^(\.\/|media\/)\S+$/.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(pathsIn) : [];
}
