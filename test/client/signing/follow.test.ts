/**
 * Following orders: an order is read only while somebody looks, at growing intervals. A notice reports each change. An
 * order that has ended is no longer followed.
 */
import assert from "node:assert/strict";
import { ApiError } from "../../../api/index.ts";
import type { Api, SigningOrder } from "../../../api/index.ts";
import { changesBetween, createFollowing, mostFollowed, pace } from "../../../client/signing/followModel.ts";
import type { FollowPorts, News } from "../../../client/signing/followModel.ts";

const identity = "a connection";

/**
 * Returns a fake service and clock: time moves only when a test says so, and orders have the state that a test sets.
 */
function theatre(given: Partial<FollowPorts> = {}) {
  const state = new Map<string, unknown>();
  const orders = new Map<string, SigningOrder | (() => Promise<SigningOrder>)>();
  const news: News[] = [];
  const failures: unknown[] = [];
  const waits: number[] = [];
  let planned: (() => void) | undefined;
  let reads = 0;
  let busy: Promise<unknown> = Promise.resolve();
  const call = async (
    _: string,
    { path: { id } }: { readonly path: { readonly id: string } },
  ): Promise<SigningOrder> => {
    reads += 1;
    const order = orders.get(id);
    if (order === undefined) throw new ApiError("not-found", "signing.orders.get", "none", "Not there.");
    return typeof order === "function" ? order() : order;
  };
  const ports: FollowPorts = {
    session: async () => ({ identity, name: "acme", api: { call } as unknown as Api }),
    store: {
      get: (key) => state.get(key),
      update: async (key, value) => void state.set(key, JSON.parse(JSON.stringify(value))),
    },
    later(milliseconds, act) {
      waits.push(milliseconds);
      planned = act;
      return () => (planned = planned === act ? undefined : planned);
    },
    onNews: (each) => news.push(each),
    onRead: () => undefined,
    onFailure: (error) => failures.push(error),
    ...given,
  };
  const following = createFollowing(ports);
  return {
    following,
    orders,
    news,
    failures,
    waits,
    state,
    ports,
    reads: () => reads,
    isPlanned: () => planned !== undefined,
    /** Runs the planned round; resolves when it is over. */
    async pass() {
      const act = planned;
      planned = undefined;
      act?.();
      busy = new Promise((resolve) => setImmediate(resolve));
      for (let turn = 0; turn < 20; turn += 1) await busy;
    },
    async settle() {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const order = (status: number, more: object = {}): SigningOrder => ({
  id: "o-1",
  packageName: "Lease",
  status,
  signatories: [{ emailAddress: "asa@example.com", signStatus: 1 }],
  ...more,
});

const told = (news: readonly News[]): readonly (readonly string[])[] =>
  news.flatMap((each) => (each.kind === "changed" ? [each.sentences] : []));

describe("following signing orders", () => {
  it("reads nothing while the view is hidden, and nothing if nothing is followed", async () => {
    const { following, reads, orders, pass, settle } = theatre();
    following.look(true);
    await settle();
    assert.equal(reads(), 0);
    following.look(false);
    orders.set("o-1", order(1));
    await following.follow(identity, order(1));
    await pass();
    assert.equal(reads(), 0);
    following.look(true);
    await settle();
    assert.equal(reads(), 1);
  });

  it("waits ever longer while nothing changes, at most five minutes, and starts again with a change", async () => {
    const { following, orders, waits, news, pass } = theatre();
    orders.set("o-1", order(1));
    following.look(true);
    await following.follow(identity, order(1));
    for (let round = 0; round < 12; round += 1) await pass();
    assert.deepEqual([waits[0], waits[1], waits.at(-1)], [pace.first, pace.first * 1.5, pace.longest]);
    assert.ok(waits.every((wait, index) => index === 0 || wait >= (waits[index - 1] ?? 0)));
    assert.equal(news.length, 0);
    orders.set("o-1", order(5, { signatories: [{ emailAddress: "asa@example.com", signStatus: 3 }] }));
    await pass();
    assert.equal(waits.at(-1), pace.first);
    assert.deepEqual(told(news), [["Lease: created → in progress.", "asa@example.com: created → completed."]]);
  });

  for (const status of [10, 20, 50, 70]) {
    it(`reports the end of an order with status ${status}, and stops following it`, async () => {
      const { following, orders, news, pass, reads } = theatre();
      following.look(true);
      await following.follow(identity, order(5));
      orders.set("o-1", order(status));
      await pass();
      assert.deepEqual(
        news.map(({ kind }) => kind),
        ["over"],
      );
      assert.deepEqual(following.followed(identity), []);
      await pass();
      assert.equal(reads(), 1);
    });
  }

  it("T125 continues after an undocumented status, and after an error", async () => {
    const { following, orders, news, pass } = theatre();
    following.look(true);
    await following.follow(identity, order(5));
    for (const status of [42, 99]) {
      orders.set("o-1", order(status));
      await pass();
    }
    assert.deepEqual(
      told(news).map(([first]) => first),
      ["Lease: in progress → status 42.", "Lease: status 42 → error."],
    );
    assert.deepEqual(following.followed(identity), ["o-1"]);
  });

  it("says of an order that is no longer shown only that, and stops following it", async () => {
    const { following, news, pass } = theatre();
    following.look(true);
    await following.follow(identity, order(5));
    await pass();
    assert.deepEqual(news, [{ kind: "not-shown", id: "o-1" }]);
    assert.deepEqual(following.followed(identity), []);
  });

  it("reads later if a round failed, and as late as the service asks", async () => {
    const { following, orders, waits, failures, news, pass } = theatre();
    following.look(true);
    await following.follow(identity, order(5));
    orders.set("o-1", async () => {
      throw new ApiError("rate-limited", "signing.orders.get", "none", "Later.", { retryAfter: 900 });
    });
    await pass();
    assert.deepEqual([waits.at(-1), failures.length, news.length], [900_000, 1, 0]);
    assert.deepEqual(following.followed(identity), ["o-1"]);
  });

  it("stores only ids, and continues with them after a restart", async () => {
    const first = theatre();
    await first.following.follow(identity, order(5));
    assert.deepEqual([...first.state.values()], [{ [identity]: ["o-1"] }]);
    first.following.dispose();
    const second = theatre({ store: first.ports.store });
    assert.deepEqual(second.following.followed(identity), ["o-1"]);
    assert.deepEqual(second.following.followed("another connection"), []);
    second.orders.set("o-1", order(5));
    second.following.look(true);
    await second.settle();
    assert.deepEqual([second.reads(), second.news.length], [1, 0]);
  });

  it("stops reading an order that is no longer followed, and one that is out of view", async () => {
    const { following, orders, reads, pass, isPlanned } = theatre();
    orders.set("o-1", order(5));
    following.look(true);
    await following.follow(identity, order(5));
    await following.unfollow(identity, "o-1");
    await pass();
    assert.equal(reads(), 0);
    await following.follow(identity, order(5));
    following.look(false);
    assert.equal(isPlanned(), false);
  });

  it("says nothing about an order that is dropped while it is read", async () => {
    const { following, orders, news, pass } = theatre();
    following.look(true);
    await following.follow(identity, order(5));
    orders.set("o-1", async () => {
      await following.unfollow(identity, "o-1");
      return order(10);
    });
    await pass();
    assert.deepEqual(news, []);
  });

  it(`follows at most ${mostFollowed} orders of a connection`, async () => {
    const { following } = theatre();
    for (let number = 0; number < mostFollowed; number += 1)
      await following.follow(identity, order(5, { id: `o-${number}` }));
    await assert.rejects(
      following.follow(identity, order(5, { id: "one more" })),
      /Stop following one of them before you follow another/,
    );
  });

  it("compares signatories by their place, and reports nothing about a new one", () => {
    const before = order(5, { signatories: [{ emailAddress: "a", signStatus: 1 }] });
    assert.deepEqual(
      changesBetween(
        before,
        order(5, {
          signatories: [
            { emailAddress: "a", signStatus: 1 },
            { emailAddress: "b", signStatus: 1 },
          ],
        }),
      ),
      [],
    );
  });
});
