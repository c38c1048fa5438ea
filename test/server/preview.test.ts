/** What the preview reports about a text in addition to its pieces. */
import assert from "node:assert/strict";
import { catalogFile } from "../../api/index.ts";
import { fileCatalog } from "../../catalog/index.ts";
import { known } from "../../language/index.ts";
import { openDocument } from "../../server/workspace/documents.ts";
import { preview } from "../../server/handlers/preview.ts";

/** The kinds of text, by the content type of the service. */
const kinds = ["plain", "rich", "html"] as const;
const cases: readonly (readonly [
  outer: "smartform-text" | "smartform-html",
  inner: (typeof kinds)[number],
  isMixed: boolean,
  content?: string,
])[] = [
  ["smartform-text", "plain", false],
  ["smartform-text", "rich", true],
  ["smartform-text", "html", true],
  ["smartform-text", "html", false, "two & three"],
  ["smartform-html", "plain", false],
  ["smartform-html", "rich", false],
  ["smartform-html", "html", false],
];

describe("server/preview", () => {
  for (const [languageId, inner, isMixed, content = "<b>two</b>"] of cases) {
    it(`says ${isMixed ? "that the service may print tags literally" : "nothing about tags"}: ${inner} ${content} in ${languageId}`, () => {
      const catalog = fileCatalog(
        catalogFile.parse({
          folders: [{ id: "f", name: "F", code: "f" }],
          texts: [
            {
              id: "t",
              folderId: "f",
              code: "inner",
              contentType: kinds.indexOf(inner),
              defaultLanguage: "en",
              translations: { en: { content } },
            },
          ],
        }),
      );
      const document = openDocument(
        { uri: "file:///a.sft", languageId, version: 1, text: "one [[ LIB : f : inner ]]" },
        undefined,
      );
      const shown = preview(
        { document, context: { catalog, language: "en", data: known({}) } } as unknown as Parameters<typeof preview>[0],
        { uri: "file:///a.sft", surface: "pdf", language: null },
      );
      assert.equal(shown?.isMixed, isMixed);
    });
  }
});
