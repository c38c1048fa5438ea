/** The least that a checker of a folder must do: read every file and look for `[[`. Prints how many it saw. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const [folder = "."] = process.argv.slice(2);
let seen = 0;
for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, name);
  if (!statSync(path).isFile()) continue;
  const text = readFileSync(path, "utf8");
  for (let at = text.indexOf("[["); at >= 0; at = text.indexOf("[[", at + 2)) seen++;
}
console.log(seen);
