/** What `npm run l10n` gives to a translator who adds a language. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../../scripts/root.mjs";

describe("a new language", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "smartform-l10n-"));
    const sentences = Array.from({ length: 8 }, (_, number) => `Sentence ${number}.`);
    for (const [file, content] of [
      ["package.json", '{ "displayName": "%name%" }'],
      ["package.nls.json", '{ "name": "Smartform" }'],
      ["package.nls.fr.json", "{}"],
      ["l10n/bundle.l10n.fr.json", '{ "Sentence 3.": "Phrase 3.", "Old.": "Vieux." }'],
      ["client/words.ts", sentences.map((sentence) => `l10n.t("${sentence}");\n`).join("")],
    ] as const) {
      await mkdir(join(folder, file, ".."), { recursive: true });
      await writeFile(join(folder, file), content);
    }
  });
  after(() => rm(folder, { recursive: true }));

  const run = (...more: readonly string[]) => {
    const script = join(root, "scripts/l10n.ts");
    const flags = ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", script, "--root", folder, ...more];
    const { status, stderr } = spawnSync(process.execPath, flags, { encoding: "utf8" });
    return { status, lines: stderr.trim().split("\n") };
  };
  const bundle = async (): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, "l10n/bundle.l10n.fr.json"), "utf8"));

  it("gets every sentence in its files; the terminal shows only the number of missing translations and the first few", async () => {
    const missing = [
      "package.nls.fr.json lacks 1 of 1 translations; an empty string in the file stands for each:",
      '  "name"',
      "l10n/bundle.l10n.fr.json lacks 7 of 8 translations; an empty string in the file stands for each:",
      ...[0, 1, 2, 4, 5].map((number) => `  "Sentence ${number}."`),
      "  and 2 more",
    ];
    assert.deepEqual(run(), { status: 1, lines: missing });
    assert.deepEqual(await bundle(), {
      ...Object.fromEntries([0, 1, 2, 4, 5, 6, 7].map((number) => [`Sentence ${number}.`, ""])),
      "Sentence 3.": "Phrase 3.",
    });
    assert.deepEqual(run("--check"), { status: 1, lines: missing }, "empty translations are still missing");
  });

  it("is complete when no translation is empty, and --check reports an unsorted file without changing it", async () => {
    const done = Object.fromEntries(Array.from({ length: 8 }, (_, number) => [`Sentence ${number}.`, "Phrase."]));
    await writeFile(join(folder, "package.nls.fr.json"), '{\n  "name": "Smartform"\n}\n');
    await writeFile(join(folder, "l10n/bundle.l10n.fr.json"), JSON.stringify(done));
    const { status, lines } = run("--check");
    assert.deepEqual([status, lines.length], [1, 1]);
    assert.match(lines[0] ?? "", /bundle\.l10n\.fr\.json is not sorted/);
    assert.equal(await readFile(join(folder, "l10n/bundle.l10n.fr.json"), "utf8"), JSON.stringify(done));
  });
}).timeout(120_000);
