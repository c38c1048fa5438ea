/** The code differs from the folder's or the text's in letter case only; the documents do not say whether that is found (N35). */
import type { Context } from "../context.ts";
import type { LibraryReference } from "../syntax.ts";
import { codeInstead } from "./folder-by-name.ts";
import type { PlaceholderRule } from "./finding.ts";
import { look, type Lookup } from "./lookup.ts";
import { referenceAt, useInstead } from "./place.ts";

export const referenceCase: PlaceholderRule = {
  code: "reference-case",
  severity: "warning",
  title: "A code in another letter case",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library") return;
    const lookup = scope.lookup(placeholder);
    const folder = rightFolder(placeholder, lookup, scope.context);
    if (placeholder.folder && folder) {
      const { start, end, text } = placeholder.folder;
      report({ start, end, message: `"${text}" differs from the folder "${folder}" in letter case, so it may not be found. Write "${folder}".` });
    }
    const code = rightCode(lookup);
    if (code) {
      const { start, end, text } = placeholder.code;
      report({ start, end, message: `"${text}" differs from the text "${code}" in letter case, so it may not be found. Write "${code}".` });
    }
  },

  fixes(finding, syntax, context) {
    const reference = referenceAt(syntax, finding.start);
    if (!reference) return [];
    const lookup = look(reference, context);
    const right = reference.folder?.start === finding.start ? rightFolder(reference, lookup, context) : rightCode(lookup);
    return useInstead(finding, right ? [right] : []);
  },
};

/** Where the name of a folder with a code is written, `folder-by-name` repairs both mistakes at once. */
function rightFolder(reference: LibraryReference, { folder }: Lookup, context: Context): string | null {
  if (folder.state !== "found" || folder.exact) return null;
  if (folder.by === "name" && codeInstead(reference, folder, context)) return null;
  const [first] = folder.folders;
  return (folder.by === "code" ? first?.code : first?.name) ?? null;
}

function rightCode({ text }: Lookup): string | null {
  return text.state === "found" && !text.exact ? text.text.code : null;
}
