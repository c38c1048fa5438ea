/**
 * Hostile PDFs in the thread that extracts their words: each PDF is read or reported as unreadable. None of them runs a
 * script, requests an address or reads a file.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readPdf } from "../../../client/panels/pdf/readPdf.ts";
import { markupSamples, pdfSamples } from "./samples.ts";
import { pdfReader } from "../../pdfReader.ts";

describe("hostile samples", () => {
  it("are many, of many families", () => {
    const targets = { host: "127.0.0.1:9", file: "file:///etc/passwd" };
    const markup = markupSamples(targets);
    const pdfs = pdfSamples(targets);
    assert.ok(markup.length >= 500 && pdfs.length >= 200, `${markup.length} of markup, ${pdfs.length} PDFs`);
    assert.ok(new Set([...markup, ...pdfs].map(({ family }) => family)).size >= 24);
    assert.ok(new Set(markup.map(({ text, id }) => text.replaceAll(String(id), ""))).size >= 600);
  });

  it("are read as PDFs without a script, a request or a file", async function () {
    this.timeout(120_000);
    const folder = await mkdtemp(join(tmpdir(), "smartform-hostile-"));
    const asked: string[] = [];
    const said: string[] = [];
    const {
      fetch,
      console: { log },
    } = globalThis;
    globalThis.fetch = async (address) => (
      asked.push(address instanceof Request ? address.url : String(address)),
      assert.fail("Nothing is to be asked for.")
    );
    console.log = (...words) => void said.push(words.join(" "));
    const words: string[] = [];
    let unreadable = 0;
    try {
      await writeFile(join(folder, "canary.txt"), "what nobody may read");
      for (const { bytes } of pdfSamples({
        host: "127.0.0.1:9",
        file: pathToFileURL(join(folder, "canary.txt")).href,
      })) {
        const pages = await readPdf(new Uint8Array(bytes), pdfReader, { asDrawn: true }).catch(
          () => ((unreadable += 1), []),
        );
        words.push(...pages.flat().map(({ text }) => text));
      }
    } finally {
      globalThis.fetch = fetch;
      console.log = log;
      await rm(folder, { recursive: true, force: true });
    }
    assert.deepEqual(asked, []);
    assert.deepEqual(
      said.filter((each) => each.startsWith("ran-")),
      [],
    );
    assert.ok(!words.join("").includes("nobody may read"));
    assert.ok(words.filter((each) => each === "hostile").length > 200, "most of them are PDFs that can be read");
    assert.ok(unreadable < 20);
  });
});
