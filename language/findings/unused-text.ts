/**
 * A text that no Smartform and no other text refers to. Reported only if the catalog knows all of that: every
 * Smartform's pages, every text and every translation. A public text is never unused, since people find it in the
 * document composer.
 */
import type { Catalog } from "../catalog.ts";
import type { Context } from "../context.ts";
import { formatOf } from "../expand.ts";
import * as l10n from "../l10n.ts";
import { look } from "../lookups/references.ts";
import { allTexts, listsEveryText, mainLanguage, translationsOf } from "../lookups/texts.ts";
import { parse } from "../parse.ts";
import { firstLine } from "../place.ts";
import type { LibraryRule } from "../rules/finding.ts";
import type { Syntax } from "../syntax.ts";

export const unusedText: LibraryRule = {
  code: "unused-text",
  severity: "hint",
  title: "A text that nothing refers to",
  evidence: "library",
  looksAt: "library",

  *check(context) {
    const { catalog } = context;
    const pages = pagesOf(catalog);
    if (!pages || !listsEveryText(catalog)) return;
    const used: Used = { ids: new Set(), codes: new Set() };
    for (const page of pages) collect(page, context, null, used);
    for (const text of allTexts(catalog)) {
      const translations = translationsOf(text, catalog);
      if (!translations) return;
      for (const { translation } of translations) {
        if (translation.content.includes("[["))
          collect(parse(translation.content, formatOf(text.contentType)), context, text.id, used);
      }
      yield;
    }
    for (const text of allTexts(catalog)) {
      if (text.isPublic || used.ids.has(text.id) || used.codes.has(text.code.toLowerCase())) continue;
      const language = mainLanguage(text);
      const translation = language ? catalog.translation(text.id, language) : undefined;
      const shown = translation?.state === "known" ? translation.value.content : "";
      yield {
        ...firstLine(shown),
        textId: text.id,
        language,
        folderId: text.folderId,
        message: l10n.t(
          'No known Smartform and no other text refers to "{0}". Delete the text if nothing else needs it.',
          text.code,
        ),
      };
    }
  },
};

interface Used {
  readonly ids: Set<string>;
  /**
   * Codes that short or broken references may name, in lower case. A form can be created with any folder for short
   * references, so a code counts as used in every folder.
   */
  readonly codes: Set<string>;
}

/** Returns what every Smartform prints, parsed; null if one of them is not known. */
function pagesOf(catalog: Catalog): readonly Syntax[] | null {
  const smartforms = catalog.smartforms();
  if (smartforms.state !== "known") return null;
  const parsed: Syntax[] = [];
  for (const { pages } of smartforms.value) {
    if (pages.state !== "known") return null;
    for (const page of pages.value)
      for (const block of page.blocks) if ("text" in block) parsed.push(parse(block.text, block.format));
  }
  return parsed;
}

function collect(syntax: Syntax, context: Context, self: string | null, used: Used): void {
  for (const placeholder of syntax.placeholders) {
    if (placeholder.kind !== "library") continue;
    const { text } = look(placeholder, context);
    if (text.state === "known" && text.text.id !== self) used.ids.add(text.text.id);
    // A broken or short reference may mean any text whose code is one of its parts.
    if (!placeholder.folder || text.state !== "known")
      for (const part of placeholder.parts) used.codes.add(part.text.toLowerCase());
  }
}
