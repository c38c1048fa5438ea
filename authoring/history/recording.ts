/**
 * Where the history hears of texts: every answer about one whole text passes here, whoever asked. What was read of a
 * text is written down before a change of it leaves, so that what a save replaces is kept. Lists are not listened to:
 * their items may be parts. Knows no `vscode`.
 */
import { isApiError } from "../../api/index.ts";
import type { AnyRequest, Api, OperationId } from "../../api/index.ts";
import type { LibraryText } from "../guard/writePlan.ts";
import type { History } from "./history.ts";

export interface Recording {
  /** For everything that a person does: each text that is read is kept. */
  readonly api: Api;
  /**
   * For the reading of the whole library: kept is only what becomes of texts that were read by the other one before.
   */
  readonly bulkApi: Api;
}

interface Sent {
  /** By language. */
  readonly contents: ReadonlyMap<string, string>;
  /** A reading that begins from then on reads it back. */
  isAnswered: boolean;
}

type Call = (operation: OperationId, request: AnyRequest, ...options: readonly unknown[]) => Promise<unknown>;

export function recording(api: Api, history: History): Recording {
  /** What was sent and not read back yet, by text. */
  const unread = new Map<string, Sent>();
  /** How many changes of a text were answered. */
  const answered = new Map<string, number>();
  /** Texts whose deletion was asked for: where the answer is lost, a later reading tells. */
  const deleting = new Set<string>();
  const call = api.call as Call;

  function listening(onlyIfKnown: boolean): Api {
    const heard: Call = async (operation, request, ...options) => {
      const id = String(request.path?.["id"] ?? "");
      switch (operation) {
        case "textlibrary.texts.get": {
          try {
            const [before, changes] = [unread.get(id), answered.get(id)];
            const text = (await call(operation, request, ...options)) as LibraryText;
            // A reading that began before a change was answered may hold what was there before: it would stand as the
            // newer version.
            if (answered.get(id) !== changes) return text;
            // The next save may have left meanwhile.
            const sent = [unread.get(id), before].find((each) => each !== undefined && holds(text, each.contents));
            history.read(text, { sent: sent?.contents, onlyIfKnown });
            if (before?.isAnswered === true && unread.get(id) === before) unread.delete(id);
            return text;
          } catch (error) {
            if (isApiError(error) && error.code === "not-found")
              history.gone(id, deleting.has(id) ? "deleted" : "missing");
            throw error;
          }
        }
        case "textlibrary.texts.update":
          history.settle();
          const sent: Sent = { contents: contentsIn(request.body), isAnswered: false };
          unread.set(id, sent);
          try {
            return await call(operation, request, ...options);
          } catch (error) {
            if (isApiError(error) && error.outcome === "none" && unread.get(id) === sent) unread.delete(id);
            throw error;
          } finally {
            sent.isAnswered = true;
            answered.set(id, (answered.get(id) ?? 0) + 1);
          }
        case "textlibrary.texts.create": {
          const answer = (await call(operation, request, ...options)) as { readonly id: string };
          unread.set(answer.id, { contents: contentsIn(request.body), isAnswered: true });
          return answer;
        }
        case "textlibrary.texts.delete": {
          history.beforeDeletion(id);
          history.settle();
          deleting.add(id);
          const answer = await call(operation, request, ...options);
          history.gone(id, "deleted");
          return answer;
        }
        default:
          return call(operation, request, ...options);
      }
    };
    return { ...api, call: heard as Api["call"] };
  }
  return { api: listening(false), bulkApi: listening(true) };
}

/** In at least one language. */
function holds({ translations }: LibraryText, contents: ReadonlyMap<string, string>): boolean {
  return Object.entries(translations ?? {}).some(
    ([language, { content }]) => contents.get(language.toLowerCase()) === content,
  );
}

function contentsIn(body: unknown): ReadonlyMap<string, string> {
  const { translations } = body as Partial<LibraryText>;
  return new Map(
    Object.entries(translations ?? {}).map(([language, { content }]) => [language.toLowerCase(), content]),
  );
}
