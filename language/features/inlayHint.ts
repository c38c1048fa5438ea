/**
 * Hints after placeholders: they show what will be printed there. A hint shows only what is certain: there is no hint
 * if nothing is known, or if several texts match. A default that is written out in the placeholder is not repeated.
 */
import type { Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { expand, formatOf, notFilledIn, textToFill } from "../expand.ts";
import type { Piece } from "../expand.ts";
import { wordsOf } from "../html.ts";
import * as l10n from "../l10n.ts";
import { placeholdersIn } from "../parse.ts";
import type { Range } from "../range.ts";
import { resolve } from "../resolve.ts";
import type { Placeholder, Syntax } from "../syntax.ts";
import { chooseTranslation } from "../translation.ts";
import { shorten } from "./hover.ts";

export type InlayHintKind = "texts" | "languages" | "data" | "defaults";

export const inlayHintKinds = ["texts", "languages", "data", "defaults"] as const satisfies readonly InlayHintKind[];

interface InlayHint {
  /** Where the hint is shown: directly after the placeholder. */
  readonly offset: number;
  readonly kind: InlayHintKind;
  /** Plain text in one line, from the service or the data sample; never empty. */
  readonly label: string;
}

/** Longer labels are cut, so that the line stays readable. */
const labelLength = 40;
/** How many code units of a text are read for its first words, including tags and white space. */
const sourceLength = 400;

/** Returns the hints of the placeholders that end inside of the range, in order; the cost depends on the range only. */
export function inlayHints(
  syntax: Syntax,
  range: Range,
  context: Context,
  { kinds }: { readonly kinds: ReadonlySet<InlayHintKind> },
): readonly InlayHint[] {
  return placeholdersIn(syntax, range).flatMap((placeholder) => {
    const offset = placeholder.end;
    if (offset < range.start || offset > range.end || notFilledIn(placeholder, "pdf") !== null) return [];
    return hintsOf(placeholder, syntax, context)
      .filter(({ kind }) => kinds.has(kind))
      .map((hint) => ({ offset, ...hint }));
  });
}

type Hint = Omit<InlayHint, "offset">;

function hintsOf(placeholder: Placeholder, syntax: Syntax, context: Context): readonly Hint[] {
  const resolution = resolve(placeholder, context);
  if (resolution.kind === "library") {
    const text = textToFill(resolution, {});
    return typeof text === "string" || text.id === context.textId ? [] : textHints(text, context);
  }
  if (resolution.kind === "nothing") return [];
  if (resolution.kind === "input" && resolution.default?.data == null) return [];
  const [piece] = expand(syntax.text.slice(placeholder.start, placeholder.end), syntax.format, context, {
    surface: "pdf",
  }).pieces;
  if (piece?.kind === "data") return [{ kind: "data", label: label(piece.text) }];
  if (piece?.kind !== "input" || resolution.kind !== "input" || resolution.default?.data?.state !== "known") return [];
  // The documents do not say what is printed for an object or a list.
  const { value } = resolution.default.data;
  return typeof value === "object" ? [] : [{ kind: "defaults", label: label(piece.value) }];
}

function textHints(text: Text, context: Context): readonly Hint[] {
  const chosen = chooseTranslation(context.catalog, text, context.language);
  if (chosen.state !== "known") return [];
  const {
    language,
    translation: { content },
  } = chosen.value;
  // It is not documented which other language is shown instead, so the hint says only that this language is missing.
  if (context.language !== undefined && language !== context.language)
    return [
      {
        kind: "languages",
        label: l10n.t({ message: "no {0}", args: [context.language], comment: ["A language that a text lacks."] }),
      },
    ];
  const { pieces } = expand(
    content.slice(0, sourceLength),
    formatOf(text.contentType),
    { ...context, textId: text.id },
    { surface: "pdf", maxLength: 2 * sourceLength },
  );
  if (
    context.language !== undefined &&
    pieces.some(({ origin }) => origin.language !== null && origin.language !== context.language)
  )
    return [];
  const words = wordsOf(pieces.map(asHtml).join(""));
  // A text that is not empty but has no words shows something else, perhaps an image.
  if (words === "" && content.trim() !== "") return [];
  return [{ kind: "texts", label: label(content.length > sourceLength ? `${words} …` : words) }];
}

function asHtml(piece: Piece): string {
  const text = piece.kind === "input" ? piece.value || `[[ INPUT : ${piece.name} ]]` : piece.text;
  return piece.format === "plain" ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;") : text;
}

function label(text: string): string {
  return (
    shorten(text.replace(/\s+/g, " ").trim(), labelLength) ||
    l10n.t({ message: "(empty)", comment: ["What a placeholder prints."] })
  );
}
