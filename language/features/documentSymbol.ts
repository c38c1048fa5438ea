/** The placeholders of a text as its outline. */
import type { Range } from "../range.ts";
import { places } from "../resolve.ts";
import type { Placeholder, Syntax } from "../syntax.ts";

export interface DocumentSymbol extends Range {
  /** What the placeholder names, as written; never empty. */
  readonly name: string;
  readonly kind: Placeholder["kind"];
  /** The range of the name. */
  readonly selection: Range;
}

/** Returns one symbol for each placeholder, in order. Stray brackets have no symbol. */
export function documentSymbols(syntax: Syntax): readonly DocumentSymbol[] {
  return syntax.placeholders.map((placeholder) => {
    const { start, end, kind } = placeholder;
    const named = places(placeholder)
      .filter(({ role }) => role !== "keyword" && !role.startsWith("option"))
      .map(({ part }) => part)
      .filter((part) => part.text !== "");
    const [first] = named;
    const last = named.at(-1);
    if (first === undefined || last === undefined)
      return { name: syntax.text.slice(start, end), kind, start, end, selection: { start, end } };
    return {
      name: named.map((part) => part.text).join(kind === "data" ? "." : " : "),
      kind,
      start,
      end,
      selection: { start: first.start, end: last.end },
    };
  });
}
