/**
 * The reference names a top folder, and the text is in one of its subfolders. Codes are unique within a top folder and
 * its subfolders, but the documents do not say whether a text is found from the top folder.
 */
import type { Folder } from "../catalog.ts";
import type { Context } from "../context.ts";
import { folderReference } from "../folders.ts";
import * as l10n from "../l10n.ts";
import { homeOf, look } from "../lookups/references.ts";
import { referenceAt } from "../place.ts";
import type { LibraryResolution } from "../resolve.ts";
import type { PlaceholderRule } from "../rules/finding.ts";
import { useInstead } from "../rules/fixes.ts";

export const textInSubfolder: PlaceholderRule = {
  code: "text-in-subfolder",
  severity: "info",
  title: "The text lives in a subfolder of the folder that is named",
  evidence: "library",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library" || !placeholder.folder) return;
    const home = subfolderOf(scope.lookup(placeholder), scope.context);
    if (!home) return;
    const { start, end } = placeholder.folder;
    report({
      start,
      end,
      message: l10n.t(
        'The text "{0}" is in the subfolder "{1}". Write the subfolder in the reference, because the API documents do not say whether a reference to the parent folder finds the text.',
        placeholder.code.text,
        folderReference(home),
      ),
    });
  },

  fixes(finding, syntax, context) {
    const reference = referenceAt(syntax, finding.start);
    const home = reference && subfolderOf(look(reference, context), context);
    // If the folder has no code, the fix would write its name, which `folder-by-name` reports.
    return home?.code ? useInstead(finding, [home.code]) : [];
  },
};

/** Returns the folder that contains the text, if the reference names the parent of that folder. */
function subfolderOf({ folder, text }: LibraryResolution, { catalog }: Context): Folder | undefined {
  if (folder.state !== "known" || text.state !== "known") return undefined;
  return folder.value.folders.some((each) => each.id === text.text.folderId) ? undefined : homeOf(text.text, catalog);
}
