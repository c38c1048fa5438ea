/** Which library texts a text includes: one step of the include tree. */
import type { Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import type { Mention } from "../mentions.ts";
import type { Range } from "../range.ts";
import { resolve } from "../resolve.ts";

export interface Include {
  readonly text: Text;
  /** Where the text is included. */
  readonly ranges: readonly Range[];
}

/**
 * Returns the texts, each once, in the order of their first mention. A reference that matches several texts gives all
 * of them.
 */
export function includesAmong(mentions: readonly Mention[], context: Context): readonly Include[] {
  const found = new Map<string, { readonly text: Text; readonly ranges: Range[] }>();
  for (const { kind, reference, part } of mentions) {
    if (kind !== "text" || reference === null) continue;
    const resolution = resolve(reference, context);
    if (resolution.kind !== "library" || resolution.text.state !== "known") continue;
    for (const text of [resolution.text.text, ...resolution.text.others]) {
      const include = found.get(text.id) ?? { text, ranges: [] };
      include.ranges.push({ start: part.start, end: part.end });
      found.set(text.id, include);
    }
  }
  return [...found.values()];
}
