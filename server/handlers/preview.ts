/** What an open text prints in its current state, for the preview beside it. */
import { expand, formatOf, printsMarkup } from "../../language/index.ts";
import type { Catalog, Context, Format } from "../../language/index.ts";
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { previewRequest } from "../protocol.ts";
import type { Meant, PreviewParams, PreviewResult } from "../protocol.ts";
import type { Open } from "../workspace/workspace.ts";
import { printedNames } from "./printed.ts";

export const onPreview: Handler<PreviewParams & Meant, PreviewResult | null> = {
  method: previewRequest,
  otherwise: () => null,
  work: inMeantLibrary(async (params, { find }) => {
    const open = await find(params.uri);
    return open && preview(open, params);
  }),
};

/** Longest preview in UTF-16 code units: a longer one is of no use. */
const longest = 200_000;

/** Returns null if the document is not a text. */
export function preview({ document, context }: Open, { surface, language }: PreviewParams): PreviewResult | null {
  if (document.kind !== "text") return null;
  const { catalog } = context;
  const own = context.language ?? null;
  const wanted = language ?? own;
  const shown = contentOf({ content: document.syntax.text, format: document.syntax.format }, context, wanted);
  const inLanguage: Context = { ...context, ...(wanted !== null && { language: wanted }) };
  const { pieces } = expand(shown.content, shown.format, inLanguage, { surface, maxLength: longest });
  return {
    pieces,
    isOwn: shown.isOwn,
    isMixed: shown.format === "plain" && printsMarkup(pieces),
    language: wanted,
    languages: languagesOf(catalog, context.textId),
    names: printedNames(catalog, pieces, []),
  };
}

/**
 * Returns the content in the wanted language: the document's own content, or another language of the library text.
 */
function contentOf(
  own: { readonly content: string; readonly format: Format },
  { catalog, textId, language }: Context,
  wanted: string | null,
): { readonly content: string; readonly format: Format; readonly isOwn: boolean } {
  if (textId === undefined || wanted === null || wanted === language) return { ...own, isOwn: true };
  const text = catalog.text(textId);
  const translation = catalog.translation(textId, wanted);
  if (text.state !== "known" || translation.state !== "known") return { ...own, isOwn: true };
  return { content: translation.value.content, format: formatOf(text.value.contentType), isOwn: false };
}

function languagesOf(catalog: Catalog, textId: string | undefined): readonly string[] {
  const text = textId === undefined ? undefined : catalog.text(textId);
  const languages = text?.state === "known" ? text.value.languages : catalog.languages();
  return languages.state === "known" ? languages.value : [];
}
