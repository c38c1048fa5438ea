/**
 * Keeps the progress of the library's translations up to date: the first request looks at every text, later ones only
 * at those that changed. Does nothing before the first request. A cancelled pass continues where it stopped.
 */
import { translationStates } from "../../language/index.ts";
import type { Catalog, Context, TextChange } from "../../language/index.ts";
import { createTally } from "./languageTally.ts";
import type { LanguageProgressParams, LanguageProgressResult, WorklistParams, WorklistResult } from "../protocol.ts";
import { newTurn } from "../turn.ts";

interface LanguageProgressOptions {
  readonly catalog: () => Catalog;
  /** Returns another object after a switch of libraries; earlier counts are then discarded. */
  readonly library: () => unknown;
  /** The context in which references of library texts are looked up. */
  readonly context: () => Promise<Context>;
  /** Called after every change that follows the first request. */
  readonly changed: (params: LanguageProgressParams) => void;
}

export interface LanguageProgress {
  ask(options: { readonly signal: AbortSignal }): Promise<LanguageProgressResult>;
  list(params: WorklistParams, options: { readonly signal: AbortSignal }): Promise<WorklistResult>;
  /** Some texts of the library changed, or anything may have changed (null). */
  changed(change: Pick<TextChange, "textIds"> | null): void;
}

export function createLanguageProgress({
  catalog,
  library,
  context,
  changed,
}: LanguageProgressOptions): LanguageProgress {
  let tally = createTally();
  /** The ids of the texts that are still to be looked at; undefined for all texts of the library. */
  let waiting: Set<string> | undefined;
  let wasAsked = false;
  let counted: unknown;
  /** Passes run one after another: they share the set of waiting texts. */
  let looking: Promise<unknown> = Promise.resolve();

  async function look(signal: AbortSignal): Promise<void> {
    const surroundings = await context();
    if (library() !== counted) waiting = undefined;
    counted = library();
    if (waiting === undefined) {
      const all = catalog().search("", { limit: Number.MAX_SAFE_INTEGER });
      tally = createTally();
      waiting = new Set(all.state === "known" ? all.value.map(({ id }) => id) : []);
    }
    const turn = newTurn({ signal });
    // A text that changes during the loop joins the set, so the loop reaches it. If everything may have changed, this
    // set is no longer used, and the loop ends.
    for (const mine = waiting; mine === waiting && mine.size > 0;) {
      for (const id of mine) {
        if (turn.isOver()) {
          await turn.pass();
          if (mine !== waiting) break;
        }
        mine.delete(id);
        lookAt(id, { ...surroundings, catalog: catalog() });
      }
    }
    if (waiting === undefined) await look(signal);
  }

  function lookAt(id: string, surroundings: Context): void {
    const text = surroundings.catalog.text(id);
    if (text.state !== "known") return tally.remove(id);
    const { folderId, code } = text.value;
    tally.put({ id, folderId, code, states: translationStates(text.value, surroundings) });
  }

  function inTurn<T>(signal: AbortSignal, answer: () => T): Promise<T> {
    wasAsked = true;
    const turn = looking.then(async () => {
      signal.throwIfAborted();
      await look(signal);
      return answer();
    });
    looking = turn.catch(() => undefined);
    return turn;
  }

  const isKnown = (): boolean => catalog().languages().state === "known";

  return {
    ask: ({ signal }) =>
      inTurn(signal, () => ({ known: isKnown(), languages: tally.languages(), folders: tally.folders() })),
    list: ({ language, kind, folderIds, textIds, limit }, { signal }) =>
      inTurn(signal, () => {
        const ids = tally.waiting({
          language,
          kind,
          folderIds: folderIds && new Set(folderIds),
          ...(textIds && { textIds }),
        });
        const texts = ids.slice(0, limit).flatMap((id) => {
          const text = catalog().text(id);
          return text.state === "known" ? [text.value] : [];
        });
        return { known: isKnown(), total: ids.length, texts };
      }),
    changed(change) {
      if (!wasAsked) return;
      if (change === null) waiting = undefined;
      else for (const id of change.textIds) waiting?.add(id);
      changed({ textIds: change && [...change.textIds] });
    },
  };
}
