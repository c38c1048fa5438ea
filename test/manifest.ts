/** package.json as VS Code shows it in English: `%key%` is replaced from package.nls.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/root.mjs";

export function readManifest<T>(): T {
  const words = JSON.parse(readFileSync(join(root, "package.nls.json"), "utf8")) as Readonly<Record<string, string>>;
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8"), (_, value: unknown) =>
    typeof value === "string" && /^%.+%$/.test(value) ? (words[value.slice(1, -1)] ?? value) : value,
  ) as T;
}
