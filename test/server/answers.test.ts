/**
 * The server's responses to requests about a document, at the cursor. Each request has a folder of fixtures in
 * `answers/`. The folder has the name of the request's method without `textDocument/`. The section `--- argument` of a
 * fixture is JSON with further parameters of the request.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Range } from "vscode-languageserver/node";
import { checkFixtures } from "../language/fixture.ts";
import type { Fixture } from "../language/fixture.ts";
import { everything, startEditor } from "./editor.ts";

/** Capabilities without pulled diagnostics, so that the server pushes them. */
const { diagnostic: _, ...pushing } = everything.textDocument ?? {};

for (const name of readdirSync(join(import.meta.dirname, "answers")))
  describe(`textDocument/${name}`, () =>
    checkFixtures(join("..", "server", "answers", name), async (fixture) => ({
      expect: await answer(`textDocument/${name}`, fixture),
    })));

async function answer(
  method: string,
  { text, format, isRequest, cursor, argument, catalog }: Fixture,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "answers-"));
  try {
    const file = join(folder, "catalog.json");
    writeFileSync(file, catalog);
    await using editor = await startEditor({
      initializationOptions: { catalog: { file } },
      capabilities: { ...everything, textDocument: pushing },
    });
    // The finding shows that the catalog is loaded.
    await editor.open("untitled:probe", "[[ LIB : nowhere : nobody ]]");
    await editor.findings("untitled:probe", ["unknown-folder"]);
    const uri = `file:///a.${isRequest ? "form.json" : "sft"}`;
    const language = isRequest ? "json" : format === "plain" ? "smartform-text" : "smartform-html";
    await editor.open(uri, text, language);
    const position = TextDocument.create(uri, language, 1, text).positionAt(cursor);
    const more = JSON.parse(argument || "{}") as object;
    const found = await editor.request<unknown>(method, uri, { position, ...more });
    return (Array.isArray(found) ? found : [found]).map(shown).join("\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Formats on one line. A range is `line:character-line:character`, counted from 0 as in LSP. */
function shown(part: unknown): string {
  return JSON.stringify(part, (_, value: unknown) => {
    if (typeof value !== "object" || value === null || !("start" in value && "end" in value)) return value;
    const { start, end } = value as Range;
    return `${start.line}:${start.character}-${end.line}:${end.character}`;
  });
}
