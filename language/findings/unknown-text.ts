/** The folder exists, but it and its subfolders have no text with this code. */
import type { Context } from "../context.ts";
import { folderReference, subfoldersOf } from "../folders.ts";
import * as l10n from "../l10n.ts";
import { codesNear, fullReferences, look } from "../lookups/references.ts";
import { referenceAt } from "../place.ts";
import type { LibraryResolution } from "../resolve.ts";
import type { Fix, PlaceholderRule } from "../rules/finding.ts";
import { replace } from "../rules/fixes.ts";
import { anyOf, said } from "../words/sentences.ts";
import { didYouMean, newEffort } from "../words/spelling.ts";
import { hasInvalidCode } from "./invalid-code.ts";

export const unknownText: PlaceholderRule = {
  code: "unknown-text",
  severity: "error",
  title: "No text of the folder has this code",
  evidence: "library",
  isGuess: true,
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library") return;
    const lookup = scope.lookup(placeholder);
    if (lookup.folder.state !== "known" || lookup.text.state !== "absent" || hasInvalidCode(placeholder, scope)) return;
    const { start, end, text } = placeholder.code;
    const [folder] = lookup.folder.value.folders;
    const where = folder
      ? l10n.t('The folder "{0}" has no text with the code "{1}".', folderReference(folder), text)
      : "";
    const elsewhere = fullReferences(lookup.text.elsewhere, text, scope.context.catalog);
    const hint =
      elsewhere.length > 0
        ? l10n.t("There is a text with this code elsewhere: {0}.", anyOf(elsewhere))
        : didYouMean(alike(text, lookup, scope.context, scope.effort)) ||
          l10n.t("Write the code of an existing text, or create a text with this code.");
    report({ start, end, message: said(where, hint) });
  },

  fixes(finding, syntax, context) {
    const reference = referenceAt(syntax, finding.start);
    if (!reference) return [];
    const lookup = look(reference, context);
    const elsewhere =
      lookup.text.state === "absent" ? fullReferences(lookup.text.elsewhere, reference.code.text, context.catalog) : [];
    const range = { start: (reference.folder ?? reference.code).start, end: reference.code.end };
    const moved = elsewhere.map((each): Fix => ({
      title: l10n.t('Use "{0}"', each),
      edits: [replace(range, each)],
      preferred: elsewhere.length === 1,
    }));
    const codes = alike(reference.code.text, lookup, context);
    const spelt = codes.map((code): Fix => {
      const written = reference.folder && inSubfolder(code, lookup, context);
      return {
        title: l10n.t('Use "{0}"', written ?? code),
        edits: [written ? replace(range, written) : replace(finding, code)],
        preferred: moved.length === 0 && codes.length === 1,
      };
    });
    return [...moved, ...spelt];
  },
};

/**
 * Returns the full reference to a text with this code in a subfolder of the named folder; null if the text is in the
 * named folder itself.
 */
function inSubfolder(code: string, { folder }: LibraryResolution, { catalog }: Context): string | null {
  if (
    folder.state !== "known" ||
    folder.value.folders.some((each) => catalog.textByCode(each.id, code).state === "known")
  )
    return null;
  const home = folder.value.folders
    .flatMap((each) => subfoldersOf(catalog, each.id))
    .find((each) => catalog.textByCode(each.id, code).state === "known");
  return home?.code ? `${home.code} : ${code}` : null;
}

function alike(
  code: string,
  { folder }: LibraryResolution,
  { catalog }: Context,
  effort = newEffort(),
): readonly string[] {
  return folder.state === "known" ? codesNear(code, folder.value.folders, catalog, effort) : [];
}
