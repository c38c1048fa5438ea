/**
 * A baseline: the least that a checker of folders must do. It reads every file and counts `[[`. With a catalog file as
 * second argument it looks up each text code in a set instead. Prints how many `[[` or codes it found, and how many of
 * the codes the catalog lacks.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const [folder = ".", catalog] = process.argv.slice(2);
const codes =
  catalog === undefined ? undefined : new Set(JSON.parse(readFileSync(catalog, "utf8")).texts.map(({ code }) => code));
let seen = 0;
let missing = 0;
for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, name);
  if (!statSync(path).isFile()) continue;
  const text = readFileSync(path, "utf8");
  if (codes === undefined) {
    for (let at = text.indexOf("[["); at >= 0; at = text.indexOf("[[", at + 2)) seen++;
    continue;
  }
  for (const [, code] of text.matchAll(/\[\[\s*LIB\s*:(?:[^:\]]*:)?\s*([^:\]]*?)\s*\]\]/g)) {
    seen++;
    if (!codes.has(code)) missing++;
  }
}
console.log(seen, missing);
