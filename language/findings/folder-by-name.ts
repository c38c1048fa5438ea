/**
 * The reference uses the name of the folder, so a rename of the folder breaks the reference (document 1, "Text Library
 * folder"; T8, N42).
 */
import type { Folder } from "../catalog.ts";
import * as l10n from "../l10n.ts";
import { look } from "../lookups/references.ts";
import { referenceAt } from "../place.ts";
import type { LibraryResolution } from "../resolve.ts";
import type { PlaceholderRule } from "../rules/finding.ts";
import type { LibraryReference } from "../syntax.ts";
import { said } from "../words/sentences.ts";

export const folderByName: PlaceholderRule = {
  code: "folder-by-name",
  severity: "warning",
  title: "A folder named by its name instead of its code",
  evidence: "library",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library" || !placeholder.folder) return;
    const resolution = scope.lookup(placeholder);
    if (!isByName(placeholder, resolution)) return;
    const { start, end, text } = placeholder.folder;
    const code = meantFolder(resolution)?.code;
    const help = code
      ? l10n.t('Use the folder\'s code "{0}".', code)
      : l10n.t("The folder has no code yet. Give the folder a code, and use the code here.");
    report({
      start,
      end,
      message: said(
        l10n.t('"{0}" is the name of a folder, and renaming the folder breaks this reference.', text),
        help,
      ),
    });
  },

  fixes(finding, syntax, context) {
    const reference = referenceAt(syntax, finding.start);
    const code = reference && meantFolder(look(reference, context))?.code;
    return code
      ? [
          {
            title: l10n.t('Use the code "{0}"', code),
            edits: [{ start: finding.start, end: finding.end, newText: code }],
            preferred: true,
          },
        ]
      : [];
  },
};

/** Whether the reference spells the folder's name, in any letter case, and not its code. */
export function isByName(reference: LibraryReference, { folder }: LibraryResolution): boolean {
  if (folder.state !== "known" || !reference.folder) return false;
  const { matched, folders } = folder.value;
  if (matched !== "case") return matched !== "code";
  const written = reference.folder.text.toLowerCase();
  return folders.every((each) => each.code?.toLowerCase() !== written);
}

/** Returns the folder that is meant: the only one or, if several share the name, the one that contains the text. */
export function meantFolder({ folder, text }: LibraryResolution): Folder | undefined {
  if (folder.state !== "known") return undefined;
  const { folders } = folder.value;
  if (folders.length === 1) return folders[0];
  return text.state === "known" && text.others.length === 0
    ? folders.find((each) => each.id === text.text.folderId)
    : undefined;
}
