/**
 * Brings the translations in line with the sources: `npm run l10n`. The words of package.json are in package.nls.json,
 * those of the programs in their calls of `l10n.t`. Keeps the translations that are in use, sorted, and removes the
 * others. Lists missing translations, and fails if there are any. With `--check` it writes nothing.
 */
import { getL10nJson } from "@vscode/l10n-dev";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "./root.mjs";

type Words = Readonly<Record<string, string>>;

/** The languages of the interface besides English: those with a bundle. */
const languages = globSync("l10n/bundle.l10n.*.json", { cwd: root }).map((path) => path.split(".")[2] ?? "");

const check = process.argv.includes("--check");
/**
 * The tool gets only the calls, joined into one file, because every file and all other code cost it much time. This
 * import comes first, because the language room has an `l10n` of its own, which the tool does not recognise.
 */
const statement = 'import * as l10n from "@vscode/l10n";';
const calls = globSync("{client,server,language,catalog,api,disk,authoring}/**/*.ts", { cwd: root })
  .map((path) => readFileSync(join(root, path), "utf8"))
  .filter((code) => code.includes("l10n.t("))
  .flatMap(callsIn);
const manifestKeys = [...readFileSync(join(root, "package.json"), "utf8").matchAll(/"%([^"%]+)%"/g)].map(
  ([, key]) => key ?? "",
);
const english = Object.keys(readWords("package.nls.json"));
const problems = [
  ...bring("package.nls.json", manifestKeys),
  ...languages.flatMap((language) =>
    bring(
      `package.nls.${language}.json`,
      english.filter((key) => manifestKeys.includes(key)),
    ),
  ),
];
const saidKeys = Object.keys(await getL10nJson([{ extension: ".ts", contents: [statement, ...calls].join(";\n") }]));
problems.push(...languages.flatMap((language) => bring(`l10n/bundle.l10n.${language}.json`, saidKeys)));

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Returns the source text of the calls of `l10n.t`; a call inside another one is a part of it. */
function callsIn(code: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === "l10n.t") found.push(node.getText());
    else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.ts", code, ts.ScriptTarget.Latest, true));
  return found;
}

/**
 * Rewrites the file with only these keys; returns what it lacks, and with `--check` also whether the file would change.
 */
function bring(file: string, keys: readonly string[]): readonly string[] {
  const before = readWords(file);
  const sorted = [...new Set(keys)].sort();
  const text = `${JSON.stringify(Object.fromEntries(sorted.flatMap((key) => (before[key] ? [[key, before[key]]] : []))), undefined, 2)}\n`;
  if (!check) writeFileSync(join(root, file), text);
  const stale =
    check && readFileSync(join(root, file), "utf8") !== text
      ? [`${file} is not sorted, or has entries that are not needed: run \`npm run l10n\`.`]
      : [];
  return [...stale, ...sorted.filter((key) => !before[key]).map((key) => `${file} lacks ${JSON.stringify(key)}`)];
}

function readWords(file: string): Words {
  return JSON.parse(readFileSync(join(root, file), "utf8")) as Words;
}
