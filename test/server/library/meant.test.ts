/**
 * A request for the library of one company is never answered from another library, whether the window switches before
 * the request, switches while the answer is computed, or switches away and back meanwhile.
 */
import assert from "node:assert/strict";
import type { Library } from "../../../server/library/library.ts";
import { ofMeant } from "../../../server/library/meant.ts";

interface Row {
  readonly name: string;
  /** The library that the request names; undefined if it names none. */
  readonly meant: string | undefined;
  readonly opened: string;
  /** The libraries that are opened during each attempt to answer. */
  readonly turns: readonly (readonly string[])[];
  /** The library that was open at the end of each attempt. */
  readonly looks: readonly string[];
  readonly answer: string | undefined;
}

const rows: readonly Row[] = [
  { name: "the library that is open", meant: "north", opened: "north", turns: [], looks: ["north"], answer: "north" },
  { name: "another one is open", meant: "north", opened: "south", turns: [], looks: [], answer: undefined },
  { name: "none is open", meant: "north", opened: "", turns: [], looks: [], answer: undefined },
  {
    name: "the window switches meanwhile",
    meant: "north",
    opened: "north",
    turns: [["south"]],
    looks: ["south"],
    answer: undefined,
  },
  {
    name: "the window switches and comes back meanwhile",
    meant: "north",
    opened: "north",
    turns: [["south", "north"]],
    looks: ["north", "north"],
    answer: "north",
  },
  {
    name: "the library is opened again meanwhile",
    meant: "north",
    opened: "north",
    turns: [["north"], ["north"]],
    looks: ["north", "north", "north"],
    answer: "north",
  },
  {
    name: "the request names no library",
    meant: undefined,
    opened: "north",
    turns: [["south"]],
    looks: ["south"],
    answer: "south",
  },
];

describe("the library that a request means", () => {
  const libraryOf = (owner: string): Library => ({ ...(owner === "" ? {} : { owner }) }) as Library;

  for (const { name, meant, opened, turns, looks, answer } of rows) {
    it(`${answer === undefined ? "gives no answer" : "gives its own answer"} if ${name}`, async () => {
      let library = libraryOf(opened);
      const seen: string[] = [];
      const work = async (): Promise<string> => {
        for (const next of turns[seen.length] ?? []) library = libraryOf(next);
        seen.push(library.owner ?? "");
        return library.owner ?? "";
      };
      const switched = Promise.resolve();
      const asked = ofMeant(
        meant === undefined ? {} : { owner: meant },
        { library: () => library, switched: () => switched },
        work,
      );
      if (answer === undefined) await assert.rejects(asked, { code: -32010 });
      else assert.equal(await asked, answer);
      assert.deepEqual(seen, looks);
    });
  }

  it("is looked up once the last switch is over, however many happen meanwhile", async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let [switching, library] = [first.promise, libraryOf("")];
    const asked = ofMeant(
      { owner: "north" },
      { library: () => library, switched: () => switching },
      () => library.owner,
    );
    switching = second.promise;
    first.resolve();
    await new Promise(setImmediate);
    library = libraryOf("north");
    second.resolve();
    assert.equal(await asked, "north");
  });
});
