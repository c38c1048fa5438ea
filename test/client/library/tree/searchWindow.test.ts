/** The list of "Search the Text Library" while the author types. */
import assert from "node:assert/strict";
import type { LibraryOf } from "../../../../client/library/library.ts";
import type * as SearchModule from "../../../../client/library/tree/search.ts";
import { begin, EventEmitter, inOwnWindow, messages, run, window } from "../../ownVscode.ts";

const { registerSearch } = await inOwnWindow<typeof SearchModule>("client/library/tree/search.ts");

interface Asked {
  readonly query: string;
  readonly signal: AbortSignal;
  readonly answer: PromiseWithResolvers<unknown>;
}

describe("the search in the Text Library", () => {
  const asked: Asked[] = [];
  const changed = new EventEmitter<string>();
  let isOpen = false;

  before(async () => {
    begin();
    const hidden = new EventEmitter<void>();
    const list = {
      items: [],
      activeItems: [],
      selectedItems: [],
      onDidAccept: new EventEmitter<void>().event,
      onDidHide: hidden.event,
      onDidChangeValue: changed.event,
      dispose() {},
      show() {
        isOpen = true;
      },
      hide() {
        isOpen = false;
        hidden.fire();
      },
    };
    Object.assign(window, { createQuickPick: () => list });
    const find = (
      { query }: { readonly query: string },
      { signal }: { readonly signal: AbortSignal },
    ): Promise<unknown> => {
      const answer = Promise.withResolvers<unknown>();
      asked.push({ query, signal, answer });
      return answer.promise;
    };
    const library = { folders: async () => ({ known: true, folders: [] }), find } as unknown as LibraryOf;
    const services = {
      connections: { session: async () => ({ name: "north", identity: "north" }) },
      server: { onNotification: () => ({ dispose() {} }) },
      log: { error() {} },
    };
    registerSearch(services as unknown as Parameters<typeof registerSearch>[0], {
      of: () => library,
      refresh: async () => undefined,
    });
    await run("smartform.textLibrary.search");
  });

  after(() => void Reflect.deleteProperty(window, "createQuickPick"));

  it("stays open if a keystroke cancelled the request before it", async () => {
    changed.fire("a");
    changed.fire("ab");
    const [, first, second] = asked;
    assert.deepEqual([first?.signal.aborted, second?.signal.aborted], [true, false]);
    first?.answer.reject(new Error("Cancelled."));
    await new Promise(setImmediate);
    assert.deepEqual([isOpen, messages()], [true, []]);
  });

  it("closes and says why if the last request fails", async () => {
    asked.at(-1)?.answer.reject(new Error("The server ended."));
    await new Promise(setImmediate);
    assert.equal(isOpen, false);
    assert.deepEqual(
      messages().map(({ words }) => words),
      ["The server ended."],
    );
  });
});
