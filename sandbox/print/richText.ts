/**
 * Reads HTML that anybody may have written into a small, safe tree: known elements only, no scripts, no styles, no
 * images, links to the web, mail and telephone alone, a limited depth. Screen and PDF both print this tree, so neither
 * can show what the other refuses.
 */
import { Tokenizer, TokenizerMode } from "parse5";
import type { Token } from "parse5";

export type RichNode = string | RichElement | InputMark | PieceMark;

export interface RichElement {
  readonly tag: Tag;
  readonly look: Look;
  /** Only on `a`: an address of an allowed kind. */
  readonly href?: string;
  /** Only on `td` and `th`: from 1. */
  readonly columns?: number;
  readonly children: RichNode[];
}

/** Where an editable text stands: an index into the inputs of the block. */
interface InputMark {
  readonly input: number;
}

/** Where a piece of the expanded text begins; only in what is traced. */
interface PieceMark {
  readonly piece: number;
}

/** What a style attribute may say. */
export interface Look {
  readonly bold?: boolean;
  readonly italics?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly align?: "left" | "center" | "right" | "justify";
}

const blockTags = [
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
  "tr",
  "td",
  "th",
] as const;
const inlineTags = ["b", "i", "u", "s", "sub", "sup", "code", "a", "span"] as const;
const voidTags = ["br", "hr"] as const;
type Tag = (typeof blockTags | typeof inlineTags | typeof voidTags)[number];

const isBlock: ReadonlySet<string> = new Set(blockTags);
const isInline: ReadonlySet<string> = new Set(inlineTags);
const paragraphs: ReadonlySet<string> = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6"]);
const synonyms: ReadonlyMap<string, Tag> = new Map<string, Tag>([
  ["strong", "b"],
  ["em", "i"],
  ["cite", "i"],
  ["dfn", "i"],
  ["var", "i"],
  ["ins", "u"],
  ["del", "s"],
  ["strike", "s"],
  ["tt", "code"],
  ["kbd", "code"],
  ["samp", "code"],
  ["font", "span"],
  ["label", "span"],
  ["section", "div"],
  ["article", "div"],
  ["header", "div"],
  ["footer", "div"],
  ["main", "div"],
  ["aside", "div"],
  ["nav", "div"],
  ["address", "div"],
  ["figure", "div"],
  ["figcaption", "div"],
  ["center", "div"],
  ["fieldset", "div"],
  ["form", "div"],
  ["dl", "div"],
  ["dt", "div"],
  ["dd", "div"],
]);
/** Dropped with everything inside. */
const dropped: ReadonlySet<string> = new Set([
  "script",
  "style",
  "template",
  "iframe",
  "object",
  "embed",
  "svg",
  "math",
  "title",
  "textarea",
  "select",
  "audio",
  "video",
  "canvas",
  "noembed",
  "noframes",
  "xmp",
]);
/** Elements whose content the tokenizer must not read as tags. */
const rawText: ReadonlyMap<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = new Map([
  ["script", TokenizerMode.SCRIPT_DATA],
  ["style", TokenizerMode.RAWTEXT],
  ["iframe", TokenizerMode.RAWTEXT],
  ["noembed", TokenizerMode.RAWTEXT],
  ["noframes", TokenizerMode.RAWTEXT],
  ["xmp", TokenizerMode.RAWTEXT],
  ["title", TokenizerMode.RCDATA],
  ["textarea", TokenizerMode.RCDATA],
]);

/** Deeper elements are flattened. Keeps every walk over the tree within the stack, and every page within the paper. */
const maxDepth = 24;

/** Linear in the text, never throws. `marks` are made by `inputMark`. */
export function readRichText(html: string): readonly RichNode[] {
  const root: RichNode[] = [];
  const stack: RichElement[] = [];
  let flattened = 0;
  let dropping: { readonly name: string; depth: number } | null = null;

  const top = () => stack.at(-1);
  const push = (node: RichNode) => (top()?.children ?? root).push(node);
  const open = (tag: Tag, more: Omit<RichElement, "tag" | "children"> = { look: {} }) => {
    const element = { tag, children: [], ...more };
    push(element);
    stack.push(element);
  };
  /**
   * Index of the innermost open element with one of the tags, above the innermost of `boundary`; -1 where there is
   * none.
   */
  const find = (tags: ReadonlySet<string>, boundary: ReadonlySet<string>) => {
    for (let index = stack.length - 1; index >= 0; index--) {
      const { tag } = stack[index]!;
      if (tags.has(tag)) return index;
      if (boundary.has(tag)) return -1;
    }
    return -1;
  };
  const close = (tags: ReadonlySet<string>, boundary: ReadonlySet<string>) => {
    const index = find(tags, boundary);
    if (index >= 0) stack.length = index;
  };
  const needsHolder = () => ["ul", "ol", "table", "tr"].includes(top()?.tag ?? "");
  /** Content right inside a list or a table gets the item or the cell that it lacks. */
  const ensureHolder = () => {
    const tag = top()?.tag;
    if (tag === "ul" || tag === "ol") open("li");
    if (tag === "table") open("tr");
    if (tag === "table" || tag === "tr") open("td");
  };
  const text = (chars: string) => {
    if (dropping !== null) return;
    // Where a piece begins is no content: it opens no item and no cell.
    const isMarks = chars.startsWith("\uFDD2") && /^(?:\uFDD2\d+\uFDD3|\s)+$/.test(chars) && needsHolder();
    if (!isMarks) ensureHolder();
    for (const part of chars.split(markPattern)) {
      const index = Number(part.slice(1, -1));
      if (part.startsWith("\uFDD0")) push({ input: index });
      else if (part.startsWith("\uFDD2")) push({ piece: index });
      else if (part !== "" && !isMarks) push(part);
    }
  };

  const startTag = (token: Token.TagToken) => {
    const name = token.tagName;
    if (dropping !== null) {
      if (name === dropping.name && !token.selfClosing) dropping.depth++;
      return;
    }
    if (dropped.has(name)) {
      if (token.selfClosing && (name === "svg" || name === "math")) return;
      dropping = { name, depth: 1 };
      const mode = rawText.get(name);
      if (mode !== undefined) {
        tokenizer.state = mode;
        tokenizer.lastStartTagName = name;
      }
      return;
    }
    const tag = synonyms.get(name) ?? name;
    if (tag === "img") return text(attribute(token, "alt") ?? "");
    if (tag === "br" || tag === "hr") {
      if (tag === "hr") close(paragraphs, holders);
      ensureHolder();
      push({ tag, look: {}, children: [] });
      return;
    }
    if (!isBlock.has(tag) && !isInline.has(tag)) return;
    if (!makeRoom(tag as Tag)) return;
    if (stack.length >= maxDepth) {
      flattened++;
      return;
    }
    open(tag as Tag, details(tag as Tag, name, token));
  };
  /** Closes what this tag ends and opens what it needs; false where it has no place. */
  const makeRoom = (tag: Tag): boolean => {
    if (tag === "li") {
      close(only.li, lists);
      return top()?.tag === "ul" || top()?.tag === "ol";
    }
    if (tag === "tr") {
      close(only.tr, only.table);
      return top()?.tag === "table";
    }
    if (tag === "td" || tag === "th") {
      close(cells, rowOrTable);
      if (top()?.tag === "table") open("tr");
      return top()?.tag === "tr";
    }
    if (isBlock.has(tag)) close(paragraphs, holders);
    if (tag === "a") close(only.a, holders);
    ensureHolder();
    return true;
  };
  const endTag = (name: string) => {
    if (dropping !== null) {
      if (name === dropping.name && --dropping.depth === 0) dropping = null;
      return;
    }
    const tag = synonyms.get(name) ?? name;
    if (!isBlock.has(tag) && !isInline.has(tag)) return;
    if (flattened > 0) {
      flattened--;
      return;
    }
    close(new Set([tag]), tag === "table" || tag === "tr" ? only.table : cells);
  };

  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag: startTag,
      onEndTag: (token) => endTag(token.tagName),
      onCharacter: (token) => text(token.chars),
      onWhitespaceCharacter: (token) => {
        const tag = top()?.tag;
        if (tag !== "ul" && tag !== "ol" && tag !== "table" && tag !== "tr") text(token.chars);
      },
      onNullCharacter: () => {},
      onComment: () => {},
      onDoctype: () => {},
      onEof: () => {},
    },
  );
  tokenizer.write(html, true);
  return root;
}

const only = { li: new Set(["li"]), tr: new Set(["tr"]), table: new Set(["table"]), a: new Set(["a"]) };
const lists: ReadonlySet<string> = new Set(["ul", "ol", "td", "th"]);
const cells: ReadonlySet<string> = new Set(["td", "th"]);
const rowOrTable: ReadonlySet<string> = new Set(["tr", "table"]);
/** What a paragraph cannot reach out of. */
const holders: ReadonlySet<string> = new Set(["li", "td", "th", "blockquote", "div"]);

// Characters that no text can hold for good (Unicode noncharacters): `plainToHtml` and `cleanText` take them out of
// everything else.
const markPattern = /(\uFDD0\d{1,6}\uFDD1|\uFDD2\d{1,6}\uFDD3)/;
const unprintable = /[\uFDD0-\uFDEF]|(?![\t\n\r])\p{Cc}/gu;

/** Stands for an editable text in the HTML given to `readRichText`. */
export function inputMark(index: number): string {
  return `\uFDD0${index}\uFDD1`;
}

/** Stands for the beginning of a piece in the HTML given to `readRichText`. */
export function pieceMark(index: number): string {
  return `\uFDD2${index}\uFDD3`;
}

/** Without lone surrogates, control characters and noncharacters. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(unprintable, "");
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Plain text as HTML: its line breaks are kept. */
export function plainToHtml(text: string): string {
  return escapeHtml(cleanText(text)).replace(/\r\n?|\n/g, "<br>");
}

function attribute(token: Token.TagToken, name: string): string | undefined {
  return token.attrs.find((each) => each.name === name)?.value;
}

function details(tag: Tag, name: string, token: Token.TagToken): Omit<RichElement, "tag" | "children"> {
  const look = readLook(attribute(token, "style") ?? "", name === "center" ? "center" : attribute(token, "align"));
  if (tag === "a") {
    const href = safeAddress(attribute(token, "href") ?? "");
    return href === undefined ? { look } : { look, href };
  }
  if (tag === "td" || tag === "th")
    return { look, columns: Math.min(Math.max(Number.parseInt(attribute(token, "colspan") ?? "1", 10) || 1, 1), 50) };
  return { look };
}

/** The address as a browser reads it, or undefined where it is not of the web, mail or telephone. */
function safeAddress(address: string): string | undefined {
  const url = URL.parse(cleanText(address));
  return url !== null && ["http:", "https:", "mailto:", "tel:"].includes(url.protocol) ? url.href : undefined;
}

function readLook(style: string, align: string | undefined): Look {
  const declarations = new Map(
    style
      .toLowerCase()
      .split(";")
      .map((each) => {
        const [property = "", value = ""] = each.split(":", 2);
        return [property.trim(), value.trim()] as const;
      }),
  );
  const decoration = `${declarations.get("text-decoration") ?? ""} ${declarations.get("text-decoration-line") ?? ""}`;
  const weight = declarations.get("font-weight") ?? "";
  const wanted = declarations.get("text-align") ?? align?.toLowerCase();
  return {
    ...(weight === "bold" || weight === "bolder" || Number(weight) >= 600 ? { bold: true } : {}),
    ...(declarations.get("font-style") === "italic" ? { italics: true } : {}),
    ...(decoration.includes("underline") ? { underline: true } : {}),
    ...(decoration.includes("line-through") ? { strike: true } : {}),
    ...(wanted === "left" || wanted === "center" || wanted === "right" || wanted === "justify"
      ? { align: wanted }
      : {}),
  };
}
