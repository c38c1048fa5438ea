/** Edits `smartform.json` so that findings of one code are no longer shown. The file keeps its comments and format. */
import { findNodeAtLocation, modify, parseTree } from "jsonc-parser";
import type { FormattingOptions, Node } from "jsonc-parser";
import { escape } from "minimatch";
import type { TextEdit } from "../language/index.ts";
import { readSettingsFile } from "./settingsFile.ts";
import { lastEntry } from "./settingsPlace.ts";

/** One way to hide findings of a code. */
interface Hiding {
  /** The files in which findings are hidden, as a glob; null for all files. */
  readonly where: string | null;
  /** In the content of `smartform.json`, or in `{}` if there is no such file. */
  readonly edits: readonly TextEdit[];
}

/**
 * In code units. If a line is longer, the file's format is not kept: nobody can see the format of so long a line, and
 * keeping it would take time quadratic in the length.
 */
const longestLine = 2000;

/**
 * The maximum number of nesting levels, and of spaces per level: jsonc-parser throws if an indentation reaches 200
 * spaces.
 */
const [mostLevels, widestIndent] = [20, 8];

/** The content of a new `smartform.json`. */
export const emptySettings = "{}\n";

interface Change extends Pick<Hiding, "where"> {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly isArrayInsertion?: boolean;
}

/**
 * Reads the content of `smartform.json` only once, for all findings that may be hidden in it. The returned function
 * takes the code of a finding and the name of its file, and lists the ways to hide findings of this code, narrowest
 * first: in this file alone, in the files of the last entry that matches the name, in all files. The list is empty if
 * the content is not valid JSON, because the effect of an edit would be unknown.
 */
export function waysToHide(content: string): (code: string, name: string) => readonly Hiding[] {
  const { entries, isWhole } = readSettingsFile(content);
  if (!isWhole) return () => [];
  const root = parseTree(content, [], { allowTrailingComma: true });
  const isFormatted =
    root === undefined ||
    (levelsOf(root) <= mostLevels && !content.split(/[\r\n]/).some((line) => line.length > longestLine));
  const options = isFormatted ? { formattingOptions: formattingOf(content) } : {};
  const hasFiles = root !== undefined && findNodeAtLocation(root, ["files"]) !== undefined;
  const hiding = ({ where, path, value, isArrayInsertion = false }: Change): readonly Hiding[] => {
    if (!leads(root, path)) return [];
    const edits = modify(content, [...path], value, { ...options, isArrayInsertion });
    return [
      {
        where,
        edits: edits.map(({ offset, length, content: newText }) => ({ start: offset, end: offset + length, newText })),
      },
    ];
  };
  const anyCode = unlike(content);
  const added = new Map<string, readonly Hiding[]>();
  /**
   * Each change parses the whole content again. The edits that add a code are therefore worked out once for each file,
   * with a made-up code, which the real code then replaces.
   */
  const hidingOf = (code: string, change: (code: string) => Change): readonly Hiding[] => {
    const wanted = change(code);
    if (root !== undefined && findNodeAtLocation(root, [...wanted.path]) !== undefined) return hiding(wanted);
    const any = change(anyCode);
    const place = JSON.stringify([any.where, any.path]);
    const kept = added.get(place) ?? hiding(any);
    added.set(place, kept);
    return kept.map(({ where, edits }) => ({
      where,
      edits: edits.map((edit) => ({
        ...edit,
        newText: edit.newText.replace(JSON.stringify(anyCode), () => JSON.stringify(code)),
      })),
    }));
  };
  return (code, name) => {
    const last = lastEntry(entries, name);
    const own = escape(name);
    const entryOf = (rule: string) => ({ include: own, rules: { [rule]: "off" } });
    return [
      ...(last?.include === own
        ? []
        : hidingOf(code, (rule) =>
            hasFiles
              ? { where: own, path: ["files", -1], value: entryOf(rule), isArrayInsertion: true }
              : { where: own, path: ["files"], value: [entryOf(rule)] },
          )),
      ...(last === undefined
        ? []
        : hidingOf(code, (rule) => ({
            where: last.include,
            path: ["files", last.index, "rules", rule],
            value: "off",
          }))),
      ...hidingOf(code, (rule) => ({ where: null, path: ["rules", rule], value: "off" })),
    ];
  };
}

/**
 * Whether a value can be written at this path in the JSON: in the part of the path that exists, a name must lead into
 * an object, and a number into a list. A name that an object has twice is refused: the last one counts, but
 * jsonc-parser would write into the first.
 */
function leads(root: Node | undefined, path: readonly (string | number)[]): boolean {
  return path.every((step, index) => {
    const around = root && findNodeAtLocation(root, path.slice(0, index));
    if (around === undefined) return true;
    if (typeof step === "number") return around.type === "array";
    return (
      around.type === "object" &&
      (around.children ?? []).filter(({ children }) => children?.[0]?.value === step).length < 2
    );
  });
}

/** Returns words that do not occur in the content, and are not a file name. */
function unlike(content: string): string {
  let words = "/any code/";
  while (content.includes(words)) words += "/";
  return words;
}

function levelsOf({ children = [] }: Node): number {
  return 1 + children.reduce((most, child) => Math.max(most, levelsOf(child)), 0);
}

/** Returns the indentation and line endings that the content already uses. */
function formattingOf(content: string): FormattingOptions {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(content) ?? [];
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 4 : Math.min(indent.length, widestIndent),
    eol: content.includes("\r\n") ? "\r\n" : "\n",
  };
}
