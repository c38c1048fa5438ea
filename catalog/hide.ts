/**
 * How `smartform.json` is written so that findings of one code are no longer shown: as edits that keep its comments and
 * its format.
 */
import { findNodeAtLocation, modify, parseTree } from "jsonc-parser";
import type { FormattingOptions, Node } from "jsonc-parser";
import { escape } from "minimatch";
import type { TextEdit } from "../language/index.ts";
import { readSettingsFile } from "./settingsFile.ts";
import { lastEntry } from "./settingsPlace.ts";

/** One way to hide findings of a code. */
interface Hiding {
  /** Of which files, as a glob; null for everything. */
  readonly where: string | null;
  /** In the content of `smartform.json`, or in `{}` where there is none. */
  readonly edits: readonly TextEdit[];
}

/** In a longer line nobody sees a format, and to keep it would take a time that grows with the square of the length. */
const longestLine = 2000;

/** Levels inside of one another, and spaces for each: jsonc-parser throws where an indentation comes to 200 spaces. */
const [mostLevels, widestIndent] = [20, 8];

/** What a `smartform.json` begins with. */
export const emptySettings = "{}\n";

interface Change extends Pick<Hiding, "where"> {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly isArrayInsertion?: boolean;
}

/**
 * The content of `smartform.json`, read once for every finding that may be hidden in it. The answer for a file with
 * this name begins with the narrowest: this file alone, what the last entry about it is about, everything. It is empty
 * where the content is no JSON: nobody knows then what an edit would change.
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
   * A change reads the whole content again. Where it adds a code that is not there it is worked out once for each file,
   * and the codes are put into it.
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
 * Whether the path can be written: what is there on the way is an object for each name, and a list for each number. A
 * name that an object has twice leads nowhere: the last one counts, and jsonc-parser would write into the first.
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

/** Words that do not stand in the content, and are no name of a file. */
function unlike(content: string): string {
  let words = "/any code/";
  while (content.includes(words)) words += "/";
  return words;
}

function levelsOf({ children = [] }: Node): number {
  return 1 + children.reduce((most, child) => Math.max(most, levelsOf(child)), 0);
}

/** The indentation and the line ends that are there. */
function formattingOf(content: string): FormattingOptions {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(content) ?? [];
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 4 : Math.min(indent.length, widestIndent),
    eol: content.includes("\r\n") ? "\r\n" : "\n",
  };
}
