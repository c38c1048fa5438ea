/**
 * Brings the translations in line with the sources: `npm run l10n`. The words of package.json are in package.nls.json,
 * those of the programs in their calls of `l10n.t`. Keeps the translations that are in use, sorted, and removes the
 * others. A missing translation is written as an empty string, which translators can look for. Prints how many are
 * missing and the first of them, and fails if there are any. With `--check` it writes nothing. `--root` is for tests.
 */
import { getL10nJson } from "@vscode/l10n-dev";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { root as ownRoot } from "./root.mjs";

type Words = Readonly<Record<string, string>>;

const {
  values: { check, root },
} = parseArgs({ options: { check: { type: "boolean", default: false }, root: { type: "string", default: ownRoot } } });

/** Maximum number of missing translations that are printed for a file. */
const mostPrinted = 5;

/** The languages of the interface besides English: those with a bundle. */
const languages = globSync("l10n/bundle.l10n.*.json", { cwd: root }).map((path) => path.split(".")[2] ?? "");

/**
 * The tool gets only the calls, joined into one file, because every file and all other code cost it much time. The file
 * begins with this import, because the language room has an `l10n` of its own, which the tool does not recognise.
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
 * Rewrites the file with only these keys. Returns what is wrong with the file: its missing translations and, with
 * `--check`, that it would change.
 */
function bring(file: string, keys: readonly string[]): readonly string[] {
  const before = readWords(file);
  const sorted = [...new Set(keys)].sort();
  const text = `${JSON.stringify(Object.fromEntries(sorted.map((key) => [key, before[key] ?? ""])), undefined, 2)}\n`;
  const stale = readFileSync(join(root, file), "utf8") !== text;
  if (stale && !check) writeFileSync(join(root, file), text);
  const missing = sorted.filter((key) => !before[key]);
  return [
    ...(stale && check
      ? [`${file} is not sorted, or its entries are not those of the sources: run \`npm run l10n\`.`]
      : []),
    ...(missing.length === 0
      ? []
      : [
          `${file} lacks ${missing.length} of ${sorted.length} translations; an empty string in the file stands for each:`,
          ...missing.slice(0, mostPrinted).map((key) => `  ${JSON.stringify(key)}`),
          ...(missing.length > mostPrinted ? [`  and ${missing.length - mostPrinted} more`] : []),
        ]),
  ];
}

function readWords(file: string): Words {
  return JSON.parse(readFileSync(join(root, file), "utf8")) as Words;
}
