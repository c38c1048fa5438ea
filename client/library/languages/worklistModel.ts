/**
 * A worklist of the texts whose translation waits: it keeps its order while texts are finished, and records which are
 * left. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import type { WorkKind } from "../../../server/protocol.ts";
import { grouped } from "../../window/inDisplayLanguage.ts";
import { workNames } from "./progressModel.ts";

export interface Worklist {
  readonly language: string;
  readonly work: WorkKind;
  /** Name of the folder; null for the whole library. */
  readonly where: string | null;
  /** In the order of the worklist. */
  readonly textIds: readonly string[];
  /** Texts that no longer wait. */
  readonly done: ReadonlySet<string>;
  /** Index of the open text; -1 before the first. */
  readonly at: number;
  /** There are more texts than the worklist holds, or the library is not completely read. */
  readonly isPart: boolean;
}

/** Returns the index of the next waiting text in this direction, wrapping around; undefined if no other text waits. */
export function step({ textIds, done, at }: Worklist, by: 1 | -1): number | undefined {
  const { length } = textIds;
  const from = at === -1 && by === -1 ? length : at;
  for (let distance = 1; distance < length + (at === -1 ? 1 : 0); distance += 1) {
    const index = (((from + by * distance) % length) + length) % length;
    const id = textIds[index];
    if (id !== undefined && !done.has(id)) return index;
  }
  return undefined;
}

/**
 * Updates the list from the server's answer: a text that was read counts as done unless it is in `waiting`; the others
 * keep their state.
 */
export function withAnswers(list: Worklist, read: readonly string[], waiting: readonly string[]): Worklist {
  const [done, waits] = [new Set(list.done), new Set(waiting)];
  for (const id of read) {
    if (waits.has(id)) done.delete(id);
    else done.add(id);
  }
  return { ...list, done };
}

/** Returns the texts of the list that a change affects. `changed` null: the change may affect any text. */
export function concerned({ textIds }: Worklist, changed: readonly string[] | null): readonly string[] {
  if (changed === null) return textIds;
  const ids = new Set(changed);
  return textIds.filter((id) => ids.has(id));
}

/** Returns the words for the status bar. */
export function statusWords(list: Worklist): string {
  const left = list.textIds.length - list.done.size;
  const { label } = workNames[list.work];
  return left === 0
    ? l10n.t("{0} in {1}: all {2} done", label, list.language, grouped(list.textIds.length))
    : l10n.t("{0} in {1}: {2} of {3} left", label, list.language, grouped(left), grouped(list.textIds.length));
}

/** Returns the details for the tooltip and for screen readers. */
export function statusDetail(list: Worklist): string {
  const place =
    list.where === null
      ? l10n.t({ message: "the whole library", comment: ['After "in".'] })
      : l10n.t({ message: "the folder {0}", args: [list.where], comment: ['After "in".'] });
  return [
    l10n.t("{0}, in {1}.", statusWords(list), place),
    workNames[list.work].explained,
    ...(list.isPart
      ? [l10n.t("There are more texts than the ones on this list. Begin again when these are done.")]
      : []),
    l10n.t("When a text is saved and no longer belongs on this list, it is marked as done automatically."),
  ].join("\n");
}
