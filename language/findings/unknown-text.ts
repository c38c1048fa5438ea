/** The folder is there, but neither it nor a subfolder of it has a text with this code. */
import type { Context } from "../context.ts";
import { folderReference } from "../folders.ts";
import type { LibraryResolution } from "../resolve.ts";
import type { Fix, PlaceholderRule } from "./finding.ts";
import { hasInvalidCode } from "./invalid-code.ts";
import { codesNear, fullReferences, look } from "./lookup.ts";
import { referenceAt, replace, useInstead } from "./place.ts";
import { didYouMean } from "./spelling.ts";

export const unknownText: PlaceholderRule = {
  code: "unknown-text",
  severity: "error",
  title: "No text of the folder has this code",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library") return;
    const lookup = scope.lookup(placeholder);
    if (lookup.folder.state !== "known" || lookup.text.state !== "absent" || hasInvalidCode(placeholder, scope)) return;
    const { start, end, text } = placeholder.code;
    const [folder] = lookup.folder.value.folders;
    const where = folder ? `The folder "${folderReference(folder)}" has no text with the code "${text}".` : "";
    const elsewhere = fullReferences(lookup.text.elsewhere, text, scope.context.catalog);
    const hint = elsewhere.length > 0 ? ` A text with this code is found as ${elsewhere.map((each) => `"${each}"`).join(" or ")}.` : didYouMean(alike(text, lookup, scope.context)) || " Write the code of an existing text, or create this one.";
    report({ start, end, message: where + hint });
  },

  fixes(finding, syntax, context) {
    const reference = referenceAt(syntax, finding.start);
    if (!reference) return [];
    const lookup = look(reference, context);
    const elsewhere = lookup.text.state === "absent" ? fullReferences(lookup.text.elsewhere, reference.code.text, context.catalog) : [];
    const range = { start: (reference.folder ?? reference.code).start, end: reference.code.end };
    const moved = elsewhere.map((each): Fix => ({ title: `Use "${each}"`, edits: [replace(range, each)], preferred: elsewhere.length === 1 }));
    const spelt = useInstead(finding, alike(reference.code.text, lookup, context));
    return moved.length > 0 ? [...moved, ...spelt.map((fix) => ({ ...fix, preferred: false }))] : spelt;
  },
};

function alike(code: string, { folder }: LibraryResolution, { catalog }: Context): readonly string[] {
  return folder.state === "known" ? codesNear(code, folder.value.folders, catalog) : [];
}
