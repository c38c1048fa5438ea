/** Marks where the author continues typing in the text that a fix writes. */
import type { Range, TextEdit } from "../range.ts";

const emptyOrPlain = /"(?:[^"\\]|\\.)*"|\[\s*\]|\{\s*\}|\btrue\b|\bfalse\b|-?\d+(?:\.\d+)?/g;

/**
 * Puts stops into JSON: inside empty strings, lists and objects, and over numbers and booleans, which are only fillers.
 * Other strings get none.
 */
export function stopsInJson(edit: TextEdit): TextEdit {
  const stops = [...edit.newText.matchAll(emptyOrPlain)].flatMap(({ 0: found, index }): readonly Range[] => {
    if (/^[[{]/.test(found) || found === '""') return [{ start: index + 1, end: index + 1 }];
    return found.startsWith('"') ? [] : [{ start: index, end: index + found.length }];
  });
  return { ...edit, stops };
}

/**
 * Puts a stop over the last occurrence of `written` in the new text; if `written` is a JSON string, inside of its
 * quotes.
 */
export function stopAt(edit: TextEdit, written: string): TextEdit {
  const start = edit.newText.lastIndexOf(written);
  const inside = written.startsWith('"') ? 1 : 0;
  return start < 0 ? edit : { ...edit, stops: [{ start: start + inside, end: start + written.length - inside }] };
}
