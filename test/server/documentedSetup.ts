/**
 * The set-ups of docs/editors.md, exactly as written there except for the paths, so that tests run the documented
 * set-ups.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { programs } from "../programs.ts";

/** A folder to open in a real editor. */
export const sampleFiles: Readonly<Record<string, string>> = {
  "catalog.json": JSON.stringify({
    folders: [{ id: "f", name: "HR", code: "hr" }],
    texts: [
      {
        id: "t",
        folderId: "f",
        code: "greeting",
        name: "Greeting",
        defaultLanguage: "en",
        translations: { en: { content: "Hello" } },
      },
    ],
  }),
  "a.sft": "[[ LIB : hr : greeting ]]\n[[ LIB : hr : greetin ]] 😀\n",
  "a.sft.html": "<p>[[x]]</p>\n",
  "a.form.json": "{}\n",
  "a.signing.json": '{ "operation": "signing.orders.lst" }\n',
  "smartform.json": '{ "rulez": {} }\n',
};

/** Writes the sample files into the folder. */
export async function writeSamples(folder: string): Promise<void> {
  for (const [name, content] of Object.entries(sampleFiles)) await writeFile(join(folder, name), content);
}

/**
 * Returns the first code block of docs/editors.md in this language. The example paths in it are replaced with paths of
 * this computer: Node, the server, and the catalog in the folder.
 */
export function documentedSetup(language: "lua" | "elisp", folder: string): string {
  const [, block = ""] =
    new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``).exec(readFileSync("docs/editors.md", "utf8")) ?? [];
  const paths = [
    ['"node"', process.execPath],
    ['"/path/to/dist/server.js"', join(programs, "server.js")],
    ['"/path/to/catalog.json"', join(folder, "catalog.json")],
  ] as const;
  return paths.reduce((setup, [written, path]) => {
    assert.ok(setup.includes(written), `docs/editors.md names no ${written} in its ${language}.`);
    return setup.replace(written, JSON.stringify(path));
  }, block);
}
