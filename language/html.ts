/**
 * Reads the tags of an HTML text and their positions in one pass, with a tokenizer that follows the HTML standard. No
 * tree is built, so deep nesting costs nothing.
 */
import { Tokenizer, TokenizerMode } from "parse5";
import type { Token } from "parse5";
import type { Piece } from "./expand.ts";
import { placeholderAt } from "./parse.ts";
import { lastFrom } from "./place.ts";
import type { Range } from "./range.ts";
import type { Syntax } from "./syntax.ts";

export interface Tag extends Range {
  readonly kind: "start" | "end";
  /** Lower case. */
  readonly name: string;
  readonly selfClosing: boolean;
  readonly attributes: readonly Attribute[];
}

/** The range spans name and value. */
export interface Attribute extends Range {
  /** Lower case. */
  readonly name: string;
  /** With entities resolved. */
  readonly value: string;
}

/** A fault in the characters themselves; codes are those of the HTML standard. */
interface Fault extends Range {
  readonly code: string;
}

export interface Html {
  readonly tags: readonly Tag[];
  readonly comments: readonly Range[];
  readonly faults: readonly Fault[];
  /**
   * What the text ends in: the name of an unclosed element whose content holds no tags, such as `script`, or "" for a
   * tag or a comment that is cut off. Null for everything else.
   */
  readonly endsIn: string | null;
  /** Start of a tag that the end of the text cuts off. */
  readonly cutTag: number | null;
}

/** Elements without content. */
export const voidElements: ReadonlySet<string> = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
]);

const rawText: ReadonlySet<string> = new Set(["style", "xmp", "iframe", "noembed", "noframes"]);

/** Whether the content of the element holds no tags. */
function holdsLetters(name: string): boolean {
  return name === "script" || name === "textarea" || name === "title" || rawText.has(name);
}

/**
 * Returns what a reader sees of HTML, as plain words: without tags and comments, entities resolved, a space between
 * blocks. Linear.
 */
export function wordsOf(html: string): string {
  const words: string[] = [];
  let hidden = false;
  const take = ({ chars }: Token.CharacterToken): void => {
    if (!hidden) words.push(chars);
  };
  const ignore = (): void => {};
  const tag = ({ tagName }: Token.TagToken): void => {
    hidden = false;
    if (!inline.has(tagName)) words.push(" ");
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag(token) {
        tag(token);
        if (token.tagName !== "script" && !rawText.has(token.tagName)) return;
        hidden = true;
        tokenizer.state = token.tagName === "script" ? TokenizerMode.SCRIPT_DATA : TokenizerMode.RAWTEXT;
      },
      onEndTag: tag,
      onCharacter: take,
      onWhitespaceCharacter: take,
      onNullCharacter: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
    },
  );
  tokenizer.write(html, true);
  return words.join("").replace(/\s+/g, " ").trim();
}

/** Whether reading the text as HTML changes its words: it holds a tag, a comment or an entity. */
export function isMarkup(text: string): boolean {
  // What begins like a tag or a comment is one, or is inside one: either way, the text holds markup.
  if (/<(?:[a-z!?]|\/[a-z])/i.test(text)) return true;
  return /[<&]/.test(text) && wordsOf(text) !== text.replace(/\s+/g, " ").trim();
}

/** Whether HTML or rich text among the pieces holds a tag, a comment or an entity. */
export function printsMarkup(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) => piece.kind === "literal" && piece.format !== "plain" && isMarkup(piece.text));
}

const inline: ReadonlySet<string> = new Set([
  "a",
  "abbr",
  "b",
  "big",
  "code",
  "em",
  "font",
  "i",
  "mark",
  "s",
  "small",
  "span",
  "strike",
  "strong",
  "sub",
  "sup",
  "tt",
  "u",
]);

const read = new WeakMap<Syntax, Html>();

/** Returns the tags of a text, read once for each version of it. */
export function htmlOf(syntax: Syntax): Html {
  const html = read.get(syntax) ?? readHtml(syntax.text);
  read.set(syntax, html);
  return html;
}

/** Returns the last tag that begins at the offset or before it. */
export function tagBefore({ tags }: Html, offset: number): { readonly tag: Tag; readonly index: number } | null {
  const index = lastFrom(tags, offset, startOf);
  const tag = tags[index];
  return tag === undefined ? null : { tag, index };
}

function readHtml(text: string): Html {
  const tags: Tag[] = [];
  const comments: Range[] = [];
  const faults: Fault[] = [];
  const ignore = (): void => {};
  const take = (kind: Tag["kind"], token: Token.TagToken): void => {
    const place = token.location;
    if (!place) return;
    const attributes = token.attrs.map(({ name, value }) => {
      const at = place.attrs?.[name];
      return { name, value, start: at?.startOffset ?? place.startOffset, end: at?.endOffset ?? place.endOffset };
    });
    tags.push({
      kind,
      name: token.tagName,
      selfClosing: token.selfClosing,
      attributes,
      start: place.startOffset,
      end: place.endOffset,
    });
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        take("start", token);
        // Switches the tokenizer's state, as a tree builder does: the content of these elements holds no tags.
        if (token.tagName === "script") tokenizer.state = TokenizerMode.SCRIPT_DATA;
        else if (token.tagName === "textarea" || token.tagName === "title") tokenizer.state = TokenizerMode.RCDATA;
        else if (rawText.has(token.tagName)) tokenizer.state = TokenizerMode.RAWTEXT;
      },
      onEndTag: (token) => take("end", token),
      onParseError: ({ code, startOffset, endOffset }) => faults.push({ code, start: startOffset, end: endOffset }),
      // The tokenizer reports the end of an unclosed comment one character after the end of the text.
      onComment: ({ location }) =>
        location && comments.push({ start: location.startOffset, end: Math.min(location.endOffset, text.length) }),
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  );
  tokenizer.write(text, true);
  const last = tags.at(-1);
  // The tokenizer reads `</[`, which is not an end tag, as a comment. If the end of that comment is missing, it reports
  // no fault.
  const isCut = faults.at(-1)?.code.startsWith("eof-") || (comments.at(-1)?.end === text.length && !text.endsWith(">"));
  const endsIn = isCut ? "" : last?.kind === "start" && holdsLetters(last.name) ? last.name : null;
  const behind = Math.max(last?.end ?? 0, comments.at(-1)?.end ?? 0);
  const cut = faults.at(-1)?.code === "eof-in-tag" ? text.slice(behind).search(/<\/?[a-z]/i) : -1;
  return { tags, comments, faults, endsIn, cutTag: cut < 0 ? null : behind + cut };
}

/** Returns the tag's last attribute that begins at the offset or before it. */
export function attributeBefore({ attributes }: Tag, offset: number): Attribute | undefined {
  return attributes[lastFrom(attributes, offset, startOf)];
}

const startOf = ({ start }: Range): number => start;

/**
 * Returns the value of the attribute at the start of the range, if the value is not in quotes. Includes the whole
 * range, even if a space in the range cuts the value. Returns null if there is no such attribute, or if its value
 * contains a quote.
 */
export function unquotedValue(syntax: Syntax, range: Range): Range | null {
  const html = syntax.format === "plain" ? null : htmlOf(syntax);
  const tag = html && tagBefore(html, range.start)?.tag;
  const attribute = tag ? attributeBefore(tag, range.start) : undefined;
  if (attribute === undefined) return null;
  const name = /[^=]{0,1000}=\s*(?!["'])/y;
  name.lastIndex = attribute.start;
  const start = name.exec(syntax.text)?.[0].length;
  if (
    tag == null ||
    start === undefined ||
    attribute.start + start > range.start ||
    attribute.end <= range.start ||
    range.end >= tag.end
  )
    return null;
  const rest = /[^\s>]*/y;
  rest.lastIndex = range.end;
  // If a space in the range ends the attribute, the characters right after the range are added to the value.
  const value = {
    start: attribute.start + start,
    end: range.end <= attribute.end ? attribute.end : range.end + (rest.exec(syntax.text)?.[0].length ?? 0),
  };
  const cut = placeholderAt(syntax, value.end);
  const cuts = cut !== null && cut.start < value.end && value.end < cut.end;
  return cuts || syntax.text.slice(value.start, value.end).includes('"') ? null : value;
}

/**
 * Whether white space at the offset would end an attribute's value or a name: the offset is inside of a tag and outside
 * of quotes. Also true in a tag that the end of the text cuts off, because its quotes are not known.
 */
export function isSplitBySpace(syntax: Syntax, offset: number): boolean {
  if (syntax.format === "plain") return false;
  const html = htmlOf(syntax);
  if (html.cutTag !== null && offset > html.cutTag) return true;
  const tag = tagBefore(html, offset)?.tag;
  if (tag === undefined || offset >= tag.end) return false;
  const attribute = attributeBefore(tag, offset);
  return (
    attribute === undefined ||
    offset >= attribute.end ||
    !/^[^=]{0,1000}=\s*["']/.test(syntax.text.slice(attribute.start, offset))
  );
}
