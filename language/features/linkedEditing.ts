/**
 * Links the names of the start and the end tag of an element, so that they are typed as one. Nothing else is linked: an
 * author may want to give different names to two inputs with the same name, and a rename asks before it changes both.
 */
import type { Range } from "../range.ts";
import type { Syntax } from "../syntax.ts";
import { elementsOf } from "./elements.ts";

/**
 * Returns the two names, which are identical; null outside of them, and if anything inside of the element is left open.
 */
export function linkedEditing(syntax: Syntax, offset: number): readonly [Range, Range] | null {
  for (const { open, close, isSound } of elementsOf(syntax)) {
    const names = [nameAt(open.start + 1, open.name), nameAt(close.start + 2, close.name)] as const;
    if (!names.some(({ start, end }) => start <= offset && offset <= end)) continue;
    const [first, second] = names.map(({ start, end }) => syntax.text.slice(start, end));
    return isSound && first === second && first?.toLowerCase() === open.name ? names : null;
  }
  return null;
}

function nameAt(start: number, name: string): Range {
  return { start, end: start + name.length };
}
