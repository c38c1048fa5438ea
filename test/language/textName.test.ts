/**
 * File names of texts: no code leads out of the folder, and every file name can be mapped back to folder, code and
 * language.
 */
import assert from "node:assert/strict";
import { posix } from "node:path";
import fc from "fast-check";
import { documentPath, namedAs, parseTextPath, textPath } from "../../language/index.ts";

const cases: readonly [folder: string, code: string, contentType: number, language: string, path: string][] = [
  ["hr", "greeting", 0, "en", "/hr/greeting.en.txt"],
  ["hr.onboarding", "a.b-c_d", 1, "sv-se", "/hr.onboarding/a.b-c_d.sv-se.html"],
  ["hr", "html", 2, "de", "/hr/html.de.html"],
  ["hr", "newer", 7, "de", "/hr/newer.de.txt"],
  ["..", ".", 0, "en", "/%2E%2E/%2E.en.txt"],
  ["a/b\\c", "../../etc/passwd", 0, "e.n", "/a%2Fb%5Cc/%2E.%2F..%2Fetc%2Fpasswd.e%2En.txt"],
  ["Gemensam mapp å", "x\u0000\n\u202e", 0, "en", "/Gemensam mapp å/x%00%0A%E2%80%AE.en.txt"],
  ["50 %", "", 0, "en", "/50 %25/%.en.txt"],
];

describe("textName", () => {
  for (const [folder, code, contentType, language, path] of cases) {
    it(`${JSON.stringify([folder, code, language])} is ${path} (T23)`, () => {
      assert.equal(textPath({ code: folder, name: "unused" }, { code, contentType }, language), path);
      assert.deepEqual(parseTextPath(path), {
        folder,
        code,
        language,
        extension: path.endsWith(".html") ? "html" : "txt",
      });
    });
  }

  it("names a folder without a code by its name", () =>
    assert.equal(textPath({ code: null, name: "Folder" }, { code: "a", contentType: 0 }, "en"), "/Folder/a.en.txt"));

  it("names a document so that an editor recognizes its language, and maps that name back too", () => {
    for (const [, , , , path] of cases) {
      const opened = documentPath(path);
      assert.match(opened, path.endsWith(".html") ? /\.sft\.html$/ : /\.sft$/);
      const { extension, ...named } = parseTextPath(opened) ?? {};
      assert.deepEqual({ ...named, extension: extension === "sft" ? "txt" : "html" }, parseTextPath(path));
      assert.equal(namedAs(opened), path);
    }
  });

  it("accepts no other path", () => {
    for (const path of [
      "",
      "/",
      "/a",
      "/a/b",
      "/a/b.txt",
      "/a/b/c.en.txt",
      "/../b.en.txt",
      "/a/b%.en.txt",
      "/a/%zz.en.txt",
      "/a/%62.en.txt",
      "/a/b.en.pdf",
      "a/b.en.txt",
    ])
      assert.equal(parseTextPath(path), null, path);
  });

  it("maps every name back, and never out of the folder (T23)", () => {
    const name = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .array(fc.constantFrom(".", "/", "\\", "%", "a", " ", "%2E", "\0"), { maxLength: 8 })
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(
        name,
        name,
        name.filter((language) => language !== ""),
        (folder, code, language) => {
          const path = textPath({ code: folder, name: "" }, { code, contentType: 0 }, language);
          assert.equal(posix.normalize(path), path);
          assert.deepEqual(parseTextPath(path), { folder, code, language, extension: "txt" });
        },
      ),
      { numRuns: 300 },
    );
  });
});
