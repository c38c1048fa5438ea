/** Ownership: work that waited continues only in its own library, whatever the connections are called by then. */
import assert from "node:assert/strict";
import {
  givenOwner,
  goOnIn,
  NotConnected,
  OtherLibrary,
  owned,
  ownerOf,
  sessionFor,
  sessionHere,
  sessionOf,
} from "../../../client/connections/ownerModel.ts";
import type { Ways } from "../../../client/connections/ownerModel.ts";

interface Session {
  readonly name: string;
  readonly identity: string;
}

const owner = { identity: "service one", connection: "strandby" };

/** A window with these connections: each name with the identity that it leads to. */
function waysOf(leads: Readonly<Record<string, string>>, current = Object.keys(leads)[0]): Ways<Session> {
  const named = async (name: string): Promise<Session> => {
    const identity = leads[name];
    if (identity === undefined) throw new NotConnected(`There is no connection named ${name}.`);
    return { name, identity };
  };
  return {
    named,
    current: () => named(current ?? ""),
    namesOf: (identity) => Object.keys(leads).filter((name) => leads[name] === identity),
  };
}

/** A window whose own sandbox has the same name as the computer's sandbox. */
const twoSandboxes: Ways<Session> = {
  ...waysOf({ sandbox: "sandbox of-the-window" }, "sandbox"),
  namesOf: () => ["sandbox"],
};
const otherSandbox = { identity: "sandbox of-the-computer", connection: "sandbox" };

describe("the session of an owner", () => {
  const found = (leads: Readonly<Record<string, string>>) => sessionOf(waysOf(leads), owner);

  it("is that of its connection", async () =>
    assert.deepEqual(await found({ nordby: "service two", strandby: "service one" }), {
      name: "strandby",
      identity: "service one",
    }));
  it("is found under another name", async () =>
    assert.equal((await found({ nordby: "service two", renamed: "service one" })).name, "renamed"));
  it("is found under another name if its own leads elsewhere", async () =>
    assert.equal((await found({ strandby: "service two", renamed: "service one" })).name, "renamed"));
  it("is that of its former name if two lead there", async () =>
    assert.equal((await found({ another: "service one", strandby: "service one" })).name, "strandby"));
  it("is refused if its name leads to another company", () =>
    assert.rejects(found({ strandby: "service two" }), {
      name: "NotConnected",
      message: /the connection strandby used before\. No connection uses them now/,
    }));
  it("is refused in words of its own if it belongs to the sandbox of another window", () =>
    assert.rejects(sessionOf(twoSandboxes, otherSandbox), {
      name: "NotConnected",
      message: /^This belongs to a sandbox other than/,
    }));
  it("is refused if the connection was passed on while it was looked up", () =>
    assert.rejects(
      sessionOf(
        { ...waysOf({ strandby: "service one" }), named: async (name) => ({ name, identity: "service two" }) },
        owner,
      ),
      NotConnected,
    ));
});

describe("the session of the window, for an owner", () => {
  it("is returned if it belongs to the owner, under any name", async () =>
    assert.equal((await sessionHere(waysOf({ renamed: "service one" }), owner)).name, "renamed"));
  it("is refused in words of its own if it belongs to the sandbox of another window", () =>
    assert.rejects(sessionHere(twoSandboxes, otherSandbox), {
      name: "OtherLibrary",
      message: /^This belongs to a sandbox other than/,
    }));
  it("is refused with both names if it belongs to another", () =>
    assert.rejects(sessionHere(waysOf({ nordby: "service two", strandby: "service one" }), owner), {
      message:
        "This belongs to strandby, and this window is connected to nordby. Nothing was done. Switch to strandby and try again.",
    }));
});

describe("an item of another library under the same name", () => {
  it("is refused with the reason that the name was passed on", () =>
    assert.rejects(sessionHere(waysOf({ strandby: "service two" }), owner), {
      message:
        "This belongs to another service or client, because the connection strandby has been changed. Nothing was done. Change the connection back in your settings, and try again.",
    }));
});

describe("the session of a command on a row", () => {
  const connections = (leads: Readonly<Record<string, string>>) => ({
    session: waysOf(leads).current,
    here: (whose: typeof owner) => sessionHere(waysOf(leads), whose),
  });
  const [row] = owned([{ id: "1" }], owner);
  const [anybodys] = owned([{ id: "1" }], undefined);

  it("is that of the window if the row belongs to it, or to no library", async () => {
    for (const given of [row, anybodys, undefined])
      assert.equal((await sessionFor(connections({ renamed: "service one" }), given)).name, "renamed");
  });
  it("is refused if the row belongs to another", () =>
    assert.rejects(sessionFor(connections({ nordby: "service two" }), row), OtherLibrary));
  it("accepts an argument only if it names a whole owner", () => {
    assert.deepEqual(givenOwner({ ...row, more: 1 }), { owner });
    for (const given of [
      undefined,
      null,
      1,
      "owner",
      {},
      { owner: "service one" },
      { owner: { identity: "service one" } },
      { owner: { identity: 1, connection: "strandby" } },
    ])
      assert.deepEqual(givenOwner(given), {});
  });
  it("keeps the message of a failure, and adds nothing about another library", () =>
    assert.rejects(
      goOnIn(
        owner,
        {
          here: () => Promise.reject(new Error("no")),
          session: waysOf({}).current,
          ask: () => Promise.resolve(true),
          use: () => Promise.resolve(),
        },
        () => Promise.resolve(),
      ),
      { message: "no" },
    ));
});

describe("an action that waited for a click", () => {
  /**
   * Presses a button whose work belongs to strandby while the window uses nordby. `answers`: the author's answers, in
   * order. Returns what was done and what was asked.
   */
  async function press(
    answers: readonly boolean[],
    leads: Readonly<Record<string, string>> = { nordby: "service two", strandby: "service one" },
  ): Promise<{ readonly done: readonly string[]; readonly asked: readonly string[] }> {
    const [done, asked, left]: readonly [string[], string[], boolean[]] = [[], [], [...answers]];
    let current: string | undefined;
    const ways = (): Ways<Session> => waysOf(leads, current);
    await goOnIn(
      owner,
      {
        here: (whose) => sessionHere(ways(), whose),
        session: (options) => sessionOf(ways(), options.owner),
        use: async (name) => void (current = name),
        async ask({ owner: name, here, button }) {
          asked.push(`${name}, not ${here}: ${button}`);
          return left.shift() ?? false;
        },
      },
      async (session) => void done.push(ownerOf(session).connection),
    );
    return { done, asked };
  }
  const question = "strandby, not nordby: Switch to strandby and Try Again";

  it("continues at once in its own library", async () =>
    assert.deepEqual(await press([], { strandby: "service one" }), { done: ["strandby"], asked: [] }));
  it("does nothing in another library if the author leaves it", async () =>
    assert.deepEqual(await press([false]), { done: [], asked: [question] }));
  it("continues after the author went back", async () =>
    assert.deepEqual(await press([true]), { done: ["strandby"], asked: [question] }));
  it("says so if no connection leads back", () =>
    assert.rejects(press([true], { nordby: "service two" }), NotConnected));
  it("names the other library by its kind", async () =>
    assert.ok(
      await sessionHere(waysOf({ nordby: "service two" }), owner).catch(
        (error: unknown) => error instanceof OtherLibrary,
      ),
    ));
});
