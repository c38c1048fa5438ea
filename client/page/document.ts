/** What every page of ours has: its elements, its words, and the extension host that it talks to. */

declare function acquireVsCodeApi(): unknown;

/** The element with this id. Throws where the page has none of the kind. */
export function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page lacks #${id}.`);
  return found;
}

/** The sentences that the extension host translated for the page's script. */
export const pageWords = <Words>(): Words => JSON.parse(document.body.dataset["words"] ?? "") as Words;

interface Host<Message, State> {
  postMessage(message: Message): void;
  /** What was kept before the window was loaded again. */
  getState(): State | undefined;
  setState(state: State): void;
}

/** VS Code gives it once to a page. */
export const openHost = <Message, State = never>(): Host<Message, State> => acquireVsCodeApi() as Host<Message, State>;
