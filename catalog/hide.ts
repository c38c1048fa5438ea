/** How `smartform.json` is written so that findings of one code are no longer shown: as edits that keep its comments and its format. */
import { modify } from "jsonc-parser";
import type { FormattingOptions } from "jsonc-parser";
import { escape } from "minimatch";
import type { TextEdit } from "../language/index.ts";
import { readSettingsFile } from "./settingsFile.ts";
import { lastEntry } from "./settingsPlace.ts";

/** One way to hide findings of a code. */
export interface Hiding {
  /** Of which files, as a glob; null for everything. */
  readonly where: string | null;
  /** In the content of `smartform.json`, or in `{}` where there is none. */
  readonly edits: readonly TextEdit[];
}

/** What a `smartform.json` begins with. */
export const emptySettings = "{}\n";

/**
 * For the file with this name, the narrowest first: this file alone, what the last entry about it is about, everything. Empty where
 * the content is no JSON: nobody knows then what an edit would change.
 */
export function waysToHide(code: string, name: string, content: string): readonly Hiding[] {
  const { entries, mistakes, isWhole } = readSettingsFile(content);
  if (!isWhole || mistakes.some(({ message }) => message.startsWith("files: ") || message.startsWith("rules: "))) return [];
  const formattingOptions = formattingOf(content);
  const set = (path: readonly (string | number)[], value: unknown, isArrayInsertion = false): readonly TextEdit[] =>
    modify(content, [...path], value, { formattingOptions, isArrayInsertion }).map(({ offset, length, content: newText }) => ({ start: offset, end: offset + length, newText }));
  const last = lastEntry(entries, name);
  const own = escape(name);
  const inLast = last && { where: last.include, edits: set(["files", last.index, "rules", code], "off") };
  const entry = { include: own, rules: { [code]: "off" } };
  const hasFiles = entries.length > 0 || /"files"\s*:/.test(content);
  const alone = last?.include === own ? [] : [{ where: own, edits: hasFiles ? set(["files", -1], entry, true) : set(["files"], [entry]) }];
  return [...alone, ...(inLast ? [inLast] : []), { where: null, edits: set(["rules", code], "off") }];
}

/** The indentation and the line ends that are there. */
function formattingOf(content: string): FormattingOptions {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(content) ?? [];
  return { insertSpaces: !indent.startsWith("\t"), tabSize: indent.startsWith("\t") ? 4 : indent.length, eol: content.includes("\r\n") ? "\r\n" : "\n" };
}
