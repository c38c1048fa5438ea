/** What VS Code's merge editor is given, without VS Code. */
import type { LibraryText } from "../writePlan.ts";
import { contentIn, timeOf } from "./saveModel.ts";

export interface MergeParts {
  readonly base: string;
  readonly theirs: string;
  readonly mine: string;
  /** What the result begins with. The editor replaces a result with marks of a conflict by its own merge, and keeps any other as it is. */
  readonly result: string;
}

/** First line of a result that the editor has not replaced. */
const opening = "<<<<<<< yours";

export function mergeParts({ base, theirs, buffer, language }: { readonly base: LibraryText; readonly theirs: LibraryText; readonly buffer: string; readonly language: string }): MergeParts {
  const shown = (text: LibraryText): string => (contentIn(text, language) ?? "").replace(/^\uFEFF/, "");
  const [known, service] = [shown(base), shown(theirs)];
  return { base: known, theirs: service, mine: buffer, result: `${opening}\n${buffer}\n=======\n${service}\n>>>>>>> the service\n` };
}

/** Whether a result is a merge: it must never be saved with the marks in it. */
export function isMerged(result: string): boolean {
  return !result.startsWith(opening);
}

/** Names the service's side by its time. */
export function theirsTitle(theirs: LibraryText, language: string): string {
  const time = timeOf(theirs, language);
  return time === "" ? "On the service" : `On the service, changed ${time}`;
}
