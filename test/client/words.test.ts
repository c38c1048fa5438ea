/**
 * User-visible words: there are two products with a text library. Everything in this project is about the Text Library
 * of the authoring application (T36).
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { readManifest } from "../manifest.ts";

const documents = ["README.md", ...globSync("docs/*.md")];
const programs = [
  "package.json",
  "package.nls.json",
  ...globSync("{api,catalog,cli,client,language,sandbox,server}/**/*.ts"),
];
/** Names that the other product may have. */
const other = /(stand-?\s?alone|separate)\s+text\s+library|text\s+library\s+(app|application|product)\b/gi;
const ours = /Text\s+Library\s+of\s+the\s+authoring\s+application/;

describe("words", () => {
  it("claim nothing about the stand-alone text library (T36)", () => {
    const claims = [...documents, ...programs].flatMap((file) =>
      readFileSync(file, "utf8")
        .split(/[.!?](?=\s)/)
        .filter((sentence) => (sentence.match(other) ?? []).length > 0 && !/\bnot\b/.test(sentence))
        .map((sentence) => `${file}: ${sentence}`),
    );
    assert.deepEqual(claims, []);
  });

  for (const file of ["README.md", "docs/guarded-write.md", "docs/sandbox.md"]) {
    it(`${file} says which Text Library it means (T36)`, () => assert.match(readFileSync(file, "utf8"), ours));
  }

  it("the empty view and the walkthrough say which Text Library they show (T36)", () => {
    const { contributes } = readManifest<{
      readonly contributes: {
        readonly viewsWelcome: readonly { readonly view: string; readonly when: string; readonly contents: string }[];
        readonly walkthroughs: readonly {
          readonly steps: readonly { readonly id: string; readonly description: string }[];
        }[];
      };
    }>();
    const welcome = contributes.viewsWelcome.find(
      ({ view, when }) => view === "smartform.textLibrary" && when.includes("smartform.connection == none"),
    );
    const step = contributes.walkthroughs.flatMap(({ steps }) => steps).find(({ id }) => id === "library");
    assert.match(welcome?.contents ?? "", ours);
    assert.match(step?.description ?? "", ours);
  });
});
