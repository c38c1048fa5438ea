/** Writes the JSON schemas of request files into dist/schemas/, made from the operation table. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { operations } from "../api/index.ts";
import { root } from "./root.mjs";

/** File name and the operation whose body such a file holds. */
const requestFiles = { "create-form": "forms.create" };

await mkdir(join(root, "dist/schemas"), { recursive: true });
for (const [name, id] of Object.entries(requestFiles)) {
  // Draft 7 is what VS Code's JSON support reads best. Unknown properties stay allowed: the service keeps them.
  const schema = z.toJSONSchema(operations[id].request, { io: "input", unrepresentable: "any", target: "draft-7" });
  await writeFile(join(root, "dist/schemas", `${name}.schema.json`), `${JSON.stringify(schema, undefined, 2)}\n`);
}
