/** Positions and offsets agree with the reference library, whatever the line endings and edits. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { TextDocument } from "vscode-languageserver-textdocument";
import { editLines, linesOf, offsetAt, positionAt } from "../../../server/places/lines.ts";

const text = fc
  .array(fc.constantFrom("a", "é", "😀", "\uD83D", "\r", "\n", "\r\n", "[[ x ]]"), { maxLength: 30 })
  .map((parts) => parts.join(""));

describe("lines", () => {
  it("finds every position and offset as the reference does", () => {
    fc.assert(
      fc.property(text, (content) => {
        const reference = TextDocument.create("file:///a", "x", 1, content);
        const lines = linesOf(content);
        for (let offset = 0; offset <= content.length; offset++) {
          // Between CR and LF, the reference library moves the position back to the end of the line.
          if (content[offset - 1] !== "\r" || content[offset] !== "\n")
            assert.deepEqual(positionAt(lines, offset), reference.positionAt(offset));
        }
        for (let line = 0; line <= reference.lineCount + 1; line++) {
          for (const character of [0, 1, 2, 5, 100])
            assert.equal(
              offsetAt(lines, { line, character }),
              reference.offsetAt({ line, character }),
              JSON.stringify({ content, line, character }),
            );
        }
      }),
    );
  });

  it("carries lines over an edit as if they were computed again", () => {
    fc.assert(
      fc.property(text, text, fc.nat(), fc.nat(), (before, inserted, a, b) => {
        const [start, end] = [a % (before.length + 1), b % (before.length + 1)].sort((x, y) => x - y) as [
          number,
          number,
        ];
        const after = before.slice(0, start) + inserted + before.slice(end);
        assert.deepEqual(
          editLines(linesOf(before), { start, end }, after),
          linesOf(after),
          JSON.stringify({ before, inserted, start, end }),
        );
      }),
      { numRuns: 2000 },
    );
  });
});
