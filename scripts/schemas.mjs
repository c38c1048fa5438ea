/**
 * Writes the JSON schemas of request files into schemas/ of the build. They do not describe the content: the language
 * server checks it in every editor, and a second check would show every mistake twice. Without a schema, VS Code's JSON
 * support would suggest names of its own.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const schemas = { "create-form": "Create-form request", request: "Request" };

export async function writeSchemas(dist) {
  await mkdir(join(dist, "schemas"), { recursive: true });
  for (const [name, title] of Object.entries(schemas)) {
    const schema = { $schema: "http://json-schema.org/draft-07/schema#", title };
    await writeFile(join(dist, `schemas/${name}.schema.json`), `${JSON.stringify(schema, undefined, 2)}\n`);
  }
}
