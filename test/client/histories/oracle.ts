/**
 * Records every version that the service ever held, who wrote it, and what that writer had seen. Reports what must
 * never happen: somebody removes words or values without having seen them, a message is untrue, or a conflict is
 * reported between changes that do not touch each other. Every written line is unique, so that a line can be recognized
 * anywhere.
 */
import { linesOf, contentsOf, fieldsOf } from "../../../authoring/guard/writePlan.ts";
import type { Change, Conflict, LibraryText } from "../../../authoring/guard/writePlan.ts";
import type { WriteResult } from "../../../authoring/guard/guardedWrite.ts";

export interface Author {
  readonly name: string;
  /** Windows of one person share a journal and a lock; a foreign tool has neither. */
  readonly machine: string;
  readonly isGuarded: boolean;
}

interface Version {
  readonly text: LibraryText | null;
  readonly by: Author | undefined;
  /**
   * For a guarded write: what its author added. The write also sends content from the author's base and from the
   * service. Undefined for other versions: a tool counts as having added everything that it sends.
   */
  readonly meant: ReadonlySet<string> | undefined;
  /** The save that wrote it. */
  readonly attempt: Attempt | undefined;
  /** The write arrived after its window had given up on it. */
  readonly isLate: boolean;
}

/** A save in progress: the text, the base that the author saw, and what the author changed. */
export interface Attempt {
  readonly textId: string;
  readonly base: LibraryText;
  readonly change: Change;
}

/** A contribution that somebody else overwrote between reading and writing. */
interface Overwritten {
  readonly by: string;
  readonly victim: Author;
  readonly textId: string;
  readonly what: string;
  isTold: boolean;
  /** Index of the first version after the one that overwrote the contribution. */
  readonly next: number;
}

/** How a version came about. */
export interface Writing {
  /** The save that a guarded write belongs to. */
  readonly attempt?: Attempt | undefined;
  /**
   * For a write that was held back and arrived after its window had given up on it: the index of the version that the
   * writer had read before sending it.
   */
  readonly late?: number;
}

export interface Figures {
  saves: number;
  merged: number;
  conflicts: number;
  unknown: number;
  /**
   * How many contributions were overwritten between a guarded read and its write, by the kind of writer that made them.
   */
  windowGuarded: number;
  windowForeign: number;
  /** How many overwritten contributions of guarded writers were reported to their authors. */
  windowTold: number;
  created: number;
  deleted: number;
  broughtBack: number;
  folders: number;
  /**
   * `switched`: how often a window switched to another connection. `refused`: how often work was stopped because of
   * that.
   */
  switched: number;
  refused: number;
  /**
   * With `plans`: how often a window ran, resumed or took back a plan without being killed. With `companyPlans`: how
   * often a person began a plan.
   */
  plans: number;
}

export const noFigures = (): Figures => ({
  saves: 0,
  merged: 0,
  conflicts: 0,
  unknown: 0,
  windowGuarded: 0,
  windowForeign: 0,
  windowTold: 0,
  created: 0,
  deleted: 0,
  broughtBack: 0,
  folders: 0,
  switched: 0,
  refused: 0,
  plans: 0,
});

export class Wrong extends Error {
  /**
   * The errors of this history. The program under test may mistake one for an error of the disk or the service, and
   * continue.
   */
  static readonly said: Wrong[] = [];

  constructor(message: string) {
    super(message);
    Wrong.said.push(this);
  }
}

/** Returns the lines and values of a text: what can be lost. */
function holdings(text: LibraryText | null): ReadonlySet<string> {
  const held = new Set<string>();
  if (text === null) return held;
  for (const [language, content] of contentsOf(text))
    for (const line of bare(content)) if (line !== "") held.add(`${language}: ${line}`);
  for (const [field, value] of Object.entries({ ...fieldsOf(text), reviewer: text["reviewer"] ?? "" }))
    held.add(`${field} = ${String(value)}`);
  return held;
}

const bare = (content: string): readonly string[] => linesOf(content).map((line) => line.trimEnd());
const isValue = (what: string): boolean => what.includes(" = ");

export function createOracle(figures: Figures) {
  const versions = new Map<string, Version[]>();
  /** Index of the version that a writer read last, by writer and text. */
  const seen = new Map<string, number>();
  const lost: Overwritten[] = [];
  /**
   * Saves whose authors were told of an outcome other than success or "invalid", by machine, text and part. They stay
   * in the journal until the part is saved.
   */
  const uneasy = new Set<string>();
  /** Saves whose authors were told that nothing was written, with the message. */
  const denied = new Map<Attempt, string>();
  /** Index of the version that was read before each request of a save. */
  const readings = new Map<Attempt, readonly number[]>();
  const of = (textId: string): Version[] => versions.get(textId) ?? [];
  const at = (textId: string, index = of(textId).length - 1): LibraryText | null => of(textId)[index]?.text ?? null;
  const lastRead = (author: Author, textId: string): number => seen.get(`${author.name} ${textId}`) ?? -1;

  return {
    figures,
    now: at,
    count: (textId: string): number => of(textId).length,
    at,
    /** Returns the index of the version that a writer read last; -1 if there is none. */
    reading: lastRead,
    /** Returns whether the service ever held a version of the text for which `isIt` is true. */
    everHeld: (textId: string, isIt: (text: LibraryText) => boolean): boolean =>
      of(textId).some(({ text }) => text !== null && isIt(text)),
    isKnown: (textId: string): boolean => versions.has(textId),
    born(text: LibraryText): void {
      versions.set(text.id, [{ text, by: undefined, meant: undefined, attempt: undefined, isLate: false }]);
    },
    read(author: Author, textId: string): void {
      seen.set(`${author.name} ${textId}`, of(textId).length - 1);
    },
    /** Records a new version, written by this writer's request. */
    written(author: Author, textId: string, after: LibraryText | null, { attempt, late }: Writing): void {
      const before = at(textId);
      const [now, was] = [holdings(after), holdings(before)];
      of(textId).push({
        text: after,
        by: author,
        meant: attempt && new Set(added(attempt)),
        attempt,
        isLate: late !== undefined,
      });
      if (!author.isGuarded || attempt === undefined || after === null) return;
      if (denied.has(attempt))
        throw new Wrong(`${author.name} was told "${denied.get(attempt)}" of what was written later`);
      const read = late ?? lastRead(author, textId);
      const known = holdings(at(textId, read));
      const base = holdings(attempt.base);
      const mine = wanted(attempt);
      for (const [language, content] of contentsOf(after)) {
        if (
          before !== null &&
          !isInChange(attempt, language) &&
          (contentsOf(before).get(language) !== content ||
            before.translations?.[language]?.updatedAt !== after.translations?.[language]?.updatedAt)
        ) {
          throw new Wrong(`${author.name} touched the language ${language}, which was not to change`);
        }
      }
      withdrawn(author, attempt);
      for (const what of now)
        if (!was.has(what) && !known.has(what) && (!mine.has(what) || base.has(what)))
          throw new Wrong(`${author.name} brought back "${what}", which somebody had taken away`);
      for (const [language, content] of contentsOf(after))
        if (isInChange(attempt, language) && content !== contentOf(before, language)) {
          judgeContent(author, content, {
            base: contentOf(attempt.base, language),
            mine: contentOf(attempt.change, language),
            theirs: contentOf(at(textId, read), language),
            before: (readings.get(attempt) ?? [])
              .filter((index) => index < read)
              .map((index) => contentOf(at(textId, index), language) ?? ""),
          });
        }
      for (const what of was) {
        if (now.has(what) || mine.has(what)) continue;
        // The author has seen this value and wants to change it.
        if (base.has(what) && isToGo(attempt, what)) continue;
        if (read >= 0 && known.has(what))
          throw new Wrong(
            `${author.name} took away "${what}", which was there when the service was read and which the author never wanted gone`,
          );
        overwritten(author, textId, what, { read, isLate: late !== undefined });
      }
    },
    /**
     * Records that a guarded author deleted a text after reading version `read`. The author has not seen later
     * versions.
     */
    deleted(author: Author, textId: string, read: number): void {
      const [was, known] = [holdings(at(textId)), holdings(at(textId, read))];
      of(textId).push({ text: null, by: author, meant: undefined, attempt: undefined, isLate: false });
      for (const what of was) if (!known.has(what)) overwritten(author, textId, what, { read, isLate: true });
    },
    /** Marks the losses of an author as reported, because a message said that the service now holds something else. */
    told(author: Author, textId: string): void {
      for (const loss of lost) if (loss.victim.machine === author.machine && loss.textId === textId) loss.isTold = true;
    },
    /**
     * Judges the result of a save. `puts`: how many writes the save sent. `begun`: how many versions there were when
     * the save began.
     */
    judge(
      author: Author,
      attempt: Attempt,
      { result, puts, begun }: { readonly result: WriteResult; readonly puts: number; readonly begun: number },
    ): void {
      const { textId, change } = attempt;
      const read = at(textId, lastRead(author, textId));
      const isSaved = result.state === "saved" || result.state === "unchanged";
      if (collides(change) ? isSaved : result.state === "invalid")
        throw new Wrong(
          `${author.name} was told "${result.state}" of a change that ${collides(change) ? "cannot" : "can"} be sent`,
        );
      if (result.state === "invalid") return;
      if (isSaved) {
        uneasy.delete(`${author.machine} ${partOf(attempt)}`);
        figures.saves += 1;
        withdrawn(author, attempt);
        const held = holdings(read);
        for (const what of added(attempt))
          if (!held.has(what)) throw new Wrong(`${author.name} was told "${result.state}", and "${what}" is not there`);
        if (
          contentsOf(result.text).size > 0 &&
          [...(change.translations ?? [])].some(
            ([language, mine]) => contentsOf(result.text).get(language.toLowerCase()) !== mine,
          )
        )
          figures.merged += 1;
        return;
      }
      // After any other outcome the text stays in the editor and in the journal.
      this.told(author, textId);
      uneasy.add(`${author.machine} ${partOf(attempt)}`);
      if (result.state === "failed" || (result.state === "conflict" && result.error === undefined)) {
        if (of(textId).some((version) => version.attempt === attempt))
          throw new Wrong(`${author.name} was told that nothing happened, and it did`);
        denied.set(attempt, result.state);
      }
      if (result.state === "conflict") {
        figures.conflicts += 1;
        if (puts > 0 && isAlone(attempt, begun))
          throw new Wrong(`${author.name} was told of a conflict with what nobody else wrote`);
        if (puts === 0)
          for (const conflict of result.conflicts)
            if (!isJustified(conflict))
              throw new Wrong(
                `${author.name} was told of a conflict where changes do not meet: ${JSON.stringify(conflict)}`,
              );
        return;
      }
      if (result.state === "overwritten" && isAlone(attempt, begun))
        throw new Wrong(`${author.name} was told of somebody who wrote over it, and nobody did`);
      if (result.state === "failed" && result.error.code === "not-found")
        throw new Wrong(`${author.name} was not told that the text is gone`);
      if (result.state === "unknown" || result.state === "unverified") figures.unknown += 1;
      if (result.state === "orphaned" && read !== null && at(textId) !== null)
        throw new Wrong(`${author.name} was told that a text is gone which is there`);
    },
    /** Checks that the service has the content of a save whose journal entry was closed without the author. */
    closed(author: Author, attempt: Attempt, text: LibraryText): void {
      const held = holdings(text);
      for (const what of added(attempt))
        if (!held.has(what))
          throw new Wrong(`${author.name} closed what a killed window left, and "${what}" is not there`);
    },
    /**
     * Called before a write is sent. `accepted`: an earlier write of the same save was accepted. `puts`: how many
     * earlier writes of the save were sent.
     */
    sent(
      author: Author,
      attempt: Attempt,
      { accepted, puts }: { readonly accepted: boolean; readonly puts: number },
    ): void {
      if (accepted || puts > 1)
        throw new Wrong(`${author.name} sent ${accepted ? "again what the service had accepted" : "a third time"}`);
      const index = lastRead(author, attempt.textId),
        read = at(attempt.textId, index);
      readings.set(attempt, [...(readings.get(attempt) ?? []), index]);
      if (read === null) return;
      const [contents, fields] = [
        contentsOf(read),
        Object.entries(fieldsOf(read)).map(([field, value]) => `${field} = ${String(value)}`),
      ];
      const isThere =
        [...(attempt.change.translations ?? [])].every(
          ([language, content]) => contents.get(language.toLowerCase()) === content,
        ) && changedFields(attempt).every(([field, value]) => fields.includes(`${field} = ${value}`));
      if (isThere) throw new Wrong(`${author.name} sent what the service had shown it`);
    },
    end(): void {
      for (const { victim, textId, what, isTold, by, next } of lost) {
        // A contribution that came back is not lost. If a later write removed the contribution again, either the writer
        // of that write had seen the contribution, or `lost` has another entry for that write.
        if (
          !victim.isGuarded ||
          of(textId)
            .slice(next)
            .some(({ text }) => holdings(text).has(what))
        )
          continue;
        if (!isTold) throw new Wrong(`"${what}" of ${victim.name} was overwritten by ${by}, and nobody told`);
        figures.windowTold += 1;
      }
    },
  };

  /**
   * Returns whether all writes that have arrived since the save began are its own. An older write of the same author
   * does not count as its own.
   */
  function isAlone(attempt: Attempt, begun: number): boolean {
    return of(attempt.textId)
      .slice(begun)
      .every((version) => version.attempt === attempt);
  }

  /**
   * Marks contributions that their own author removes: they are not lost, even if somebody else overwrote them first.
   */
  function withdrawn(author: Author, attempt: Attempt): void {
    const [base, mine] = [holdings(attempt.base), wanted(attempt)];
    for (const loss of lost)
      if (
        loss.victim === author &&
        loss.textId === attempt.textId &&
        base.has(loss.what) &&
        isToGo(attempt, loss.what) &&
        !mine.has(loss.what)
      )
        loss.isTold = true;
  }

  /**
   * Records that a write overwrote a contribution. This is allowed only if the contribution arrived between the read
   * and the write; its author must then be told.
   */
  function overwritten(
    author: Author,
    textId: string,
    what: string,
    { read, isLate }: { readonly read: number; readonly isLate: boolean },
  ): void {
    const history = of(textId);
    let from = -1;
    for (let index = Math.max(read, 0) + 1; index < history.length - 1; index += 1) {
      if (holdings(history[index]?.text ?? null).has(what) && !holdings(history[index - 1]?.text ?? null).has(what))
        from = index;
    }
    const victim = history[from]?.by;
    if (victim === undefined || read < 0)
      throw new Wrong(`${author.name} took away "${what}" without having read the service`);
    // A late write needs no report: its author was told that the outcome is unknown, and has since made a new decision.
    if (history[from]?.meant?.has(what) === false || history[from]?.isLate === true || (victim === author && !isLate))
      return;
    if (victim.isGuarded && victim.machine === author.machine && !isLate)
      throw new Wrong(`${author.name} overwrote "${what}" of another window of the same person`);
    if (victim.isGuarded) figures.windowGuarded += 1;
    else figures.windowForeign += 1;
    lose(victim);
    // Other authors lose the contribution too if they wanted the same content, found it on the service, and were told
    // that it was saved.
    for (const { by, meant, isLate: cameLate } of history.slice(from + 1, -1))
      if (by !== undefined && by !== author && by !== victim && meant?.has(what) === true && !cameLate) lose(by);

    function lose(by: Author): void {
      lost.push({
        by: author.name,
        victim: by,
        textId,
        what,
        next: history.length,
        isTold: [...uneasy].some((each) => each.startsWith(`${by.machine} ["${textId}"`)),
      });
    }
  }
}

export type Oracle = ReturnType<typeof createOracle>;

/**
 * Returns a key for the part of a text that an attempt changes, whatever the new content is. The key is a JSON list
 * that begins with the text's id.
 */
export function partOf({ textId, change }: Attempt): string {
  return JSON.stringify([
    textId,
    Object.keys(change.fields ?? {}).sort(),
    [...(change.translations?.keys() ?? [])].map((language) => language.toLowerCase()).sort(),
  ]);
}

/** Returns the content of a text or a change; undefined if there is none. */
function contentOf(of: LibraryText | Change | null, language: string): string | undefined {
  if (of === null) return undefined;
  if ("id" in of) return contentsOf(of).get(language);
  for (const [key, content] of of.translations ?? []) if (key.toLowerCase() === language) return content;
  return undefined;
}

/**
 * Returns whether the attempt changes the language. Unchanged languages may be passed along; they are not part of the
 * change.
 */
function isInChange({ base, change }: Attempt, language: string): boolean {
  const mine = contentOf(change, language);
  return mine !== undefined && mine !== contentsOf(base).get(language);
}

function changedFields({ base, change }: Attempt): readonly (readonly [string, string])[] {
  const before = fieldsOf(base) as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(change.fields ?? {})
    .filter(([field, value]) => before[field] !== value)
    .map(([field, value]) => [field, field === "defaultLanguage" ? String(value).toLowerCase() : String(value)]);
}

/** Returns what the author intends the text to contain. */
function wanted(attempt: Attempt): ReadonlySet<string> {
  const all = new Set<string>();
  for (const [key, content] of attempt.change.translations ?? []) {
    const language = key.toLowerCase();
    if (content !== contentsOf(attempt.base).get(language))
      for (const line of bare(content)) all.add(`${language}: ${line}`);
  }
  for (const [field, value] of changedFields(attempt)) all.add(`${field} = ${value}`);
  return all;
}

/** Returns what the author added to the base. */
function added(attempt: Attempt): readonly string[] {
  const base = holdings(attempt.base);
  return [...wanted(attempt)].filter((what) => !base.has(what) && !what.endsWith(": "));
}

function isToGo(attempt: Attempt, what: string): boolean {
  if (!isValue(what)) return isInChange(attempt, what.slice(0, what.indexOf(": ")));
  const field = what.slice(0, what.indexOf(" = "));
  return (
    changedFields(attempt).some(([name]) => name === field) &&
    String((fieldsOf(attempt.base) as unknown as Record<string, unknown>)[field]) === what.slice(field.length + 3)
  );
}

/** Whether a change contains one language twice, in different letter case. */
function collides({ translations }: Change): boolean {
  const keys = [...(translations?.keys() ?? [])];
  return new Set(keys.map((key) => key.toLowerCase())).size < keys.length;
}

interface Sides {
  readonly base: string | undefined;
  readonly mine: string | undefined;
  /** The content that the service had when it was last read before the write. */
  readonly theirs: string | undefined;
  /**
   * The contents that were read before earlier writes of the same save, if there were any. Lines keep the order that an
   * earlier write gave them.
   */
  readonly before: readonly string[];
}

/** Checks the form of a merge: no line is written twice, line endings stay, and the order of lines is not guessed. */
function judgeContent({ name }: Author, merged: string, { base, mine, theirs, before: earlier }: Sides): void {
  const lines = bare(merged).filter((line) => line !== "");
  if (lines.some((line, index) => line === lines[index + 1]))
    throw new Wrong(`${name} wrote a line twice: ${JSON.stringify(merged)}`);
  if (base === undefined || mine === undefined || theirs === undefined) return;
  const [before, typed, there, after] = [endsOf(base), endsOf(mine), endsOf(theirs), endsOf(merged)];
  const isUntouched = (line: string): boolean => before.get(line) === typed.get(line) || (typed.get(line) ?? "") === "";
  for (const [line, end] of after)
    if (end !== "" && isUntouched(line) && (there.get(line) ?? "") !== "" && there.get(line) !== end)
      throw new Wrong(`${name} changed the end of the line "${line}"`);
  const [isOpenNow, ...were] = [merged, base, mine, theirs].map((content) => !content.endsWith("\n"));
  if (new Set(were).size === 1 && isOpenNow !== were[0])
    throw new Wrong(`${name} changed how the last line ends: ${JSON.stringify(merged)}`);
  if (merged === mine) return;
  const choseOrder = (read: string): boolean =>
    [bare, withEnds(base, mine, read, merged)].every((cut) => {
      const isThere = ({ lines: own }: Range, besides: Range): boolean =>
        own.some((line) => cut(merged).includes(line) && !besides.lines.includes(line));
      return changed(cut(base), cut(mine)).some((one) =>
        changed(cut(base), cut(read)).some(
          (other) =>
            isBetween(one) &&
            isBetween(other) &&
            one.start === other.start &&
            isThere(one, other) &&
            isThere(other, one),
        ),
      );
    });
  if ([...earlier, theirs].every(choseOrder))
    throw new Wrong(`${name} chose whose lines come first: ${JSON.stringify({ base, mine, theirs, merged })}`);
}

type Cut = (content: string) => readonly string[];

/**
 * Returns a function that cuts content into lines with their line endings. If somebody writes below a last line that
 * has no line ending, that line gets one; this does not count as a change of the line.
 */
function withEnds(...contents: readonly string[]): Cut {
  const open = new Set(contents.filter((content) => !content.endsWith("\n")).map((content) => bare(content).at(-1)));
  return (content) => linesOf(content).map((line) => (open.has(line.trimEnd()) ? line.trimEnd() : line));
}

const endsOf = (content: string): ReadonlyMap<string, string> =>
  new Map(linesOf(content).map((line) => [line.trimEnd(), line.slice(line.trimEnd().length)]));
const isBetween = ({ start, end }: Range): boolean => start === end;
const isSame = (one: Range, other: Range): boolean =>
  one.start === other.start && one.end === other.end && one.lines.join() === other.lines.join();

interface Range {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * Returns whether a conflict is justified: both sides changed the same value or the same line (with its line ending),
 * inserted lines at the same place, or wrote the same line beside each other.
 */
function isJustified(conflict: Conflict): boolean {
  if (conflict.kind === "field")
    return conflict.base !== conflict.theirs && conflict.mine !== conflict.theirs && conflict.base !== conflict.mine;
  const { base, mine, theirs } = conflict;
  if (base === null || theirs === null) return base !== theirs && mine !== theirs;
  return [bare, withEnds(base, mine, theirs)].some((cut) =>
    changed(cut(base), cut(mine)).some((one) =>
      changed(cut(base), cut(theirs)).some((other) => !isSame(one, other) && meet(one, other)),
    ),
  );
}

function meet(one: Range, other: Range): boolean {
  const grows = ({ start, end, lines }: Range): boolean => lines.length > end - start;
  if (one.end === other.start || other.end === one.start)
    return (
      (grows(one) && grows(other) && (one.start === one.end || other.start === other.end)) ||
      one.lines.some((line) => other.lines.includes(line))
    );
  return one.start < other.end && other.start < one.end;
}

/**
 * Returns the ranges of changed lines between unchanged lines. A range that kept its length is split into its lines.
 */
function changed(base: readonly string[], other: readonly string[]): readonly Range[] {
  const ranges: Range[] = [];
  let [start, from] = [0, 0];
  const close = (end: number, to: number): void => {
    if (end - start === to - from)
      for (let index = start; index < end; index += 1)
        ranges.push({
          start: index,
          end: index + 1,
          lines: other.slice(from + index - start, from + index - start + 1),
        });
    else ranges.push({ start, end, lines: other.slice(from, to) });
  };
  base.forEach((line, index) => {
    const place = other.indexOf(line, from);
    if (place === -1) return;
    close(index, place);
    [start, from] = [index + 1, place + 1];
  });
  close(base.length, other.length);
  return ranges.filter(({ start: first, end, lines }) => end > first || lines.length > 0);
}
