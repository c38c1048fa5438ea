/** The reference names the folder by its name, and a rename breaks it (document 1, "Text Library folder"; T8). */
import type { Context } from "../context.ts";
import type { LibraryReference } from "../syntax.ts";
import type { PlaceholderRule } from "./finding.ts";
import { look, type FolderLookup } from "./lookup.ts";
import { referenceAt } from "./place.ts";

export const folderByName: PlaceholderRule = {
  code: "folder-by-name",
  severity: "warning",
  title: "A folder named by its name instead of its code",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library" || !placeholder.folder) return;
    const { folder } = scope.lookup(placeholder);
    if (folder.state !== "found" || folder.by !== "name") return;
    const { start, end, text } = placeholder.folder;
    const code = codeInstead(placeholder, folder, scope.context);
    const help = code ? `Use its code "${code}".` : "It has no code yet: give it one, and use that.";
    report({ start, end, message: `"${text}" is the name of a folder, and a rename breaks this reference. ${help}` });
  },

  fixes(finding, syntax, context) {
    const reference = referenceAt(syntax, finding.start);
    const code = reference && codeInstead(reference, look(reference, context).folder, context);
    return code ? [{ title: `Use the code "${code}"`, edits: [{ start: finding.start, end: finding.end, newText: code }], preferred: true }] : [];
  },
};

/** The code of the folder that is meant; null where it has none, or where several folders have the name and the text does not tell. */
export function codeInstead(reference: LibraryReference, folder: FolderLookup, context: Context): string | null {
  if (folder.state !== "found") return null;
  if (folder.folders.length === 1) return folder.folders[0]?.code || null;
  const text = look(reference, context).text;
  return (text.state === "found" && folder.folders.find((each) => each.id === text.text.folderId)?.code) || null;
}
