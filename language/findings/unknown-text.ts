/** The folder is there, but neither it nor any folder under the same top folder has a text with this code. */
import type { Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import type { Fix, PlaceholderRule } from "./finding.ts";
import { hasInvalidCode } from "./invalid-code.ts";
import { codeWords, fullReference, look, writtenFolder, type Lookup } from "./lookup.ts";
import { referenceAt, replace, useInstead } from "./place.ts";
import { didYouMean, nearest } from "./spelling.ts";

export const unknownText: PlaceholderRule = {
  code: "unknown-text",
  severity: "error",
  title: "No text of the folder has this code",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library") return;
    const lookup = scope.lookup(placeholder);
    if (lookup.folder.state !== "found" || lookup.text.state !== "absent" || hasInvalidCode(placeholder, scope)) return;
    const { start, end, text } = placeholder.code;
    const [folder] = lookup.folder.folders;
    const where = folder ? `The folder "${writtenFolder(folder)}" has no text with the code "${text}".` : "";
    const elsewhere = fullReferences(lookup.text.elsewhere, text, scope.context);
    const hint = elsewhere.length > 0 ? ` A text with this code is found as ${elsewhere.map((each) => `"${each}"`).join(" or ")}.` : didYouMean(alike(text, lookup, scope.context)) || " Write the code of an existing text, or create this one.";
    report({ start, end, message: where + hint });
  },

  fixes(finding, syntax, context) {
    const reference = referenceAt(syntax, finding.start);
    if (!reference) return [];
    const lookup = look(reference, context);
    const elsewhere = lookup.text.state === "absent" ? fullReferences(lookup.text.elsewhere, reference.code.text, context) : [];
    const range = { start: (reference.folder ?? reference.code).start, end: reference.code.end };
    const moved = elsewhere.map((each): Fix => ({ title: `Use "${each}"`, edits: [replace(range, each)], preferred: elsewhere.length === 1 }));
    const spelt = useInstead(finding, alike(reference.code.text, lookup, context));
    return moved.length > 0 ? [...moved, ...spelt.map((fix) => ({ ...fix, preferred: false }))] : spelt;
  },
};

/** Texts with exactly this code, as full references, at most three. */
export function fullReferences(texts: readonly Text[], code: string, context: Context): readonly string[] {
  return texts.flatMap((text) => (text.code === code ? (fullReference(text, context.catalog) ?? []) : [])).slice(0, 3);
}

function alike(code: string, lookup: Lookup, context: Context): readonly string[] {
  return lookup.folder.state === "found" ? nearest(code, codeWords(lookup.folder.folders, context.catalog)) : [];
}
