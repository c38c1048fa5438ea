/**
 * The code differs from the folder's or the text's in letter case only; the documents do not say whether the service
 * then finds the text (N35).
 */
import * as l10n from "../l10n.ts";
import { look } from "../lookups/references.ts";
import { referenceAt } from "../place.ts";
import type { LibraryResolution } from "../resolve.ts";
import type { PlaceholderRule } from "../rules/finding.ts";
import { useInstead } from "../rules/fixes.ts";
import type { LibraryReference } from "../syntax.ts";
import { isByName, meantFolder } from "./folder-by-name.ts";

export const referenceCase: PlaceholderRule = {
  code: "reference-case",
  severity: "warning",
  title: "A code in another letter case",
  evidence: "library",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library") return;
    const resolution = scope.lookup(placeholder);
    const folder = rightFolder(placeholder, resolution);
    if (placeholder.folder && folder) {
      const { start, end, text } = placeholder.folder;
      report({
        start,
        end,
        message: l10n.t(
          '"{0}" differs from the folder "{1}" in letter case, so it might not be found. Write "{1}".',
          text,
          folder,
        ),
      });
    }
    const code = rightCode(resolution);
    if (code) {
      const { start, end, text } = placeholder.code;
      report({
        start,
        end,
        message: l10n.t(
          '"{0}" differs from the text "{1}" in letter case, so it might not be found. Write "{1}".',
          text,
          code,
        ),
      });
    }
  },

  fixes(finding, syntax, context) {
    const reference = referenceAt(syntax, finding.start);
    if (!reference) return [];
    const resolution = look(reference, context);
    const right =
      reference.folder?.start === finding.start ? rightFolder(reference, resolution) : rightCode(resolution);
    return useInstead(finding, right ? [right] : []);
  },
};

/** If the folder has a code but is written by name, `folder-by-name` repairs both mistakes at once. */
function rightFolder(reference: LibraryReference, resolution: LibraryResolution): string | undefined {
  if (resolution.folder.state !== "known" || resolution.folder.value.matched !== "case") return undefined;
  const folder = meantFolder(resolution) ?? resolution.folder.value.folders[0];
  if (!isByName(reference, resolution)) return folder?.code ?? undefined;
  return folder?.code ? undefined : folder?.name;
}

function rightCode({ text }: LibraryResolution): string | undefined {
  return text.state === "known" && text.matched === "case" ? text.text.code : undefined;
}
