/**
 * A fourth language of the interface, made from English: each letter has an accent, so that a word without an accent is
 * untranslated. Like every language, it consists of only two files.
 */
import { getL10nPseudoLocalized } from "@vscode/l10n-dev";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/root.mjs";
import { spokenFiles, wordsOf } from "./words.ts";

/** VS Code's code for such a language. */
export const pseudoCode = "qps-ploc";

type Words = Readonly<Record<string, string>>;

/** Returns the contents of the two files by their paths in the extension. */
export function pseudoLanguage(): Words {
  const manifest = JSON.parse(readFileSync(join(root, "package.nls.json"), "utf8")) as Words;
  const said = spokenFiles.flatMap((file) => wordsOf(file).said);
  const english = Object.fromEntries(said.flatMap(({ key, message }) => (key === undefined ? [] : [[key, message]])));
  const bundle = Object.fromEntries(
    Object.entries(getL10nPseudoLocalized(english)).map(([key, words]) => [
      key,
      key.startsWith("en/The code of the language") ? pseudoCode : words,
    ]),
  );
  return {
    [`package.nls.${pseudoCode}.json`]: JSON.stringify(getL10nPseudoLocalized(manifest)),
    [`l10n/bundle.l10n.${pseudoCode}.json`]: JSON.stringify(bundle),
  };
}

/** Returns an English sentence as the pseudo-language shows it. */
export function pseudo(words: string): string {
  return String(getL10nPseudoLocalized({ words })["words"]);
}

/** Returns the words of a shown text that have no accent, each once. Parts of GUIDs do not count as words. */
export function bareWords(text: string): readonly string[] {
  const words = text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, "");
  return [...new Set(words.match(/(?<![\p{L}\p{M}])[A-Za-z][A-Za-z'’.-]*[A-Za-z](?![\p{L}\p{M}])/gu))].toSorted();
}
