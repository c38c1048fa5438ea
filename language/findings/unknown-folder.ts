/** No folder has this code or name. */
import type { Context } from "../context.ts";
import { folderReference } from "../folders.ts";
import * as l10n from "../l10n.ts";
import { foldersNear, homeOf } from "../lookups/references.ts";
import { referenceAt } from "../place.ts";
import type { PlaceholderRule } from "../rules/finding.ts";
import { useInstead } from "../rules/fixes.ts";
import type { LibraryReference } from "../syntax.ts";
import { said } from "../words/sentences.ts";
import { didYouMean, newEffort } from "../words/spelling.ts";
import { hasInvalidFolder } from "./invalid-code.ts";

export const unknownFolder: PlaceholderRule = {
  code: "unknown-folder",
  severity: "error",
  title: "No folder has this code or name",
  evidence: "library",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library" || !placeholder.folder) return;
    if (scope.lookup(placeholder).folder.state !== "absent" || hasInvalidFolder(placeholder, scope)) return;
    const { start, end, text } = placeholder.folder;
    const candidates = candidatesFor(placeholder, scope.context, scope.effort);
    report({
      start,
      end,
      message: said(
        l10n.t('No folder that you can see has the code or name "{0}".', text),
        didYouMean(candidates) || l10n.t("Write the code of an existing folder."),
      ),
    });
  },

  fixes(finding, syntax, context) {
    const reference = referenceAt(syntax, finding.start);
    return reference ? useInstead(finding, candidatesFor(reference, context)) : [];
  },
};

/**
 * Returns the folders that are spelt like the named one and contain the text. If no folder does both, returns all
 * folders that are spelt like it; if no folder is spelt like it, returns those that contain the text.
 */
function candidatesFor(reference: LibraryReference, context: Context, effort = newEffort()): readonly string[] {
  const alike = foldersNear(reference.folder?.text ?? "", context.catalog, effort);
  const texts = context.catalog.textsByCode(reference.code.text);
  const holders =
    texts.state === "known"
      ? texts.value.filter((text) => text.code === reference.code.text).map((text) => homeOf(text, context.catalog))
      : [];
  const written = new Set(holders.flatMap((folder) => (folder ? [folderReference(folder)] : [])));
  const both = alike.filter((word) => written.has(word));
  if (both.length > 0) return both;
  return alike.length > 0 ? alike : [...written].slice(0, 3);
}
