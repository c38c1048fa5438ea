/**
 * Records texts in the history: every answer about one whole text passes through here. Before a change of a text is
 * sent, everything that was read of the text is written to disk, so that the replaced content is kept. Lists are not
 * recorded: their items may be incomplete. Does not use `vscode`.
 */
import { isApiError } from "../../api/index.ts";
import type { AnyRequest, Api, OperationId } from "../../api/index.ts";
import type { LibraryText } from "../guard/writePlan.ts";
import type { History } from "./history.ts";

export interface Recording {
  /** For everything that the user does: each text that is read is recorded. */
  readonly api: Api;
  /** For reading the whole library: records only texts that are already in the history. */
  readonly bulkApi: Api;
}

interface Sent {
  /** By language. */
  readonly contents: ReadonlyMap<string, string>;
  /** Whether the service has answered the change: from then on, a new reading serves as the read-back. */
  isAnswered: boolean;
}

type Call = (operation: OperationId, request: AnyRequest, ...options: readonly unknown[]) => Promise<unknown>;

export function recording(api: Api, history: History): Recording {
  /** Changes that were sent and not read back yet, by text. */
  const unread = new Map<string, Sent>();
  /** How many changes of a text were answered. */
  const answered = new Map<string, number>();
  /** Texts whose deletion was requested. If the answer is lost, a later reading shows whether the text was deleted. */
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
            // If the service answered a change while the text was being read, the text may still hold the content from
            // before the change. That content would be recorded as the newer version.
            if (answered.get(id) !== changes) return text;
            // Another save may have been sent during the reading: the text may hold the content of either save.
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

/** Whether the text has at least one of these contents. */
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
