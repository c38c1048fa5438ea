/**
 * Smartforms that the service does not list. The service lists active ones only, so an id that is not listed is asked
 * about when it is looked up. Until the answer, and if the answer is not clear, the Smartform is unknown. An absent
 * Smartform is asked about again later, because it may have been created since.
 */
import { unknown } from "../language/index.ts";
import type { Answer, Smartform } from "../language/index.ts";

interface Unlisted {
  /** Returns the last answer for this id. If there is none, returns unknown and schedules a request. */
  answerFor(id: string): Answer<Smartform>;
  /** Asks now. Resolves with true if something changed. */
  ask(): Promise<boolean>;
  /** Forgets all answers: each id is asked about again when it is next looked up. */
  forget(): void;
  close(): void;
}

interface Ports {
  /** Rejects if the service could not be reached. */
  readonly read: (id: string) => Promise<Answer<Smartform>>;
  /** Called when an answer changed. */
  readonly told: () => void;
  /** Returns the time in milliseconds. */
  readonly now?: () => number;
}

interface Said {
  /** unknown until the service answers. */
  readonly answer: Answer<Smartform>;
  /** When the id may be asked about again. */
  readonly again: number;
}

/** Debounce in milliseconds: an id that is still being typed is not asked about. */
const quiet = 1000;

/** Milliseconds until the same id is asked about again, by the kind of the last answer. */
const pauses = { known: Infinity, absent: 60_000, unknown: 300_000 };

/** The maximum number of ids per round: nobody writes more ids at once. */
const most = 50;
/**
 * The maximum number of ids that wait for a round, including the beginnings of ids that were still being typed. The
 * newest ids are kept.
 */
const mostWanted = 200;

export function unlistedSmartforms({ read, told, now = () => performance.now() }: Ports): Unlisted {
  const said = new Map<string, Said>();
  const wanted = new Set<string>();
  let waiting: NodeJS.Timeout | undefined;

  const answerOf = (id: string): Answer<Smartform> => said.get(id)?.answer ?? unknown;
  const keep = (id: string, answer: Answer<Smartform>) => said.set(id, { answer, again: now() + pauses[answer.state] });

  async function ask(): Promise<boolean> {
    clearTimeout(waiting);
    const sorted = [...wanted].sort();
    const begun = new Set(sorted.filter((id, index) => sorted[index + 1]?.startsWith(id)));
    const ids = [...wanted].filter((id) => !begun.has(id)).slice(-most);
    wanted.clear();
    // The pause until an id is asked about again begins now. The earlier answer stays until this request is answered,
    // and also if it fails.
    for (const id of ids) keep(id, answerOf(id));
    const answers = await Promise.allSettled(ids.map((id) => read(id)));
    let isNews = false;
    for (const [index, id] of ids.entries()) {
      const answer = answers[index];
      if (answer?.status !== "fulfilled") continue;
      isNews ||= answer.value.state !== answerOf(id).state;
      keep(id, answer.value);
    }
    if (isNews) told();
    return isNews;
  }

  return {
    answerFor(id) {
      const last = said.get(id);
      if (last === undefined || last.again <= now()) {
        wanted.delete(id);
        wanted.add(id);
        for (const oldest of wanted) {
          if (wanted.size <= mostWanted) break;
          wanted.delete(oldest);
        }
        clearTimeout(waiting);
        waiting = setTimeout(() => void ask(), quiet).unref();
      }
      return last?.answer ?? unknown;
    },
    ask,
    forget: () => said.clear(),
    close: () => clearTimeout(waiting),
  };
}
