/**
 * `[[ LIB : text ]]` has no folder to look in: the settings and the Smartform name none, or the folder that they name
 * does not exist (T57).
 */
import * as l10n from "../l10n.ts";
import { fullReferences } from "../lookups/references.ts";
import { referenceAt } from "../place.ts";
import type { FolderResolution } from "../resolve.ts";
import type { Fix, PlaceholderRule } from "../rules/finding.ts";
import { replace } from "../rules/fixes.ts";
import { said } from "../words/sentences.ts";

export const shortReference: PlaceholderRule = {
  code: "short-reference",
  severity: "warning",
  title: "A short reference where no folder is known",
  evidence: "library",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library" || placeholder.folder) return;
    const { start, end, text } = placeholder.code;
    const why = reason(text, scope.lookup(placeholder).folder);
    if (why)
      report({
        start,
        end,
        message: said(
          why,
          l10n.t("Write [[ LIB : folder : {0} ]], or set a Smartform or a folder for this file.", text),
        ),
      });
  },

  fixes(finding, syntax, context) {
    const reference = referenceAt(syntax, finding.start);
    const texts = reference && context.catalog.textsByCode(reference.code.text);
    if (!reference || texts?.state !== "known") return [];
    const references = fullReferences(texts.value, reference.code.text, context.catalog);
    return references.map((each): Fix => ({
      title: l10n.t('Use "{0}"', each),
      edits: [replace(reference.code, each)],
      preferred: references.length === 1,
    }));
  },
};

/** If the settings or the Smartform name a folder that does not exist, the message says which of them is wrong. */
function reason(code: string, { state, namedBy, named }: FolderResolution): string | null {
  if (state === "unnamed")
    return l10n.t('The folder for "{0}" depends on the Smartform, and no folder is known for this file.', code);
  if (state !== "absent") return null;
  return namedBy === "context"
    ? l10n.t(
        'The settings of this file set the folder "{0}" for "{1}" and all other short references, but no folder that you can see has this code or name.',
        named ?? "",
        code,
      )
    : l10n.t(
        'The Smartform sets the folder "{0}" for "{1}" and all other short references, but no folder that you can see has this code or name.',
        named ?? "",
        code,
      );
}
