/** The text lives in another folder under the same top folder than the one that the reference names. */
import type { Folder } from "../catalog.ts";
import type { Context } from "../context.ts";
import type { PlaceholderRule } from "./finding.ts";
import { folderById, look, writtenFolder, type Lookup } from "./lookup.ts";
import { referenceAt, useInstead } from "./place.ts";

export const textInSubfolder: PlaceholderRule = {
  code: "text-in-subfolder",
  severity: "info",
  title: "The text lives in another folder of the same top folder",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library" || !placeholder.folder) return;
    const home = homeOf(scope.lookup(placeholder), scope.context);
    if (!home) return;
    const { start, end } = placeholder.folder;
    const what = home.parentFolderId === null ? "the top folder" : "the subfolder";
    report({ start, end, message: `The text "${placeholder.code.text}" lives in ${what} "${writtenFolder(home)}". Name that folder, so that readers find it.` });
  },

  fixes(finding, syntax, context) {
    const reference = referenceAt(syntax, finding.start);
    // The name of a folder without a code would be the next finding.
    const home = reference && homeOf(look(reference, context), context);
    return home?.code ? useInstead(finding, [home.code]) : [];
  },
};

/** The folder that the text lives in, where the reference names another. */
function homeOf({ folder, text }: Lookup, context: Context): Folder | undefined {
  if (folder.state !== "found" || text.state !== "found") return undefined;
  return folder.folders.some((each) => each.id === text.text.folderId) ? undefined : folderById(text.text.folderId, context.catalog);
}
