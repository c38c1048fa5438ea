/** Library references as links to the texts that they name. */
import type { Context } from "../context.ts";
import type { Range } from "../range.ts";
import { resolve } from "../resolve.ts";
import type { Syntax } from "../syntax.ts";
import { textTarget } from "./definition.ts";
import type { Target } from "./definition.ts";

interface DocumentLink extends Range {
  readonly target: Target & { readonly kind: "text" };
}

/** Returns a link for each reference that matches exactly one text, if that text has a language to show. */
export function documentLinks(syntax: Syntax, context: Context): readonly DocumentLink[] {
  return syntax.placeholders.flatMap((placeholder) => {
    if (placeholder.kind !== "library") return [];
    const found = resolve(placeholder, context);
    if (found.kind !== "library" || found.text.state !== "known" || found.text.others.length > 0) return [];
    const { text } = found.text;
    const target = textTarget(text, context);
    const { start, end } = placeholder.code;
    return target === null ? [] : [{ start, end, target }];
  });
}
