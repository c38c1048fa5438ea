/**
 * Nothing needs the parts of packages that the bundle leaves out: the sources do not name these parts, and the bundled
 * sandbox makes the same PDFs as its sources.
 */
import assert from "node:assert/strict";
import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { rolldown } from "rolldown";
import * as sources from "../../sandbox/print/index.ts";
import { replace, replacements } from "../../scripts/replaced.mjs";
import { root } from "../../scripts/root.mjs";
import { textOf } from "../sandbox/print/pdfTools.ts";
import { samplePrint } from "../sandbox/print/sample.ts";

// The bundled sources look for fonts in a `node_modules` folder two levels above their own folder.
const folder = join(root, "out", `replaced-${process.pid}`);

/**
 * The folders of the code that runs in Node. Code that pages import is left out, because pages contain the whole
 * packages.
 */
const rooms = ["api", "authoring", "catalog", "cli", "client", "disk", "language", "sandbox", "server"];
const forPages = /\/page\/|client\/preview\/previewTree\.ts$/;

/** Returns, for each package, the names that the sources use from it. */
function usedNames(): Record<string, readonly string[]> {
  const used: Record<string, Set<string>> = {};
  for (const room of rooms)
    for (const file of globSync(`${room}/**/*.ts`, { cwd: root })) {
      const path = file.replaceAll("\\", "/");
      if (forPages.test(path)) continue;
      const code = readFileSync(join(root, path), "utf8");
      for (const [, names = "", name = ""] of [
        ...code.matchAll(/^(?:import|export) (\{[^}]*\}|(?!type )[\w* ]+) from "([^"]+)";$/gm),
        ...code.matchAll(/\b(?:const|let) (\{[^}]*\}|\w+) = await import\("([^"]+)"\)/g),
        ...[...code.matchAll(/(\{[^}]*\}): Undici\b/g)].map(([all, given]) => [all, given, "undici"]),
      ]) {
        if (!Object.hasOwn(replacements, name)) continue;
        const whole = /^(?:\* as )?(\w+)$/.exec(names)?.[1];
        const found =
          whole === undefined
            ? names.slice(1, -1).split(",")
            : [...code.matchAll(new RegExp(`\\b${whole}\\.(\\w+)`, "g"))].map(([, member]) => member ?? "");
        for (const each of found) {
          const [imported = ""] = each.trim().split(/ as |: /);
          if (imported !== "" && !imported.startsWith("type ")) (used[name] ??= new Set()).add(imported);
        }
      }
    }
  return Object.fromEntries(Object.entries(used).map(([name, names]) => [name, [...names].sort()]));
}

async function bundled(): Promise<typeof sources> {
  mkdirSync(folder, { recursive: true });
  await using bundle = await rolldown({
    cwd: root,
    input: { print: "sandbox/print/index.ts" },
    platform: "node",
    plugins: [replace],
    resolve: { mainFields: ["module", "main"] },
    transform: { define: { "import.meta.dirname": "__dirname" } },
  });
  await bundle.write({ dir: folder, format: "cjs" });
  return createRequire(import.meta.url)(join(folder, "print.js")) as typeof sources;
}

describe("the packages that are bundled in part", function () {
  this.timeout(120_000);
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("have every name that the sources use", async () => {
    const used = usedNames();
    assert.deepEqual(Object.keys(used).sort(), ["parse5", "undici"]);
    assert.deepEqual(used["undici"], ["Agent", "EnvHttpProxyAgent", "Pool", "errors"]);
    const entry = Object.keys(used)
      .map((name) => `export { default as ${name} } from ${JSON.stringify(name)};`)
      .join("\n");
    await using bundle = await rolldown({
      cwd: root,
      input: "names",
      platform: "node",
      plugins: [
        replace,
        {
          name: "entry",
          resolveId: (id) => (id === "names" ? id : undefined),
          load: (id) => (id === "names" ? entry : undefined),
        },
      ],
    });
    mkdirSync(folder, { recursive: true });
    await bundle.write({ file: join(folder, "names.js"), format: "cjs" });
    const packages = createRequire(import.meta.url)(join(folder, "names.js")) as Record<string, object>;
    for (const [name, names] of Object.entries(used))
      assert.deepEqual(
        names.filter((each) => !(each in (packages[name] ?? {}))),
        [],
        name,
      );
  });

  it("make the same PDFs as the whole packages", async () => {
    const ours = await bundled();
    const at = new Date("2026-05-05T12:00:00Z");
    const made = async ({ appendSheet, attachFile, finishPdf, joinPdfs, printPdf, printSheet }: typeof sources) => {
      const forms = await Promise.all(
        ["en", "el", "ka", "tr"].map((language) => printPdf(samplePrint({}, { language }))),
      );
      const [first] = forms;
      assert.ok(first !== undefined);
      const sheet = await printSheet({ title: "Sheet", subject: "", created: at, groups: [[["Label", "Value"]]] });
      const signed = await appendSheet(first, sheet, { note: "Signed by nobody" });
      assert.ok(signed !== undefined, "a form can be changed");
      const attached = await attachFile(sheet, { name: "proof.xml", bytes: Buffer.from("<proof/>") });
      const finished = await finishPdf(
        first,
        {
          append: [{ bytes: sheet, pages: [{ start: 1, end: 1 }] }],
          embed: [{ name: "data.json", type: "application/json", bytes: Buffer.from("{}") }],
          oneSided: true,
          at,
        },
        (index) => new Error(String(index)),
      );
      return { forms, texts: [signed, attached, finished, await joinPdfs([first, sheet])].map(textOf) };
    };
    const [wanted, got] = [await made(sources), await made(ours)];
    assert.match(wanted.texts[0] ?? "", /Signed by nobody/);
    assert.deepEqual(got.texts, wanted.texts);
    for (const [index, form] of wanted.forms.entries()) assert.deepEqual(got.forms[index], form);
  });
});
