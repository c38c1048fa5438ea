/**
 * Counts the state of every translation by folder and language. Updating a text costs time in proportion to that text,
 * not to the library.
 */
import type { TranslationState } from "../../language/index.ts";
import type { FolderProgress, LanguageCount, WorkKind } from "../protocol.ts";

export interface TalliedText {
  readonly id: string;
  readonly folderId: string;
  readonly code: string;
  /** null if the text's languages are not known. */
  readonly states: readonly TranslationState[] | null;
}

interface Tally {
  /** Adds the text, or replaces its previous state. */
  put(text: TalliedText): void;
  remove(textId: string): void;
  /** The languages that occur, the most frequent first. */
  languages(): readonly string[];
  folders(): readonly FolderProgress[];
  /** The ids of the texts that need work, in the order of folder and code. */
  waiting(wanted: {
    readonly language: string;
    readonly kind: WorkKind;
    readonly folderIds: ReadonlySet<string> | null;
    readonly textIds?: readonly string[];
  }): readonly string[];
  readonly size: number;
}

/**
 * The states counted for a text in one language. Each is a bit, so that a hundred thousand texts in ten languages take
 * a few megabytes.
 */
const kinds = [
  "there",
  "unknown",
  "stale",
  "staleUnknown",
  "drifted",
  "driftedUnknown",
  "machine",
  "machineUnknown",
] as const;
const bit = Object.fromEntries(kinds.map((kind, index) => [kind, 1 << index])) as Readonly<
  Record<(typeof kinds)[number], number>
>;

interface Kept {
  readonly folderId: string;
  readonly code: string;
  /**
   * The states by language number; an index past the end means 0, a missing translation. null if the text's languages
   * are not known.
   */
  readonly cells: Uint8Array | null;
}

interface Counted {
  texts: number;
  unread: number;
  /** By language number: how many texts have each bit. */
  readonly counts: Map<number, Int32Array>;
}

export function createTally(): Tally {
  const texts = new Map<string, Kept>();
  const folders = new Map<string, Counted>();
  const numbers = new Map<string, number>();

  function numberOf(language: string): number {
    const known = numbers.get(language) ?? numbers.size;
    numbers.set(language, known);
    return known;
  }

  function cellsOf(states: readonly TranslationState[]): Uint8Array {
    const found = states.map((state) => [numberOf(state.language), cellOf(state)] as const);
    const cells = new Uint8Array(found.reduce((most, [number]) => Math.max(most, number + 1), 0));
    for (const [number, cell] of found) cells[number] = cell;
    return cells;
  }

  function count({ folderId, cells }: Kept, by: 1 | -1): void {
    const folder: Counted = folders.get(folderId) ?? { texts: 0, unread: 0, counts: new Map() };
    folders.set(folderId, folder);
    folder.texts += by;
    if (cells === null) folder.unread += by;
    for (const [number, cell] of cells?.entries() ?? []) {
      if (cell === 0) continue;
      const counts: Int32Array = folder.counts.get(number) ?? new Int32Array(kinds.length);
      folder.counts.set(number, counts);
      for (let index = 0; index < kinds.length; index += 1)
        if ((cell & (1 << index)) !== 0) counts[index] = (counts[index] ?? 0) + by;
      if (counts.every((each) => each === 0)) folder.counts.delete(number);
    }
    if (folder.texts === 0) folders.delete(folderId);
  }

  function remove(textId: string): void {
    const before = texts.get(textId);
    if (before === undefined) return;
    count(before, -1);
    texts.delete(textId);
  }

  return {
    put({ id, folderId, code, states }) {
      remove(id);
      const kept = { folderId, code, cells: states && cellsOf(states) };
      texts.set(id, kept);
      count(kept, 1);
    },
    remove,
    languages() {
      const there = new Map<string, number>();
      for (const [language, number] of numbers) {
        const of = [...folders.values()].reduce(
          (sum, { counts }) => sum + (counts.get(number)?.[0] ?? 0) + (counts.get(number)?.[1] ?? 0),
          0,
        );
        if (of > 0) there.set(language, of);
      }
      return [...there]
        .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
        .map(([language]) => language);
    },
    folders() {
      const names = [...numbers.keys()];
      return Array.from(folders, ([folderId, { texts: all, unread, counts }]) => ({
        folderId,
        texts: all,
        unread,
        languages: Array.from(
          counts,
          ([number, of]) =>
            ({
              language: names[number] ?? "",
              ...Object.fromEntries(kinds.map((kind, index) => [kind, of[index] ?? 0])),
            }) as LanguageCount,
        ),
      }));
    },
    waiting({ language, kind, folderIds, textIds }) {
      const number = numbers.get(language);
      const found: (readonly [string, Kept])[] = [];
      for (const id of textIds ?? texts.keys()) {
        const kept = texts.get(id);
        if (kept === undefined || (folderIds !== null && !folderIds.has(kept.folderId))) continue;
        if (waits(kept.cells, number, kind)) found.push([id, kept]);
      }
      const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
      return found
        .sort(
          ([, one], [, other]) =>
            order(one.folderId, other.folderId) || order(one.code.toLowerCase(), other.code.toLowerCase()),
        )
        .map(([id]) => id);
    },
    get size() {
      return texts.size;
    },
  };
}

function cellOf({ hasWords, stale, drifted, machine }: TranslationState): number {
  if (hasWords === null) return bit.unknown;
  if (!hasWords) return 0;
  const answer = (value: boolean | null, yes: number, unknown: number): number =>
    value === null ? unknown : value ? yes : 0;
  return (
    bit.there |
    answer(stale, bit.stale, bit.staleUnknown) |
    answer(drifted, bit.drifted, bit.driftedUnknown) |
    answer(machine, bit.machine, bit.machineUnknown)
  );
}

function waits(cells: Uint8Array | null, number: number | undefined, kind: WorkKind): boolean {
  if (cells === null) return kind === "unknown";
  const cell = number === undefined ? 0 : (cells[number] ?? 0);
  if (kind === "missing") return cell === 0;
  if (kind === "unknown")
    return (cell & (bit.unknown | bit.staleUnknown | bit.driftedUnknown | bit.machineUnknown)) !== 0;
  return (cell & bit[kind]) !== 0;
}
