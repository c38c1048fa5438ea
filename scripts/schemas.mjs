/**
 * Writes the JSON schema of request files into dist/schemas/. It says nothing about what stands in them: the language server does, in every
 * editor alike, and a second opinion would show every mistake twice. Without a schema VS Code's JSON support would offer names of its own.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./root.mjs";

const schema = { $schema: "http://json-schema.org/draft-07/schema#", title: "Create-form request" };

await mkdir(join(root, "dist/schemas"), { recursive: true });
await writeFile(join(root, "dist/schemas/create-form.schema.json"), `${JSON.stringify(schema, undefined, 2)}\n`);
