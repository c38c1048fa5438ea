/**
 * What Smartforms and library texts print, without the values filled into a form. VS Code's client compares it with a
 * PDF.
 */
import { chooseTranslation, expand, formatOf, known, unknown } from "../../language/index.ts";
import type { Answer, Catalog, Context, Origin, Piece, PrintedPart, Smartform, Text } from "../../language/index.ts";
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { printedRequest } from "../protocol.ts";
import type { Meant, PrintedParams, PrintedResult, PrintedText, RunningVersion } from "../protocol.ts";

export const onPrinted: Handler<PrintedParams & Meant, PrintedResult> = {
  method: printedRequest,
  otherwise: () => ({ form: null, language: null, texts: [], names: [] }),
  work: inMeantLibrary((params, { library }) => printed(library().current, params)),
};

/** The maximum number of texts that are added because they include a requested text, directly or indirectly. */
const mostUsers = 60;

/** Returns null for a Smartform without a description of its pages. */
function formParts({ pages }: Pick<Smartform, "pages">, context: Context): readonly PrintedPart[] | null {
  if (pages.state !== "known" || pages.value.length === 0) return null;
  return pages.value.flatMap(({ blocks }) =>
    blocks.map((block): PrintedPart =>
      "field" in block ? block : { pieces: expand(block.text, block.format, context, { surface: "pdf" }).pieces },
    ),
  );
}

/** Returns a library text in the wanted language or its fallback; undefined if the text has neither. */
function textParts(text: Text, context: Context): PrintedText | undefined {
  const chosen = chooseTranslation(context.catalog, text, context.language);
  if (chosen.state !== "known") return undefined;
  const { language, translation } = chosen.value;
  const { pieces } = expand(
    translation.content,
    formatOf(text.contentType),
    { ...context, textId: text.id },
    { surface: "pdf" },
  );
  return { textId: text.id, language, pieces };
}

export function printed(
  catalog: Catalog,
  { smartformId, version, folder, language, textIds }: PrintedParams,
): PrintedResult {
  const saved = smartformId === null ? unknown : catalog.smartform(smartformId);
  const smartform = saved.state === "known" ? { ...saved.value, ...(version && running(version)) } : undefined;
  const spoken = language ?? orUndefined(smartform?.defaultLanguage);
  const home = folder ?? orUndefined(smartform?.textLibraryFolder);
  const context: Context = {
    catalog,
    data: unknown,
    ...(spoken === undefined ? {} : { language: spoken.toLowerCase() }),
    ...(home === undefined ? {} : { folder: home }),
    ...(smartformId === null ? {} : { smartform: smartformId }),
  };
  const parts = smartform === undefined ? null : formParts(smartform, context);
  const texts = withUsers(catalog, textIds).flatMap((id) => {
    const text = catalog.text(id);
    return text.state === "known" ? (textParts(text.value, context) ?? []) : [];
  });
  return {
    form: smartform === undefined ? null : { name: smartform.name, parts },
    language: spoken ?? null,
    texts,
    names: printedNames(
      catalog,
      [
        ...texts.flatMap(({ pieces }) => pieces),
        ...(parts ?? []).flatMap((part) => ("pieces" in part ? part.pieces : [])),
      ],
      textIds,
    ),
  };
}

/** If the running version lacks a property, the property is unknown: it is not taken from the saved version. */
function running({ textLibraryFolder, defaultLanguage, pages }: RunningVersion): Pick<Smartform, keyof RunningVersion> {
  return {
    textLibraryFolder: answer(textLibraryFolder),
    defaultLanguage: answer(defaultLanguage),
    pages: answer(pages),
  };
}

function answer<T>(said: T | undefined): Answer<T> {
  return said === undefined ? unknown : known(said);
}

function orUndefined<T>(answer: Answer<T> | undefined): T | undefined {
  return answer?.state === "known" ? answer.value : undefined;
}

function withUsers(catalog: Catalog, textIds: readonly string[]): readonly string[] {
  const ids = new Set(textIds);
  for (const id of ids) {
    const uses = catalog.usedBy(id);
    for (const { textId } of uses.state === "known" ? uses.value : [])
      if (ids.size < textIds.length + mostUsers) ids.add(textId);
  }
  return [...ids];
}

/** Returns the names of the texts that print these pieces, and of the texts with these ids. */
export function printedNames(
  catalog: Catalog,
  pieces: readonly Piece[],
  textIds: readonly string[],
): PrintedResult["names"] {
  const ids = new Set(textIds);
  for (const { origin } of pieces)
    for (let each: Origin | undefined = origin; each !== undefined; each = each.within)
      if (each.textId !== null) ids.add(each.textId);
  const folders = catalog.folders();
  const byId = new Map(folders.state === "known" ? folders.value.map((folder) => [folder.id, folder]) : []);
  return [...ids].flatMap((id) => {
    const text = catalog.text(id);
    const folder = text.state === "known" ? byId.get(text.value.folderId) : undefined;
    if (text.state !== "known" || folder === undefined) return [];
    const { code, contentType } = text.value;
    return [{ text: { id, code, contentType }, folder: { code: folder.code, name: folder.name } }];
  });
}
