/**
 * Reads the visible part of HTML, for everything that draws it (the preview, the sandbox's pages and PDFs) and for the
 * comparison of a text's letters with those of a PDF. The HTML may come from anywhere; reading it takes linear time and
 * never throws.
 */
import { Tokenizer, TokenizerMode } from "parse5";
import type { Token } from "parse5";

/** Elements whose content is not shown. */
export const hiddenElements = [
  "script",
  "style",
  "template",
  "iframe",
  "object",
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
] as const;

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

/** Passes tags and text to `tell`, in their order. Leaves out hidden elements and everything inside them. */
export function readShown(
  html: string,
  hidden: ReadonlySet<string>,
  tell: {
    readonly startTag?: (token: Token.TagToken) => void;
    readonly endTag?: (name: string) => void;
    readonly text: (token: Token.CharacterToken) => void;
    readonly whitespace: (token: Token.CharacterToken) => void;
  },
): void {
  let hiding: { readonly name: string; depth: number } | null = null;
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const { tagName, selfClosing } = token;
        if (hiding !== null) {
          if (tagName === hiding.name && !selfClosing) hiding.depth++;
          return;
        }
        if (!hidden.has(tagName)) return tell.startTag?.(token);
        if (selfClosing && (tagName === "svg" || tagName === "math")) return;
        hiding = { name: tagName, depth: 1 };
        const mode = rawText.get(tagName);
        if (mode === undefined) return;
        tokenizer.state = mode;
        tokenizer.lastStartTagName = tagName;
      },
      onEndTag({ tagName }) {
        if (hiding === null) tell.endTag?.(tagName);
        else if (tagName === hiding.name && --hiding.depth === 0) hiding = null;
      },
      onCharacter(token) {
        if (hiding === null) tell.text(token);
      },
      onWhitespaceCharacter(token) {
        if (hiding === null) tell.whitespace(token);
      },
      onNullCharacter: () => {},
      onComment: () => {},
      onDoctype: () => {},
      onEof: () => {},
    },
  );
  tokenizer.write(html, true);
}

/** Elements that are drawn like another one. */
export const drawnAs = [
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
] as const;

/** What the style of an element may set. In older HTML, an `align` attribute or `center` sets the alignment. */
export interface Look {
  readonly bold?: boolean;
  readonly italics?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly align?: "left" | "center" | "right" | "justify";
}

interface Tag {
  readonly tagName: string;
  readonly attrs: readonly { readonly name: string; readonly value: string }[];
}

export function attributeOf({ attrs }: Pick<Tag, "attrs">, name: string): string | undefined {
  return attrs.find((each) => each.name === name)?.value;
}

/** Returns a number from 1 to 50. */
export function spanOf(tag: Pick<Tag, "attrs">, name: "colspan" | "rowspan"): number {
  return Math.min(Math.max(Number.parseInt(attributeOf(tag, name) ?? "1", 10) || 1, 1), 50);
}

export function lookOf(tag: Tag): Look {
  const declarations = new Map(
    (attributeOf(tag, "style") ?? "")
      .toLowerCase()
      .split(";")
      .map((each) => {
        const [property = "", value = ""] = each.split(":", 2);
        return [property.trim(), value.trim()] as const;
      }),
  );
  const decoration = `${declarations.get("text-decoration") ?? ""} ${declarations.get("text-decoration-line") ?? ""}`;
  const weight = declarations.get("font-weight") ?? "";
  const wanted =
    declarations.get("text-align") ?? (tag.tagName === "center" ? "center" : attributeOf(tag, "align")?.toLowerCase());
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
