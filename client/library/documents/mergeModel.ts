/** The input of VS Code's merge editor. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import type { LibraryText } from "../../../authoring/index.ts";
import { contentIn, timeOf } from "./saveModel.ts";

interface MergeParts {
  readonly base: string;
  readonly theirs: string;
  readonly mine: string;
  /**
   * The initial result. The editor replaces a result that has conflict markers with its own merge. It keeps any other
   * result unchanged.
   */
  readonly result: string;
}

/** First line of a result that the editor has not replaced. */
const opening = l10n.t("<<<<<<< yours");

export function mergeParts({
  base,
  theirs,
  buffer,
  language,
}: {
  readonly base: LibraryText;
  readonly theirs: LibraryText;
  readonly buffer: string;
  readonly language: string;
}): MergeParts {
  const shown = (text: LibraryText): string => (contentIn(text, language) ?? "").replace(/^\uFEFF/, "");
  const [known, service] = [shown(base), shown(theirs)];
  return {
    base: known,
    theirs: service,
    mine: buffer,
    result: l10n.t("{0}\n{1}\n=======\n{2}\n>>>>>>> the service\n", opening, buffer, service),
  };
}

/** Returns whether the editor has replaced the initial result: the markers of that result must never be saved. */
export function isMerged(result: string): boolean {
  return !result.startsWith(opening);
}

/** Returns the title of the service's side, with the time of its last change. */
export function theirsTitle(theirs: LibraryText, language: string): string {
  const time = timeOf(theirs, language);
  return time === "" ? l10n.t("On the service") : l10n.t("On the service, changed {0}", time);
}
