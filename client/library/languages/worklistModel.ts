/**
 * A walk through the texts whose translation waits: it keeps its order while texts are done on the way, and knows which
 * are left. Without VS Code.
 */
import * as l10n from "@vscode/l10n";
import type { WorkKind } from "../../../server/protocol.ts";
import { grouped } from "../../window/displayLanguage.ts";
import { workNames } from "./progressModel.ts";

export interface Worklist {
  readonly language: string;
  readonly work: WorkKind;
  /** Name of the folder; null for the whole library. */
  readonly where: string | null;
  /** In the order in which they are walked through. */
  readonly textIds: readonly string[];
  /** Those that do not wait any more. */
  readonly done: ReadonlySet<string>;
  /** Index of the one that is open; -1 before the first. */
  readonly at: number;
  /** There are more than the walk holds, or the library is not completely read. */
  readonly isPart: boolean;
}

/**
 * The next text that waits, in this direction and around the end; undefined where none is left but perhaps the one that
 * is open.
 */
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
 * After the server was asked how texts stand by now: those that are read wait no more, unless it named them; of the
 * others nothing is known.
 */
export function withAnswers(list: Worklist, read: readonly string[], waiting: readonly string[]): Worklist {
  const [done, waits] = [new Set(list.done), new Set(waiting)];
  for (const id of read) {
    if (waits.has(id)) done.delete(id);
    else done.add(id);
  }
  return { ...list, done };
}

/** Those of the walk that a change is about; null: it may be any of them. */
export function concerned({ textIds }: Worklist, changed: readonly string[] | null): readonly string[] {
  if (changed === null) return textIds;
  const ids = new Set(changed);
  return textIds.filter((id) => ids.has(id));
}

/** In the status bar. */
export function statusWords(list: Worklist): string {
  const left = list.textIds.length - list.done.size;
  const { label } = workNames[list.work];
  return left === 0
    ? l10n.t("{0} in {1}: all {2} done", label, list.language, grouped(list.textIds.length))
    : l10n.t("{0} in {1}: {2} of {3} left", label, list.language, grouped(left), grouped(list.textIds.length));
}

/** At length, for the tooltip and for screen readers. */
export function statusDetail(list: Worklist): string {
  const place =
    list.where === null
      ? l10n.t({ message: "the whole library", comment: ['After "in".'] })
      : l10n.t({ message: "the folder {0}", args: [list.where], comment: ['After "in".'] });
  return [
    l10n.t("{0}, in {1}.", statusWords(list), place),
    workNames[list.work].explained,
    ...(list.isPart ? [l10n.t("There are more than these: begin again when they are done.")] : []),
    l10n.t("A text is marked as done automatically when it is saved and no longer waits."),
  ].join("\n");
}
