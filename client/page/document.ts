/** What every page of a panel shares: its elements, its translated words, and its messages to the extension host. */

declare function acquireVsCodeApi(): unknown;

/** Returns the element with this id. Throws if the page has no such element of this type. */
export function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page lacks #${id}.`);
  return found;
}

/** The sentences that the extension host translated for the script of the page. */
export const pageWords = <Words>(): Words => JSON.parse(document.body.dataset["words"] ?? "") as Words;

interface Host<Message, State> {
  postMessage(message: Message): void;
  /** The state that the page kept before it was loaded again. */
  getState(): State | undefined;
  setState(state: State): void;
}

/** VS Code provides the host only once per page. */
export const openHost = <Message, State = never>(): Host<Message, State> => acquireVsCodeApi() as Host<Message, State>;
