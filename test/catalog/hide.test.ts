/** Ways to hide a finding: every offered way works, and no offered way would write in the wrong place. */
import assert from "node:assert/strict";
import { readSettingsFile, waysToHide } from "../../catalog/index.ts";
import { applyEdits } from "../../language/index.ts";

/**
 * The content of a `smartform.json`, and where a finding in `b` can be hidden: for the file `b`, for an existing
 * pattern that matches it, or for all files (null).
 */
const contents: readonly (readonly [content: string, where: readonly (string | null)[]])[] = [
  ["{}", ["b", null]],
  ["", ["b", null]],
  ['{"files":[1,{"include":"a"},]}', ["b", null]],
  ['{"files":[{"include":"b","rules":{}}]}', ["b", null]],
  ['{"files":[{"include":"b","rules":1}]}', [null]],
  ['{"files":[{"include":"*"}]}', ["b", "*", null]],
  ['{"files":null,"rules":null}', []],
  ['{"files":[],"files":[{"include":"a"},{"include":"b"}]}', [null]],
  ['{"files":[{"include":"b"}],"files":[]}', [null]],
  ['{"files":[{"include":"b","rules":{},"rules":{}}]}', [null]],
  ['{"rules":{},"rules":{}}', ["b"]],
  ['{"rules":{"missing-space":"error","missing-space":"warning"}}', ["b"]],
  [`{"a":${'{"a":'.repeat(99)}1${"}".repeat(100)}`, ["b", null]],
  [`{\n${" ".repeat(100)}"files":[{"include":"a","rules":{}}]}`, ["b", null]],
  ["[]", []],
  ["{", []],
];

describe("catalog/hide", () => {
  for (const [content, where] of contents) {
    it(`offers ${where.length === 0 ? "nothing" : where.map((each) => each ?? "all files").join(", ")} in ${content.slice(0, 100) || "an empty file"}`, () => {
      const ways = waysToHide(content)("missing-space", "b");
      assert.deepEqual(
        ways.map((way) => way.where),
        where,
      );
      for (const { where: glob, edits } of ways) {
        const { rules, entries } = readSettingsFile(applyEdits(content, edits));
        const said = glob === null ? rules : entries.findLast(({ include }) => include === glob)?.rules;
        assert.equal(said?.get("missing-space"), "off");
      }
    });
  }

  it("caches results only for its own file and its own code", () => {
    const content = '{ "files": [{ "include": "*.sft" }] /* "/any code/" */, "rules": { "/any code/": "off" } }';
    const ways = waysToHide(content);
    for (const name of ["a.sft", "b.sft", "other"]) {
      for (const code of ["missing-space", "unknown-text", "$&"]) {
        const found = ways(code, name);
        assert.deepEqual(
          found.map(({ where }) => where),
          name === "other" ? ["other", null] : [name, "*.sft", null],
        );
        for (const { where, edits } of found) {
          const after = applyEdits(content, edits);
          assert.match(after, /\/\* "\/any code\/" \*\//, "a comment was changed");
          const { "/any code/": kept, ...rules } = (
            JSON.parse(after.replace(/\/\*.*\*\//, "")) as { rules: Record<string, string> }
          ).rules;
          const { files } = JSON.parse(after.replace(/\/\*.*\*\//, "")) as {
            files: { include: string; rules?: object }[];
          };
          assert.equal(kept, "off");
          assert.deepEqual(where === null ? rules : files.findLast(({ include }) => include === where)?.rules, {
            [code]: "off",
          });
          assert.equal(files.flatMap(({ rules: own }) => Object.keys(own ?? {})).length, where === null ? 0 : 1);
        }
      }
    }
  });
});
