/**
 * One history: people in several windows, and a tool without a guard, write texts of one library, with faults, crashes
 * and recoveries.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { isApiError } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { isGone } from "../../../authoring/guard/journal.ts";
import { restoreLineEnds } from "../../../client/library/documents/lineEndsModel.ts";
import { newerReading } from "../../../client/library/documents/saveModel.ts";
import { contentsOf, fieldsOf, linesOf } from "../../../authoring/guard/writePlan.ts";
import type { Change, Fields, LibraryText } from "../../../authoring/guard/writePlan.ts";
import type { Library } from "./library.ts";
import { makeSomething } from "./making.ts";
import { createMakingOracle } from "./makingOracle.ts";
import { runCompanies } from "./companies.ts";
import { runCompanyPlans } from "./companyPlans.ts";
import { runPlans } from "./plans.ts";
import { createOracle, Wrong } from "./oracle.ts";
import type { Attempt, Author, Figures } from "./oracle.ts";
import { themeOf } from "./theme.ts";
import { below, oneOf, randomOf, takeTurns } from "./turns.ts";
import type { Writer } from "./turns.ts";
import { historyFolders, identity, journaled, mustBeKept, openWindow, save, seeText } from "./window.ts";
import type { Stage, Window } from "./window.ts";

/**
 * Runs a history with this theme, or with the one that the seed selects. Rejects with `Wrong` if words were lost, if a
 * message was untrue, or if an author was stopped without a reason.
 */
export async function runHistory(library: Library, seed: number, figures: Figures, themeName?: string): Promise<void> {
  Wrong.said.length = 0;
  try {
    await tell(library, seed, figures, themeName);
  } catch (error) {
    throw Wrong.said[0] ?? error;
  }
  if (Wrong.said[0] !== undefined) throw Wrong.said[0];
}

async function tell(library: Library, seed: number, figures: Figures, themeName?: string): Promise<void> {
  const random = randomOf(seed);
  const theme = themeOf(random, themeName);
  if (theme.companies === true) return runCompanies(library, random, figures, seed);
  if (theme.companyPlans === true) return runCompanyPlans(library, random, { figures, seed, theme });
  if (theme.plans === true) return runPlans(library, random, figures, seed);
  const folder = await mkdtemp(historyFolders);
  let number = 0;
  const unique = (): string => `${seed}-${(number += 1)}`;
  const oracle = createOracle(figures);
  const texts: string[] = [];
  for (let count = random() < 0.7 ? 1 : 2; count > 0; count -= 1) {
    const text = await library.newText(unique, random, { ends: theme.ends });
    oracle.born(text);
    texts.push(text.id);
  }
  const stage: Stage = {
    library,
    random,
    turns: takeTurns(random),
    oracle,
    makingOracle: createMakingOracle({ library, oracle, texts, figures }),
    texts,
    folder,
    unique,
    windows: [],
    looks: [],
    wishes: [],
    bodies: [],
    theme,
  };
  try {
    const count = 2 + below(random, 7);
    for (let index = 0; index < count; index += 1) {
      // The windows open one after the other, so that a seed always gives the same history.
      const window = openWindow(stage, `person ${random() < theme.sameMachine && index > 0 ? index - 1 : index}`, {
        mayDie: random() < theme.killed,
      });
      await mkdir(join(folder, window.machine), { recursive: true });
      stage.turns.start(() => stage.turns.next(window).then(() => author(stage, window)));
    }
    const tool: Writer & Author = { name: "tool", machine: "elsewhere", isGuarded: false, isDead: false };
    stage.turns.start(() => stage.turns.next(tool).then(() => foreign(stage, tool)));
    await stage.turns.run();
    for (const look of stage.looks) stage.turns.start(look);
    await stage.turns.run();
    oracle.end();
    for (const machine of new Set(stage.windows.map((window) => window.machine)))
      stage.makingOracle.end(machine, await journaled(stage, machine));
    for (const window of stage.windows)
      for (const { attempt, result } of window.isDead ? [] : window.left.values())
        await mustBeKept(stage, window, attempt, result);
  } finally {
    await stage.makingOracle.clear();
    for (const window of stage.windows) window.end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function author(stage: Stage, window: Window): Promise<void> {
  const { random, theme } = stage;
  for (let rounds = theme.rounds + below(random, 3); rounds > 0; rounds -= 1) {
    const textId = oneOf(random, stage.texts);
    const base = await readOrNothing(window.api, textId);
    if (base === undefined) continue;
    if (random() < theme.making) {
      await makeSomething(stage, window, base);
      continue;
    }
    for (let idle = below(random, 4); idle > 0; idle -= 1) await stage.turns.next(window);
    const first = await reloaded(stage, window, base);
    let attempt: Attempt = { textId, base: first.shown, change: changeOf(stage, first.shown) };
    let { from } = first;
    for (let tries = 0; tries < 3; tries += 1) {
      const result = await save(stage, window, attempt, { from });
      if (result.state === "saved" && random() < theme.undone) await undo(stage, window, { attempt, now: result.text });
      if ((result.state === "unknown" || result.state === "unverified") && random() < theme.undone)
        await undoUncertain(stage, window, attempt);
      if (
        result.state === "saved" ||
        result.state === "unchanged" ||
        result.state === "orphaned" ||
        result.state === "invalid" ||
        random() < 0.3
      )
        break;
      // The author has seen both sides: the author writes the lines of both together, or gives up and starts over.
      if (result.state === "conflict" || result.state === "overwritten") {
        attempt = {
          textId,
          base: result.theirs,
          change: random() < 0.7 ? together(stage, attempt, result.theirs) : changeOf(stage, result.theirs),
        };
        from = attempt.base;
      }
    }
    await mustNotBeOffered(window);
  }
}

/**
 * Before an edit, the editor may reload the text, because somebody else changed it. The author then begins with the
 * reloaded text.
 */
async function reloaded(
  { random }: Stage,
  window: Window,
  base: LibraryText,
): Promise<{ readonly shown: LibraryText; readonly from: LibraryText }> {
  const shown = random() < 0.2 ? await readOrNothing(window.api, base.id) : undefined;
  if (shown === undefined) return { shown: base, from: base };
  const language = oneOf(random, [...contentsOf(shown).keys()]);
  return {
    shown,
    from:
      newerReading({ readings: [shown, base], base }, { language, shown: contentsOf(shown).get(language) ?? "" }) ??
      base,
  };
}

/** Reverts a saved language, or the fields. */
async function undo(
  stage: Stage,
  window: Window,
  { attempt: { textId, base, change }, now }: { readonly attempt: Attempt; readonly now: LibraryText },
): Promise<void> {
  if (change.fields !== undefined && stage.random() < 0.5) {
    await save(stage, window, {
      textId,
      base: now,
      change: {
        fields: Object.fromEntries(Object.entries(fieldsOf(base)).filter(([field]) => field in (change.fields ?? {}))),
      },
    });
    return;
  }
  const language = [...(change.translations?.keys() ?? [])]
    .find((key) => contentsOf(base).has(key.toLowerCase()))
    ?.toLowerCase();
  if (language === undefined) return;
  const before = contentsOf(base).get(language) ?? "";
  const from = newerReading({ readings: [now, base], base: now }, { language, shown: before }) ?? now;
  await save(stage, window, { textId, base: now, change: { translations: new Map([[language, before]]) } }, { from });
}

/** Acts after a save with unknown outcome: the author reloads the text, and reverts the save if it arrived. */
async function undoUncertain(stage: Stage, window: Window, attempt: Attempt): Promise<void> {
  const now = await readOrNothing(window.api, attempt.textId);
  if (now === undefined) return;
  const translations = new Map(
    [...(attempt.change.translations?.keys() ?? [])].flatMap((key) => {
      const before = contentsOf(attempt.base).get(key.toLowerCase());
      return before === undefined ? [] : [[key.toLowerCase(), before] as const];
    }),
  );
  await save(stage, window, { textId: attempt.textId, base: now, change: { translations } });
}

/**
 * Asserts that the journal does not offer a window the window's own entries. The journal offers only entries that no
 * window works on.
 */
async function mustNotBeOffered({ name, journal, entries: own }: Window): Promise<void> {
  for (const entry of (await journal.open(identity)).entries)
    if (!isGone(entry) && own.has(entry.id)) throw new Wrong(`${name} was offered what it holds itself`);
}

/**
 * Returns `theirs`, followed by a new line for each line that the author had added and that `theirs` lacks. The lines
 * have new words, so that every line occurs in only one place.
 */
function together({ unique }: Stage, { base, change }: Attempt, theirs: LibraryText): Change {
  const translations = new Map<string, string>();
  for (const [language, mine] of change.translations ?? []) {
    const [before, there] = [base, theirs].map((text) => contentsOf(text).get(language.toLowerCase()) ?? "") as [
      string,
      string,
    ];
    const known = new Set([...linesOf(before), ...linesOf(there)].map((line) => line.trimEnd()));
    const lines = linesOf(mine)
      .map((line) => line.trimEnd())
      .filter((line) => !known.has(line))
      .map(unique);
    translations.set(
      language,
      lines.length === 0 ? there : `${there}${there === "" || there.endsWith("\n") ? "" : "\n"}${lines.join("\n")}\n`,
    );
  }
  return { ...change, translations };
}

async function readOrNothing(api: Api, id: string): Promise<LibraryText | undefined> {
  try {
    return await api.call("textlibrary.texts.get", { path: { id } });
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
}

/**
 * Returns a change of one or two languages, of a field, or of both. Now and then the change also contains unchanged
 * values, or a part of what another author wants.
 */
function changeOf(stage: Stage, base: LibraryText): Change {
  const { random, unique, theme } = stage;
  const contents = contentsOf(base);
  const translations = new Map<string, string>();
  if (random() < 0.85) {
    for (let count = random() < 0.7 ? 1 : 2; count > 0; count -= 1) {
      const language = random() < 0.08 ? oneOf(random, ["fi", "sv-SE"]) : oneOf(random, ["en", "en", "sv"]);
      const before = contents.get(language.toLowerCase()) ?? "";
      translations.set(language, asSaved(before, asEdited(edited(stage, before))));
    }
    if (random() < 0.01) translations.set(oneOf(random, [...translations.keys()]).toUpperCase(), unique());
    if (random() < 0.15)
      for (const [language, content] of contents)
        if (![...translations.keys()].some((key) => key.toLowerCase() === language))
          translations.set(language, content);
  }
  const own: Change = {
    translations,
    ...(translations.size === 0 || random() < 0.15
      ? { fields: { ...(random() < 0.3 ? fieldsOf(base) : {}), ...fieldOf(stage, base) } }
      : {}),
  };
  const wish = random() < theme.wishes ? stage.wishes.findLast(({ textId }) => textId === base.id) : undefined;
  return wish === undefined ? own : withWish(stage, own, { base, wish });
}

/** Adds a part of what somebody else wants: the fields that they change, and the languages whose base is the same. */
function withWish(
  stage: Stage,
  { translations, fields }: Change,
  { base, wish }: { readonly base: LibraryText; readonly wish: Attempt },
): Change {
  const [before, contents] = [fieldsOf(wish.base), contentsOf(base)];
  const same = [...(wish.change.translations ?? [])].filter(
    ([language]) => contentsOf(wish.base).get(language.toLowerCase()) === contents.get(language.toLowerCase()),
  );
  const kept = [...(translations ?? [])].filter(
    ([language]) => !same.some(([other]) => other.toLowerCase() === language.toLowerCase()),
  );
  const taken = same.map(
    ([language, content]) =>
      [
        language,
        stage.theme.beyond > 0 && stage.random() < stage.theme.beyond ? edited(stage, content) : content,
      ] as const,
  );
  return {
    translations: new Map([...kept, ...taken]),
    fields: {
      ...fields,
      ...Object.fromEntries(
        Object.entries(wish.change.fields ?? {}).filter(([field, value]) => before[field as keyof Fields] !== value),
      ),
    },
  };
}

/** Returns what a save makes of the edited text: the same lines, with their previous line endings. */
function asSaved(before: string, typed: string): string {
  const saved = restoreLineEnds(before, typed);
  const [wanted, lines] = [typed, saved].map((content) =>
    linesOf(content)
      .map((line) => line.trimEnd())
      .join("\n"),
  );
  if (wanted !== lines)
    throw new Wrong(`Of the lines ${JSON.stringify(typed)} a save would make ${JSON.stringify(saved)}`);
  const known = linesOf(before);
  const knownAs = (line: string): readonly string[] => known.filter((other) => other.trimEnd() === line.trimEnd());
  const changed = linesOf(saved).find(
    (line) =>
      line.endsWith("\n") &&
      knownAs(line).length === 1 &&
      knownAs(line).some((other) => other.endsWith("\n") && other !== line),
  );
  if (changed !== undefined)
    throw new Wrong(`A save would change the end of the line ${JSON.stringify(changed)}, which nobody touched`);
  return saved;
}

/** An editor has one line ending per document: that of the first line. */
function asEdited(content: string): string {
  return content.replaceAll(/\r?\n/g, /^[^\n]*\r\n/.test(content) ? "\r\n" : "\n");
}

/** Edits lines, which keep their own line endings. */
function edited({ random, unique, theme }: Stage, content: string): string {
  const isOpen = !content.endsWith("\n"),
    end = /\r?\n/.exec(content)?.[0] ?? "\n";
  const lines = linesOf(content).map((line) => (line.endsWith("\n") ? line : line + end));
  for (let edits = 1 + below(random, 2); edits > 0; edits -= 1) {
    const at = random() < theme.below ? lines.length : below(random, lines.length + 1),
      kind = random();
    if (kind < 0.6 && at < lines.length) lines[at] = unique() + (lines[at]?.slice(lines[at].trimEnd().length) ?? end);
    else if (kind < 0.75 && at < lines.length && lines.length > 2) lines.splice(at, 1);
    else lines.splice(at, 0, unique() + end);
  }
  const whole = lines.join("");
  return isOpen ? whole.trimEnd() : whole;
}

function fieldOf({ random, unique, library }: Stage, base: LibraryText): Partial<Fields> {
  const now = fieldsOf(base);
  const language = now.defaultLanguage === "en" ? "sv" : "en";
  return oneOf<Partial<Fields>>(random, [
    { name: unique() },
    { name: unique() },
    { description: unique() },
    { isPublic: !now.isPublic },
    { defaultLanguage: random() < 0.5 ? language : language.toUpperCase() },
    { folderId: oneOf(random, library.folders) },
    { code: `t-${unique()}` },
    { contentType: (now.contentType + 1) % 3 },
  ]);
}

/**
 * Returns the content that an author with the same base wrote, as another author might paste it: the new lines get the
 * other line ending.
 */
function wished({ wishes }: Stage, text: LibraryText, language: string): string | undefined {
  const before = contentsOf(text).get(language);
  const wish = wishes.findLast(
    ({ textId, base, change }) =>
      textId === text.id && change.translations?.has(language) === true && contentsOf(base).get(language) === before,
  );
  const known = new Set(linesOf(before ?? ""));
  return wish === undefined
    ? undefined
    : linesOf(wish.change.translations?.get(language) ?? "")
        .map((line) =>
          known.has(line) ? line : line.endsWith("\r\n") ? line.replace("\r\n", "\n") : line.replace("\n", "\r\n"),
        )
        .join("");
}

/** Acts as another tool, which reads and writes at any time. What it omits from a write is cleared. */
async function foreign(stage: Stage, tool: Writer & Author): Promise<void> {
  const { random, turns, library, unique, theme } = stage;
  for (let writes = below(random, theme.foreign + 1); writes > 0; writes -= 1) {
    for (let idle = below(random, 8); idle > 0; idle -= 1) await turns.next(tool);
    const id = oneOf(random, stage.texts);
    const read = await library.look(id);
    if (read === null) continue;
    for (let idle = random() < 0.5 ? 0 : 1 + below(random, 3); idle > 0; idle -= 1) await turns.next(tool);
    const { id: _, createdDate: __, updatedDate: ___, translations: ____, ...fields } = read;
    const language = oneOf(random, ["en", "sv"]);
    const translations = {
      [language]: {
        content:
          (random() < theme.wishes ? wished(stage, read, language) : undefined) ??
          edited(stage, contentsOf(read).get(language) ?? ""),
      },
    };
    const { folderId, code, contentType } = read;
    const body = oneOf<Record<string, unknown>>(random, [
      { folderId, code, contentType },
      { folderId, code, contentType, translations },
      { ...fields, translations },
      { ...fields, translations },
      { ...fields, reviewer: unique() },
      { ...fields, folderId: oneOf(random, library.folders) },
      { ...fields, isPublic: false },
      { ...fields, name: unique(), translations },
    ]);
    const gone = random() < 0.04;
    await library.foreign(id, gone ? undefined : body);
    await seeText(stage, tool, id);
  }
}
