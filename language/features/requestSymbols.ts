/** The properties of a create-form request as its outline. */
import * as l10n from "../l10n.ts";
import type { Range } from "../range.ts";
import type { JsonNode, JsonProperty } from "../requests/json.ts";
import { property, textOf } from "../requests/request.ts";
import type { Request } from "../requests/request.ts";
import { shorten } from "./hover.ts";

export interface RequestSymbol extends Range {
  /** Never empty. */
  readonly name: string;
  /** The value, if it is a plain one. */
  readonly detail: string;
  readonly kind: "object" | "list" | "plain";
  readonly selection: Range;
  readonly children: readonly RequestSymbol[];
}

/** Nobody looks in an outline for a name that is nested deeper than this. */
const maxDepth = 16;

export function requestSymbols(request: Request): readonly RequestSymbol[] {
  return request.root === null ? [] : symbolsIn(request.root, 0);
}

function symbolsIn(node: JsonNode, depth: number): readonly RequestSymbol[] {
  if (depth >= maxDepth) return [];
  if (node.kind === "object") return node.properties.map((each) => symbolOf(each, depth));
  if (node.kind === "plain") return [];
  return node.items.flatMap((item, index): readonly RequestSymbol[] =>
    item.kind === "plain"
      ? []
      : [
          {
            name: textOf(property(item, "id")?.value) || textOf(property(item, "display")?.value) || String(index + 1),
            detail: "",
            kind: item.kind,
            start: item.start,
            end: item.end,
            selection: { start: item.start, end: item.start + 1 },
            children: symbolsIn(item, depth + 1),
          },
        ],
  );
}

function symbolOf({ name, value, start, end }: JsonProperty, depth: number): RequestSymbol {
  const detail = value?.kind === "plain" && value.value !== undefined ? shorten(String(value.value), 60) : "";
  return {
    name: name.text || l10n.t("(no name)"),
    detail,
    kind: value?.kind ?? "plain",
    start,
    end,
    selection: { start: name.start, end: name.end },
    children: value === null ? [] : symbolsIn(value, depth + 1),
  };
}
