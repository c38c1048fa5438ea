/**
 * Completes library references in grey after the cursor, for authors who turn it on: the rest of the code or name if
 * exactly one text or folder remains, and the closing brackets after a text. Offers nothing if something else could be
 * meant, if the catalog does not know enough to rule that out, or outside of brackets.
 */
import type { Answer } from "../answer.ts";
import type { Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { findFolders, folderReference, subfoldersOf } from "../folders.ts";
import { edit, placeholderAt } from "../parse.ts";
import { contextFolder } from "../resolve.ts";
import type { Syntax } from "../syntax.ts";
import { beforeCursor } from "./beforeCursor.ts";
import { certainText } from "./writeReference.ts";

/** Returns what to write at the offset; null if nothing is certain. */
export function inlineCompletion(syntax: Syntax, offset: number, context: Context): string | null {
  const cursor = beforeCursor(syntax, offset);
  const [, written] = /^[ \t]*LIB[ \t]*:(.*)$/.exec(cursor?.before ?? "") ?? [];
  if (cursor === null || written === undefined) return null;
  const parts = written.split(":");
  const part = parts.at(-1) ?? "";
  const word = part.trimStart();
  const close = closing(syntax, offset, { open: cursor.open, typed: word !== "" });
  if (close === null || parts.length > 2) return null;
  const meant = (added: string): Text | null =>
    textAt(edit(syntax, [{ start: offset, end: offset, newText: added }]), cursor.open, context);
  if (word !== word.trimEnd())
    return close === " ]]" &&
      !(parts.length === 1 && findFolders(context.catalog, word.trimEnd()).state !== "absent") &&
      meant("]]") !== null
      ? "]]"
      : null;
  const found = parts.length === 1 ? ofFirst(word, context) : ofFolder(parts[0]?.trim() ?? "", word, context);
  if (found === null || !found.name.startsWith(word)) return null;
  const rest = (part === "" ? " " : "") + found.name.slice(word.length);
  if (found.textId === null) return `${rest} : `;
  return rest + close !== "" && meant(rest + close)?.id === found.textId ? rest + close : null;
}

/** Returns the text that the reference at `open` certainly means; null if that is not certain. */
function textAt(syntax: Syntax, open: number, context: Context): Text | null {
  const placeholder = placeholderAt(syntax, open + 1);
  return placeholder?.start === open && placeholder.kind === "library" && placeholder.markup.length === 0
    ? certainText(placeholder, context)
    : null;
}

/**
 * Returns what has to follow the typed part to end the placeholder; null if the text after the cursor may belong to
 * that part.
 */
function closing(
  syntax: Syntax,
  offset: number,
  { open, typed }: { readonly open: number; readonly typed: boolean },
): string | null {
  const placeholder = placeholderAt(syntax, open + 1);
  const inside =
    placeholder?.start === open && placeholder.inner.end >= offset
      ? syntax.text.slice(offset, placeholder.inner.end)
      : null;
  if (inside !== null && !inside.includes("[[")) return inside === "" ? " " : inside.trim() === "" ? "" : null;
  const line = /^[^\r\n]*/.exec(syntax.text.slice(offset, offset + longest))?.[0] ?? "";
  return (typed ? /^(?:$|[\s<,;!?)])/ : /^\s*(?:$|<)/).test(line) ? " ]]" : null;
}

/** How many code units of the line after the cursor are looked at. */
const longest = 1000;

interface Remaining {
  readonly name: string;
  /** null for a folder. */
  readonly textId: string | null;
}

/** After the keyword comes a folder, or a text of the folder that short references look in. */
function ofFirst(word: string, context: Context): Remaining | null {
  const folders = context.catalog.folders();
  const home = contextFolder(context);
  if (folders.state !== "known" || home.state === "unknown") return null;
  const texts = home.state === "known" ? home.value.folders.map(({ id }) => beginning(id, word, context)) : [];
  if (!texts.every(isKnown)) return null;
  const names = new Set(
    folders.value.map(folderReference).filter((name) => name.toLowerCase().startsWith(word.toLowerCase())),
  );
  return only([...[...names].map((name) => ({ name, textId: null })), ...texts.flatMap(({ value }) => value)]);
}

function ofFolder(folder: string, word: string, context: Context): Remaining | null {
  const found = findFolders(context.catalog, folder);
  if (found.state !== "known") return null;
  const texts = found.value.folders.map(({ id }) => beginning(id, word, context));
  return texts.every(isKnown) ? only(texts.flatMap(({ value }) => value)) : null;
}

/**
 * Returns texts of the folder and its subfolders whose code begins with `word`, in any letter case. Reads at most three
 * texts of each folder: two are enough to see that there is no single completion, and the third is needed because this
 * text itself may be among them.
 */
function beginning(folderId: string, word: string, { catalog, textId }: Context): Answer<readonly Remaining[]> {
  const found: Remaining[] = [];
  for (const id of [folderId, ...subfoldersOf(catalog, folderId).map((folder) => folder.id)]) {
    const texts = catalog.textsIn(id, { prefix: word, limit: 3 });
    if (texts.state !== "known") return texts;
    // A text does not include itself.
    for (const text of texts.value) if (text.id !== textId) found.push({ name: text.code, textId: text.id });
    if (found.length > 1) break;
  }
  return { state: "known", value: found };
}

function isKnown<T>(answer: Answer<T>): answer is Answer<T> & { readonly state: "known" } {
  return answer.state === "known";
}

/**
 * Returns the only name that remains, if it can be written in a placeholder: a name with a separator or a bracket
 * cannot.
 */
function only(remaining: readonly Remaining[]): Remaining | null {
  const [one] = remaining;
  return one !== undefined && remaining.length === 1 && /^[^:[\]\r\n]+$/.test(one.name) && one.name === one.name.trim()
    ? one
    : null;
}
