/**
 * Builds what the preview shows of a text: a tree of known elements and plain strings, from HTML that anybody may have
 * written. The tree contains no URL, style, handler or name from the text; the page that draws the tree creates only
 * these few kinds of elements, and text. Uses neither `vscode` nor the DOM.
 */
import { parseFragment } from "parse5";
import type { DefaultTreeAdapterMap } from "parse5";
import { attributeOf, hiddenElements, lookOf, placesOf, spanOf, drawnAs } from "../../language/index.ts";
import type { Piece } from "../../language/index.ts";

export type PreviewNode =
  /** `piece`: index of the piece that prints it. */
  | { readonly text: string; readonly piece: number }
  /** An editable text, by the index of its piece. */
  | { readonly input: number }
  | {
      readonly tag: PreviewTag;
      readonly look: readonly Look[];
      readonly columns?: number;
      readonly rows?: number;
      readonly children: readonly PreviewNode[];
    };

export const previewTags = [
  "p",
  "div",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "ul",
  "ol",
  "li",
  "blockquote",
  "pre",
  "table",
  "tbody",
  "thead",
  "tfoot",
  "tr",
  "td",
  "th",
  "b",
  "i",
  "u",
  "s",
  "sub",
  "sup",
  "code",
  "span",
  "br",
  "hr",
] as const;
type PreviewTag = (typeof previewTags)[number];
export const looks = [
  "bold",
  "italics",
  "underline",
  "strike",
  "left",
  "center",
  "right",
  "justify",
  "link",
  "picture",
] as const;
type Look = (typeof looks)[number];

type Node = DefaultTreeAdapterMap["childNode"];
type Element = DefaultTreeAdapterMap["element"];

const isTag: ReadonlySet<string> = new Set(previewTags);
const synonyms: ReadonlyMap<string, PreviewTag> = new Map<string, PreviewTag>([
  ...drawnAs,
  ["a", "span"],
  ["caption", "div"],
]);
/** Dropped with their content. */
const dropped: ReadonlySet<string> = new Set([
  ...hiddenElements,
  "embed",
  "noscript",
  "head",
  "link",
  "meta",
  "base",
  "plaintext",
  "applet",
  "frameset",
]);
const inline: ReadonlySet<string> = new Set(["b", "i", "u", "s", "sub", "sup", "code", "span"]);
/** Elements nested deeper are shown without their tags. */
const deepest = 60;

/** Returns the content as a list of blocks, so that only changed blocks are drawn again. Never throws. */
export function previewBlocks(pieces: readonly Piece[]): readonly PreviewNode[] {
  const html: string[] = [];
  const from: number[] = [];
  const put = (written: string, piece: number): void => {
    html.push(written);
    for (let index = 0; index < written.length; index++) from.push(piece);
  };
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === "input") put(mark, index);
    else if (piece.format === "plain" || piece.kind !== "literal")
      put(
        piece.text
          .replaceAll(mark, " ")
          .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
          .replace(/\r\n?|\n/g, "<br>"),
        index,
      );
    else put(piece.text.replaceAll(mark, " "), index);
  }
  return blocksOf(
    readChildren(parseFragment(html.join(""), { sourceCodeLocationInfo: true }).childNodes, html.join(""), from, 0),
  );
}

/** The character that stands for an editable text in the HTML. */
const mark = "\uFFFC";

function readChildren(
  nodes: readonly Node[],
  html: string,
  from: readonly number[],
  depth: number,
): readonly PreviewNode[] {
  return nodes.flatMap((node): readonly PreviewNode[] => {
    if ("value" in node) return readText(node.value, node.sourceCodeLocation, html, from);
    if (!("tagName" in node) || dropped.has(node.tagName)) return [];
    if (node.tagName === "img") return readPicture(node, from);
    if (depth >= deepest) return flat(node, html, from);
    const children = readChildren(node.childNodes, html, from, depth + 1);
    const tag = synonyms.get(node.tagName) ?? node.tagName;
    if (!isTag.has(tag)) return children;
    const columns = spanOf(node, "colspan");
    const rows = spanOf(node, "rowspan");
    return [
      {
        tag: tag as PreviewTag,
        look: looksOf(node),
        ...(columns > 1 && { columns }),
        ...(rows > 1 && { rows }),
        children,
      },
    ];
  });
}

/** Returns the text of an element that is nested too deeply. Does not use recursion. */
function flat(element: Element, html: string, from: readonly number[]): readonly PreviewNode[] {
  const found: PreviewNode[] = [];
  const waiting: Node[] = [element];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ("value" in node) found.push(...readText(node.value, node.sourceCodeLocation, html, from));
    else if ("tagName" in node && !dropped.has(node.tagName)) waiting.push(...node.childNodes.toReversed());
  }
  return found;
}

/** Splits a text at the boundaries of pieces. */
function readText(
  value: string,
  location: { readonly startOffset: number; readonly endOffset: number } | null | undefined,
  html: string,
  from: readonly number[],
): readonly PreviewNode[] {
  const start = location?.startOffset ?? 0;
  const written = html.slice(start, location?.endOffset ?? start);
  const places = written.length === value.length ? undefined : placesOf(value, written, start);
  const found: PreviewNode[] = [];
  for (let index = 0; index < value.length;) {
    const piece = from[places?.[index] ?? start + index] ?? 0;
    let end = index + 1;
    if (value[index] === mark) found.push({ input: piece });
    else {
      while (end < value.length && value[end] !== mark && from[places?.[end] ?? start + end] === piece) end++;
      found.push({ text: value.slice(index, end), piece });
    }
    index = end;
  }
  return found;
}

/** Shows the alternative text of a picture, which is never fetched. */
function readPicture(element: Element, from: readonly number[]): readonly PreviewNode[] {
  const said = attributeOf(element, "alt") ?? "";
  const piece = from[element.sourceCodeLocation?.startOffset ?? 0] ?? 0;
  return [
    {
      tag: "span",
      look: ["picture"],
      children: [{ text: said === "" ? "picture" : said.replaceAll(mark, ""), piece }],
    },
  ];
}

function looksOf(element: Element): readonly Look[] {
  const { align, ...look } = lookOf(element);
  return [
    ...(["bold", "italics", "underline", "strike"] as const).filter((each) => look[each]),
    ...(element.tagName === "a" ? ["link" as const] : []),
    ...(align === undefined ? [] : [align]),
  ];
}

/** Wraps each line of inline content in a block. */
function blocksOf(nodes: readonly PreviewNode[]): readonly PreviewNode[] {
  const blocks: PreviewNode[] = [];
  let line: PreviewNode[] = [];
  const end = (): void => {
    if (line.some((node) => !("text" in node) || node.text.trim() !== ""))
      blocks.push({ tag: "div", look: [], children: line });
    line = [];
  };
  for (const node of nodes) {
    if ("tag" in node && node.tag !== "br" && !inline.has(node.tag)) {
      end();
      blocks.push(node);
    } else {
      line.push(node);
      if ("tag" in node && node.tag === "br") end();
    }
  }
  end();
  return blocks;
}
