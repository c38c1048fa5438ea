/** Parts of packages that are not bundled are not missed: the bundled sandbox makes the PDFs that its sources make. */
import assert from "node:assert/strict";
import { mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { rolldown } from "rolldown";
import * as sources from "../../sandbox/print/index.ts";
import { replace } from "../../scripts/replaced.mjs";
import { root } from "../../scripts/root.mjs";
import { textOf } from "../sandbox/print/pdfTools.ts";
import { samplePrint } from "../sandbox/print/sample.ts";

// The sources look for fonts in `node_modules` two folders above.
const folder = join(root, "out", `replaced-${process.pid}`);

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
