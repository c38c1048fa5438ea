/** The file that requests need repeatedly: how often it is read and parsed. */
import assert from "node:assert/strict";
import { linkSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { keepFile } from "../../../server/workspace/keptFile.ts";

interface Step {
  readonly what: string;
  /** Called before the file is requested. */
  readonly then?: (path: string) => void;
  readonly name?: string;
  readonly held?: string;
  readonly answer: string | null | undefined;
  /** How often the content was parsed since the first step. */
  readonly understood: number;
}

const at =
  (seconds: number) =>
  (path: string): void =>
    utimesSync(path, seconds, seconds);
/**
 * Overwrites the file and sets this timestamp. If the timestamp is the old one, the new content shows whether the file
 * is read again.
 */
const secretly =
  (content: string, seconds: number) =>
  (path: string): void => {
    writeFileSync(path, content);
    at(seconds)(path);
  };

/** Creates another name for the file `a`. */
const linked = (path: string): void => linkSync(join(dirname(path), "a"), path);

const steps: readonly Step[] = [
  { what: "is not there", answer: null, understood: 0 },
  { what: "is read", then: secretly("one", 1), answer: "ONE", understood: 1 },
  { what: "is not read again", then: secretly("two", 1), answer: "ONE", understood: 1 },
  { what: "is read where its time is another", then: at(2), answer: "TWO", understood: 2 },
  { what: "is read where its length is another", then: secretly("three", 2), answer: "THREE", understood: 3 },
  { what: "is what an editor holds", held: "held", answer: "HELD", understood: 4 },
  { what: "is what the editor still holds", held: "held", answer: "HELD", understood: 4 },
  { what: "is what the editor holds now", held: "more", answer: "MORE", understood: 5 },
  { what: "is on disk again", answer: "THREE", understood: 6 },
  { what: "is another file with the same stamp", name: "b", then: linked, answer: "THREE", understood: 7 },
  { what: "is too large", then: secretly("x".repeat(101), 3), answer: undefined, understood: 7 },
  { what: "is gone", then: (path) => rmSync(path), answer: null, understood: 7 },
];

describe("a file that is read again and again", () => {
  it("is read and parsed only if it changed", async () => {
    const root = mkdtempSync(join(tmpdir(), "kept-"));
    let understood = 0;
    const keep = keepFile((content) => {
      understood++;
      return content.toUpperCase();
    });
    for (const { what, then, name = "a", held, answer, understood: expected } of steps) {
      const path = join(root, name);
      then?.(path);
      const said = await keep(path, { held, root, largest: 100, signal: undefined });
      assert.deepEqual([said, understood], [answer, expected], what);
    }
    rmSync(root, { recursive: true });
  });
});
