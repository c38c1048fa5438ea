/** What a text prints, as a text of its own. */
import type { Context } from "../context.ts";
import { expand } from "../expand.ts";
import type { Format } from "../syntax.ts";
import { shown } from "./hover.ts";

/** The largest number of UTF-16 code units to print: texts may include others many times over. */
const longest = 100_000;

/**
 * Returns the effective text as the PDF has it, in the format of the text; plain pieces are escaped so that they read
 * the same in that format.
 */
export function printedText(text: string, format: Format, context: Context): string {
  const { pieces } = expand(text, format, context, { surface: "pdf", maxLength: Math.max(longest, text.length) });
  return pieces
    .map((piece) =>
      format !== "plain" && piece.format === "plain"
        ? shown(piece).replaceAll("&", "&amp;").replaceAll("<", "&lt;")
        : shown(piece),
    )
    .join("");
}
