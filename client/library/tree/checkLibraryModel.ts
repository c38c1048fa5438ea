/** What is said at the end of a check of the whole Text Library. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import { oneOrMany } from "../../../language/index.ts";
import type { CheckLibraryResult } from "../../../server/protocol.ts";
import { grouped } from "../../window/inDisplayLanguage.ts";
import { problemWords } from "./folderProblemsModel.ts";
import type { Problems } from "./folderProblemsModel.ts";

/** Counts by severity; `others` are information findings and hints. */
export interface Found extends Problems {
  readonly others: number;
}

/** `isWarning`: the library is not completely read, so the counts are only what was found so far. */
export function checkedWords(
  { translations, texts }: CheckLibraryResult,
  found: Found,
): { readonly words: string; readonly isWarning: boolean } {
  const { others } = found;
  const counts = [
    ...(found.errors + found.warnings === 0 ? [] : [problemWords(found)]),
    ...(others === 0 ? [] : [oneOrMany(others, l10n.t("1 suggestion"), l10n.t("{0} suggestions", grouped(others)))]),
  ].join(", ");
  if (translations === null)
    return {
      isWarning: true,
      words: l10n.t("The Text Library is not completely read, so there may be more findings. Check it again later."),
    };
  return {
    isWarning: false,
    words:
      counts === ""
        ? l10n.t("The Text Library has no findings: {0} translations were checked.", grouped(translations))
        : l10n.t(
            "The Text Library was checked: {0}, in {1} of {2} translations.",
            counts,
            grouped(texts),
            grouped(translations),
          ),
  };
}
