/** Every fact of the API documents has a number and an existing test, and `docs/sentences.md` shows them correctly. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/root.mjs";
import { sentencesPage } from "./page.ts";
import { mutate } from "../traps/readTraps.ts";
import { listTests, readReversals, readSentences } from "./readSentences.ts";

describe("sentences of the API documents", () => {
  const documents = readSentences();

  for (const { number, sentences, untestable } of documents) {
    it(`document ${number}: the facts are numbered one after the other, and each section is in one piece`, () => {
      assert.deepEqual(
        sentences.map((row) => row.number),
        sentences.map((_, index) => `${number}.${index + 1}`),
      );
      const sections = sentences
        .map(({ section }) => section)
        .filter((section, index, all) => section !== all[index - 1]);
      assert.deepEqual(sections, [...new Set(sections)]);
    });

    it(`document ${number}: no fact and no place is listed twice`, () => {
      const listed = [
        ...sentences.map(({ section, says }) => `${section}: ${says}`),
        ...untestable.map(({ section, place }) => `${section}: ${place}`),
      ];
      assert.deepEqual(listed, [...new Set(listed)]);
    });
  }

  it("every test of a fact exists", () => {
    const named = documents
      .flatMap(({ sentences }) => sentences)
      .flatMap(({ number, tests }) => tests.map((test) => ({ number, ...test })));
    const titles = listTests([...new Set(named.map(({ file }) => file))].toSorted());
    const missing = named.filter(({ file, title }) => !titles.get(file)?.some((whole) => whole.includes(title)));
    assert.deepEqual(
      missing.map(({ number, file, title }) => `${number}: ${file} has no test "${title}"`),
      [],
    );
  }).timeout(120_000);

  it("every fact has a reversal", () => {
    const reversed = new Set(readReversals().map(({ fact }) => fact));
    assert.deepEqual(
      documents
        .flatMap(({ sentences }) => sentences)
        .map(({ number }) => number)
        .filter((number) => !reversed.has(number)),
      [],
    );
  });

  it("every reversal has a fact, and its text occurs once in its file", () => {
    const numbers = new Set(documents.flatMap(({ sentences }) => sentences).map(({ number }) => number));
    const sources = new Map<string, string>();
    const source = (file: string): string =>
      sources.get(file) ?? sources.set(file, readFileSync(join(root, file), "utf8")).get(file)!;
    assert.deepEqual(
      readReversals().filter(
        (reversal) => !numbers.has(reversal.fact) || mutate(source(reversal.file), reversal) === undefined,
      ),
      [],
    );
  });

  it("the page shows them", () => {
    const path = join(root, "docs/sentences.md");
    const page = sentencesPage(documents, readReversals());
    if (process.env["UPDATE_EXPECT"] === "1") writeFileSync(path, page);
    assert.equal(readFileSync(path, "utf8"), page);
  });
});
