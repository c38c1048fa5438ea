/**
 * Smartforms that the service does not list. It lists the active ones: of every other id only the service itself can say whether there is such a
 * Smartform, so that it is asked, once, when somebody wants to know. Until then, and where it does not say, nothing is known of it.
 */
import { unknown } from "../language/index.ts";
import type { Answer, Smartform } from "../language/index.ts";

export interface Unlisted {
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
}

/** Milliseconds without a new question: an id that is still being written is not asked about. */
const quiet = 1000;

/** Ids of one asking: nobody writes more. */
const most = 50;

export function unlistedSmartforms({ read, told }: Ports): Unlisted {
  const said = new Map<string, Answer<Smartform>>();
  const wanted = new Set<string>();
  let waiting: NodeJS.Timeout | undefined;

  async function ask(): Promise<boolean> {
    clearTimeout(waiting);
    const ids = [...wanted].filter((id) => ![...wanted].some((other) => other !== id && other.startsWith(id))).slice(-most);
    wanted.clear();
    const asked = new Map(said);
    const answers = await Promise.allSettled(ids.map((id) => read(id)));
    for (const [index, id] of ids.entries()) {
      const answer = answers[index];
      if (answer?.status === "fulfilled") said.set(id, answer.value);
    }
    const isNews = ids.some((id) => (said.get(id) ?? unknown).state !== (asked.get(id) ?? unknown).state);
    if (isNews) told();
    return isNews;
  }

  return {
    answerFor(id) {
      const answer = said.get(id);
      if (answer !== undefined) return answer;
      wanted.add(id);
      clearTimeout(waiting);
      waiting = setTimeout(() => void ask(), quiet).unref();
      return unknown;
    },
    ask,
    forget: () => said.clear(),
    close: () => clearTimeout(waiting),
  };
}
