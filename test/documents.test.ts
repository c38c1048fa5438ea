/** The project's documents: every link leads to a file and a heading that exist, and the index lists every page. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { root } from "../scripts/root.mjs";

const documents = globSync(["*.md", "docs/*.md", "bench/*.md"], { cwd: root }).map((path) =>
  path.replaceAll("\\", "/"),
);
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** Returns the anchors of a document's headings, as GitHub and VS Code make them. */
function anchors(path: string): ReadonlySet<string> {
  const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, words = ""]) => words);
  return new Set(
    headings.map((words) =>
      words
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_\- ]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

/** Returns a document's links to missing files and missing headings of this project. */
function broken(path: string, content: string): readonly string[] {
  const words = content.replace(/```[\s\S]*?```|`[^`\n]*`/g, "");
  return [...words.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([link, file = "", anchor]) => {
    if (/^\w+:/.test(file)) return [];
    const target = file === "" ? path : posix.normalize(posix.join(dirname(path), file));
    const isThere =
      existsSync(join(root, target)) &&
      (anchor === undefined || !target.endsWith(".md") || anchors(target).has(anchor));
    return isThere ? [] : [`${path}: ${link}`];
  });
}

describe("documents", () => {
  it("link only to files and headings that are there", () => {
    assert.ok(documents.length > 30);
    assert.deepEqual(
      documents.flatMap((path) => broken(path, read(path))),
      [],
    );
  });

  it("are seen to be broken where a file or a heading is missing", () =>
    assert.deepEqual(broken("docs/a.md", "[a](tour.md) [b](gone.md) [c](findings.md#gone) [d](#gone) `[e](gone.md)`"), [
      "docs/a.md: ](gone.md)",
      "docs/a.md: ](findings.md#gone)",
      "docs/a.md: ](#gone)",
    ]));

  it("are all in the index", () => {
    const index = read("docs/README.md");
    assert.deepEqual(
      documents.filter(
        (path) => path.startsWith("docs/") && basename(path) !== "README.md" && !index.includes(`](${basename(path)}`),
      ),
      [],
    );
  });
});
