/**
 * Reads untrusted HTML into a small, safe tree: only known elements, no scripts, styles or images, only links to the
 * web, mail and telephone, and a limited depth. Screen and PDF both print this tree, so that they show and refuse the
 * same things.
 */
import { attributeOf, hiddenElements, lookOf, readShown, spanOf, drawnAs } from "../../language/index.ts";
import type { Look } from "../../language/index.ts";
import type { Token } from "parse5";

export type RichNode = string | RichElement | InputMark | PieceMark;

export interface RichElement {
  readonly tag: Tag;
  readonly look: Look;
  /** Only on `a`: an address with an allowed scheme. */
  readonly href?: string;
  /** Only on `td` and `th`: the number of columns that the cell spans, at least 1. */
  readonly columns?: number;
  readonly children: RichNode[];
}

/** The place of an editable text: an index into the inputs of the block. */
interface InputMark {
  readonly input: number;
}

/** The beginning of a piece of the expanded text; present only in a traced PDF. */
interface PieceMark {
  readonly piece: number;
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
const synonyms: ReadonlyMap<string, Tag> = new Map(drawnAs);
/** Dropped with all their content. */
const dropped: ReadonlySet<string> = new Set([...hiddenElements, "embed"]);

/** Deeper elements are flattened, so that no walk over the tree overflows the stack, and every page fits the paper. */
const maxDepth = 24;

/**
 * Reads HTML in a time that is linear in its length; never throws. The HTML may contain marks of `inputMark` and
 * `pieceMark`.
 */
export function readRichText(html: string): readonly RichNode[] {
  const root: RichNode[] = [];
  const stack: RichElement[] = [];
  let flattened = 0;

  const top = () => stack.at(-1);
  const push = (node: RichNode) => (top()?.children ?? root).push(node);
  const open = (tag: Tag, more: Omit<RichElement, "tag" | "children"> = { look: {} }) => {
    const element = { tag, children: [], ...more };
    push(element);
    stack.push(element);
  };
  /**
   * Returns the index of the innermost open element with one of the tags. Stops at the innermost open element of
   * `boundary`; returns -1 if nothing is found.
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
  /** Opens the missing item or cell for content directly inside a list or a table. */
  const ensureHolder = () => {
    const tag = top()?.tag;
    if (tag === "ul" || tag === "ol") open("li");
    if (tag === "table") open("tr");
    if (tag === "table" || tag === "tr") open("td");
  };
  const text = (chars: string) => {
    // The mark of a piece is not content: it opens no item and no cell.
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
    const tag = synonyms.get(name) ?? name;
    if (tag === "img") return text(attributeOf(token, "alt") ?? "");
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
    open(tag as Tag, details(tag as Tag, token));
  };
  /**
   * Closes the elements that this tag ends and opens those that it needs; returns false if the tag is not allowed here.
   */
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
    const tag = synonyms.get(name) ?? name;
    if (!isBlock.has(tag) && !isInline.has(tag)) return;
    if (flattened > 0) {
      flattened--;
      return;
    }
    close(new Set([tag]), tag === "table" || tag === "tr" ? only.table : cells);
  };

  readShown(html, dropped, {
    startTag,
    endTag,
    text: ({ chars }) => text(chars),
    whitespace({ chars }) {
      if (!needsHolder()) text(chars);
    },
  });
  return root;
}

const only = { li: new Set(["li"]), tr: new Set(["tr"]), table: new Set(["table"]), a: new Set(["a"]) };
const lists: ReadonlySet<string> = new Set(["ul", "ol", "td", "th"]);
const cells: ReadonlySet<string> = new Set(["td", "th"]);
const rowOrTable: ReadonlySet<string> = new Set(["tr", "table"]);
/** If a paragraph or link is to be closed, the search for its start stops at these elements. */
const holders: ReadonlySet<string> = new Set(["li", "td", "th", "blockquote", "div"]);

// The marks are delimited by Unicode noncharacters, which no valid text contains. `plainToHtml` and `cleanText` remove
// these characters from all text, so only marks have them.
const markPattern = /(\uFDD0\d{1,6}\uFDD1|\uFDD2\d{1,6}\uFDD3)/;
const unprintable = /[\uFDD0-\uFDEF]|(?![\t\n\r])\p{Cc}/gu;

/** Returns the mark of an editable text in the HTML for `readRichText`. */
export function inputMark(index: number): string {
  return `\uFDD0${index}\uFDD1`;
}

/** Returns the mark for the beginning of a piece in the HTML for `readRichText`. */
export function pieceMark(index: number): string {
  return `\uFDD2${index}\uFDD3`;
}

/**
 * Replaces lone surrogates with U+FFFD. Removes the noncharacters U+FDD0 to U+FDEF, and control characters except tabs
 * and line breaks.
 */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(unprintable, "");
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Converts plain text to HTML, keeping its line breaks. */
export function plainToHtml(text: string): string {
  return escapeHtml(cleanText(text)).replace(/\r\n?|\n/g, "<br>");
}

function details(tag: Tag, token: Token.TagToken): Omit<RichElement, "tag" | "children"> {
  const look = lookOf(token);
  if (tag === "a") {
    const href = safeAddress(attributeOf(token, "href") ?? "");
    return href === undefined ? { look } : { look, href };
  }
  if (tag === "td" || tag === "th") return { look, columns: spanOf(token, "colspan") };
  return { look };
}

/** Returns the address as a browser parses it; undefined unless it is a web, mail or telephone address. */
function safeAddress(address: string): string | undefined {
  const url = URL.parse(cleanText(address));
  return url !== null && ["http:", "https:", "mailto:", "tel:"].includes(url.protocol) ? url.href : undefined;
}
