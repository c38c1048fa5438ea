/**
 * Knows every version that the service ever held, who wrote it and what that writer had seen, and says what nobody may do: take words or values
 * away that their remover never saw, say something untrue, or see a conflict where changes do not meet. Every line that is written is unique,
 * so that a line is the same line wherever it is.
 */
import { linesOf, contentsOf, fieldsOf, type Change, type Conflict, type LibraryText } from "../../../client/writePlan.ts";
import type { WriteResult } from "../../../client/guardedWrite.ts";

export interface Author {
  readonly name: string;
  /** Windows of one person share a journal and a lock; a foreign tool has none. */
  readonly machine: string;
  readonly isGuarded: boolean;
}

interface Version {
  readonly text: LibraryText | null;
  readonly by: Author | undefined;
  /** What its writer wanted to be there; a guarded write sends the service's own besides. undefined for a tool, which means all of it. */
  readonly meant: ReadonlySet<string> | undefined;
}

/** What a save that is under way began with. */
export interface Attempt {
  readonly textId: string;
  readonly base: LibraryText;
  readonly change: Change;
}

/** Somebody's contribution that another one overwrote between reading and writing. */
interface Overwritten {
  readonly by: string;
  readonly victim: Author;
  readonly textId: string;
  readonly what: string;
  isTold: boolean;
}

export interface Figures {
  saves: number;
  merged: number;
  conflicts: number;
  unknown: number;
  /** Contributions overwritten between a guarded reading and its write, by whose they were. */
  windowGuarded: number;
  windowForeign: number;
  /** Of those of guarded writers, how many were told. */
  windowTold: number;
}

export const noFigures = (): Figures => ({ saves: 0, merged: 0, conflicts: 0, unknown: 0, windowGuarded: 0, windowForeign: 0, windowTold: 0 });

export class Wrong extends Error {}

/** The lines and values of a text: what somebody may miss. */
function holdings(text: LibraryText | null): ReadonlySet<string> {
  const held = new Set<string>();
  if (text === null) return held;
  for (const [language, content] of contentsOf(text)) for (const line of bare(content)) if (line !== "") held.add(`${language}: ${line}`);
  for (const [field, value] of Object.entries({ ...fieldsOf(text), reviewer: text["reviewer"] ?? "" })) held.add(`${field} = ${String(value)}`);
  return held;
}

const bare = (content: string): readonly string[] => linesOf(content).map((line) => line.trimEnd());
const isValue = (what: string): boolean => what.includes(" = ");

export function createOracle(figures: Figures) {
  const versions = new Map<string, Version[]>();
  /** Index of the version that a writer read last, by writer and text. */
  const seen = new Map<string, number>();
  const lost: Overwritten[] = [];
  /** Who knows that a save did not end well, by machine and text: it is in the journal, whatever comes. */
  const uneasy = new Set<string>();
  const of = (textId: string): Version[] => versions.get(textId) ?? [];
  const at = (textId: string, index = of(textId).length - 1): LibraryText | null => of(textId)[index]?.text ?? null;
  const lastRead = (author: Author, textId: string): number => seen.get(`${author.name} ${textId}`) ?? -1;

  return {
    figures,
    now: at,
    count: (textId: string): number => of(textId).length,
    born(text: LibraryText): void {
      versions.set(text.id, [{ text, by: undefined, meant: undefined }]);
    },
    read(author: Author, textId: string): void {
      seen.set(`${author.name} ${textId}`, of(textId).length - 1);
    },
    /** The service holds something new, by this writer's request. `attempt` is what the guarded write was to do. */
    written(author: Author, textId: string, after: LibraryText | null, attempt: Attempt | undefined): void {
      const before = at(textId);
      const [now, was] = [holdings(after), holdings(before)];
      of(textId).push({ text: after, by: author, meant: attempt && wanted(attempt) });
      if (!author.isGuarded || attempt === undefined || after === null) return;
      const read = lastRead(author, textId);
      const known = holdings(at(textId, read));
      const base = holdings(attempt.base);
      const mine = wanted(attempt);
      for (const [language, content] of contentsOf(after)) {
        if (before !== null && !isInChange(attempt.change, language) && (contentsOf(before).get(language) !== content || before.translations?.[language]?.updatedAt !== after.translations?.[language]?.updatedAt)) {
          throw new Wrong(`${author.name} touched the language ${language}, which was not to change`);
        }
      }
      for (const what of was) {
        if (now.has(what) || mine.has(what)) continue;
        // Known to the author, who wants it to be different.
        if (base.has(what) && isToGo(attempt, what)) continue;
        if (read >= 0 && known.has(what)) throw new Wrong(`${author.name} took away "${what}", which was there when the service was read and which the author never wanted gone`);
        overwritten(author, textId, what, read);
      }
    },
    /** Words of one who was told that the service holds something else now. */
    told(author: Author, textId: string): void {
      for (const loss of lost) if (loss.victim.machine === author.machine && loss.textId === textId) loss.isTold = true;
    },
    /** `puts`: how many writes it sent. `begun`: how many versions there were when it began. */
    judge(author: Author, { textId, base, change }: Attempt, { result, puts, begun }: { readonly result: WriteResult; readonly puts: number; readonly begun: number }): void {
      const read = at(textId, lastRead(author, textId));
      if (result.state === "saved" || result.state === "unchanged") {
        uneasy.delete(`${author.machine} ${textId}`);
        figures.saves += 1;
        const held = holdings(read);
        for (const what of added({ textId, base, change })) if (!held.has(what)) throw new Wrong(`${author.name} was told "${result.state}", and "${what}" is not there`);
        if (contentsOf(result.text).size > 0 && [...change.translations ?? []].some(([language, mine]) => contentsOf(result.text).get(language.toLowerCase()) !== mine)) figures.merged += 1;
        return;
      }
      // Whoever hears anything else keeps the text in the editor and in the journal.
      this.told(author, textId);
      uneasy.add(`${author.machine} ${textId}`);
      if (result.state === "conflict") {
        figures.conflicts += 1;
        if (puts === 0) for (const conflict of result.conflicts) if (!isJustified(conflict)) throw new Wrong(`${author.name} was told of a conflict where changes do not meet: ${JSON.stringify(conflict)}`);
        return;
      }
      if (result.state === "unknown" || result.state === "unverified") figures.unknown += 1;
      if (result.state === "orphaned" && read !== null && at(textId) !== null) throw new Wrong(`${author.name} was told that a text is gone which is there`);
      if (result.state === "failed" && of(textId).slice(begun).some(({ by }) => by === author)) throw new Wrong(`${author.name} was told that nothing happened, and it did`);
    },
    end(): void {
      for (const { victim, textId, what, isTold, by } of lost) {
        if (!victim.isGuarded || holdings(at(textId)).has(what)) continue;
        if (!isTold) throw new Wrong(`"${what}" of ${victim.name} was overwritten by ${by}, and nobody told`);
        figures.windowTold += 1;
      }
    },
  };

  /** Allowed only where it came between the reading and the write, and then somebody has to be told. */
  function overwritten(author: Author, textId: string, what: string, read: number): void {
    const history = of(textId);
    let from = -1;
    for (let index = Math.max(read, 0) + 1; index < history.length - 1; index += 1) {
      if (holdings(history[index]?.text ?? null).has(what) && !holdings(history[index - 1]?.text ?? null).has(what)) from = index;
    }
    const victim = history[from]?.by;
    if (victim === undefined || read < 0) throw new Wrong(`${author.name} took away "${what}" without having read the service`);
    if (victim === author || history[from]?.meant?.has(what) === false) return;
    if (victim.isGuarded && victim.machine === author.machine) throw new Wrong(`${author.name} overwrote "${what}" of another window of the same person`);
    if (victim.isGuarded) figures.windowGuarded += 1;
    else figures.windowForeign += 1;
    lost.push({ by: author.name, victim, textId, what, isTold: uneasy.has(`${victim.machine} ${textId}`) });
  }
}

export type Oracle = ReturnType<typeof createOracle>;

function isInChange({ translations }: Change, language: string): boolean {
  return [...translations?.keys() ?? []].some((key) => key.toLowerCase() === language);
}

/** What the author wants to be there. */
function wanted({ change }: Attempt): ReadonlySet<string> {
  const all = new Set<string>();
  for (const [language, content] of change.translations ?? []) for (const line of bare(content)) all.add(`${language.toLowerCase()}: ${line}`);
  for (const [field, value] of Object.entries(change.fields ?? {})) all.add(`${field} = ${String(value)}`);
  return all;
}

/** What the author added to what was known. */
function added(attempt: Attempt): readonly string[] {
  const base = holdings(attempt.base);
  return [...wanted(attempt)].filter((what) => !base.has(what) && !what.endsWith(": "));
}

function isToGo({ change, base }: Attempt, what: string): boolean {
  if (isValue(what)) {
    const field = what.slice(0, what.indexOf(" = "));
    return Object.hasOwn(change.fields ?? {}, field) && String((fieldsOf(base) as unknown as Record<string, unknown>)[field]) === what.slice(field.length + 3);
  }
  return isInChange(change, what.slice(0, what.indexOf(": ")));
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Where both sides changed the same value, the same line, put lines at the same place, or put the same line beside each other. */
function isJustified(conflict: Conflict): boolean {
  if (conflict.kind === "field") return conflict.base !== conflict.theirs && conflict.mine !== conflict.theirs && conflict.base !== conflict.mine;
  const { base, mine, theirs } = conflict;
  if (base === null || theirs === null) return base !== theirs;
  const [ours, others] = [changed(bare(base), bare(mine)), changed(bare(base), bare(theirs))];
  return ours.some((one) => others.some((other) => meet(one, other)));
}

function meet(one: Range, other: Range): boolean {
  const grows = ({ start, end, lines }: Range): boolean => lines.length > end - start;
  if (one.end === other.start || other.end === one.start) return grows(one) && grows(other) && (one.start === one.end || other.start === other.end) || one.lines.some((line) => other.lines.includes(line));
  return one.start < other.end && other.start < one.end;
}

/** Runs of lines between lines that stayed; runs that kept their length, line by line. */
function changed(base: readonly string[], other: readonly string[]): readonly Range[] {
  const places = new Map(other.map((line, index) => [line, index]));
  const ranges: Range[] = [];
  let [start, from] = [0, 0];
  const close = (end: number, to: number): void => {
    if (end - start === to - from) for (let index = start; index < end; index += 1) ranges.push({ start: index, end: index + 1, lines: other.slice(from + index - start, from + index - start + 1) });
    else ranges.push({ start, end, lines: other.slice(from, to) });
  };
  base.forEach((line, index) => {
    const place = places.get(line);
    if (place === undefined || place < from) return;
    close(index, place);
    [start, from] = [index + 1, place + 1];
  });
  close(base.length, other.length);
  return ranges.filter(({ start: first, end, lines }) => end > first || lines.length > 0);
}
