/**
 * A character that codes cannot have. A folder without a code is referred to by its name, which may contain any
 * character. The folder of a reference is therefore checked only if the catalog knows all folders and none of them has
 * the name that the reference uses.
 */
import type { Context } from "../context.ts";
import * as l10n from "../l10n.ts";
import { foreignCharacter, named } from "../lookups/codes.ts";
import { codesNear, foldersNear, look } from "../lookups/references.ts";
import { referenceAt } from "../place.ts";
import type { LibraryResolution } from "../resolve.ts";
import type { PlaceholderRule, Scope } from "../rules/finding.ts";
import { useInstead } from "../rules/fixes.ts";
import type { LibraryReference } from "../syntax.ts";
import { said } from "../words/sentences.ts";
import { didYouMean, newEffort } from "../words/spelling.ts";

export const invalidCode: PlaceholderRule = {
  code: "invalid-code",
  severity: "error",
  title: "A character that codes cannot have",
  evidence: "library",
  isGuess: true,
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library" || placeholder.malformed) return;
    const lookup = scope.lookup(placeholder);
    const inFolder = placeholder.folder && foreignInFolder(placeholder.folder.text, lookup);
    if (placeholder.folder && inFolder) {
      const { start, end, text } = placeholder.folder;
      report({
        start,
        end,
        message: said(
          l10n.t(
            'The folder code "{0}" contains {1}, which is not allowed in codes, and no folder has this name.',
            text,
            named(inFolder),
          ),
          allowed(),
          didYouMean(folderCandidates(text, scope.context, scope.effort)),
        ),
      });
    }
    const inCode = foreignInCode(placeholder.code.text, lookup);
    if (inCode) {
      const { start, end, text } = placeholder.code;
      report({
        start,
        end,
        message: said(
          l10n.t('The text code "{0}" contains {1}, which is not allowed in codes.', text, named(inCode)),
          allowed(),
          didYouMean(codeCandidates(text, lookup, scope.context, scope.effort)),
        ),
      });
    }
  },

  fixes(finding, syntax, context) {
    const reference = referenceAt(syntax, finding.start);
    if (!reference) return [];
    if (reference.folder?.start === finding.start)
      return useInstead(finding, folderCandidates(reference.folder.text, context));
    return useInstead(finding, codeCandidates(reference.code.text, look(reference, context), context));
  },
};

const allowed = (): string => l10n.t("Codes are made of letters, digits, dots, dashes and underscores.");

/** Whether this rule reports the folder of the reference, so that `unknown-folder` stays silent. */
export function hasInvalidFolder(reference: LibraryReference, scope: Scope): boolean {
  return reference.folder !== null && foreignInFolder(reference.folder.text, scope.lookup(reference)) !== null;
}

/** Whether this rule reports the code of the reference, so that `unknown-text` stays silent. */
export function hasInvalidCode(reference: LibraryReference, scope: Scope): boolean {
  return foreignInCode(reference.code.text, scope.lookup(reference)) !== null;
}

function foreignInFolder(written: string, { folder }: LibraryResolution): string | null {
  return folder.state === "absent" ? foreignCharacter(written) : null;
}

/** The documents only say which characters "are used for codes". If a text with the code exists, its code is valid. */
function foreignInCode(written: string, { text }: LibraryResolution): string | null {
  return text.state === "known" ? null : foreignCharacter(written);
}

function folderCandidates(written: string, context: Context, effort = newEffort()): readonly string[] {
  return foldersNear(written, context.catalog, effort);
}

function codeCandidates(
  written: string,
  { folder }: LibraryResolution,
  { catalog }: Context,
  effort = newEffort(),
): readonly string[] {
  return folder.state === "known" ? codesNear(written, folder.value.folders, catalog, effort) : [];
}
