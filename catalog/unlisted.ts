/**
 * Smartforms that the service does not list. It lists the active ones: of every other id only the service itself can
 * say whether there is such a Smartform, so that it is asked when somebody wants to know. Until then, and where it does
 * not say, nothing is known of it. One that there was not may have been made since.
 */
import { unknown } from "../language/index.ts";
import type { Answer, Smartform } from "../language/index.ts";

interface Unlisted {
  /** What was said of this id; unknown, and asked for soon, where nothing was. */
  answerFor(id: string): Answer<Smartform>;
  /** Asks now. True where something was said. */
  ask(): Promise<boolean>;
  /** Everything is asked for once more when it is wanted again. */
  forget(): void;
  close(): void;
}

interface Ports {
  /** Rejects where the service could not be asked. */
  readonly read: (id: string) => Promise<Answer<Smartform>>;
  /** Something was said. */
  readonly told: () => void;
  /** In milliseconds. */
  readonly now?: () => number;
}

interface Said {
  /** unknown where nothing was said. */
  readonly answer: Answer<Smartform>;
  /** When the next question may be asked. */
  readonly again: number;
}

/** Milliseconds without a new question: an id that is still being written is not asked about. */
const quiet = 1000;

/** Milliseconds before the next question about the same id, by what was said of it. */
const pauses = { known: Infinity, absent: 60_000, unknown: 300_000 };

/** Ids of one asking: nobody writes more. */
const most = 50;
/** Ids that are kept until then, among them beginnings of others: the newest. */
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
    // As where the question fails, until it is answered: what was said before stays.
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
