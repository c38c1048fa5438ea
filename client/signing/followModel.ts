/**
 * Follows orders: polls them while the view is visible, at growing intervals as long as nothing changes, and reports
 * changes. Only ids survive a restart. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { isApiError } from "../../api/index.ts";
import type { Api, SigningOrder } from "../../api/index.ts";
import { ownerOf } from "../connections/ownerModel.ts";
import type { Owner } from "../connections/ownerModel.ts";
import type { KeptState } from "../window/keptState.ts";
import { isOver, orderName, signatoryName, signStatusOf, statusOf } from "../records/signingOrderModel.ts";
import { readOrder } from "../records/signingOrdersModel.ts";

/** Milliseconds between two rounds: `first` after a change, and `longest` as the maximum. */
export const pace = { first: 15_000, longest: 300_000 } as const;

/** Maximum number of followed orders per connection: limited because every round reads each of them. */
export const mostFollowed = 20;

export type News =
  | { readonly kind: "changed"; readonly order: SigningOrder; readonly sentences: readonly string[] }
  /** The order has ended and is no longer followed. */
  | { readonly kind: "over"; readonly order: SigningOrder; readonly sentences: readonly string[] }
  /**
   * The service no longer shows the order, which does not prove that it was deleted. The order is no longer followed.
   */
  | { readonly kind: "not-shown"; readonly id: string };

export interface FollowPorts {
  /** Returns the session of the connection in use; rejects if there is none. */
  readonly session: () => Promise<{ readonly identity: string; readonly name: string; readonly api: Api }>;
  readonly store: KeptState;
  /** Calls `act` once after that many milliseconds; returns a function that cancels it. */
  readonly later: (milliseconds: number, act: () => void) => () => void;
  readonly onNews: (news: News, owner: Owner) => void;
  /** Called for every order read, changed or not. */
  readonly onRead: (order: SigningOrder, owner: Owner) => void;
  /** Called if a round failed; the next one follows later. */
  readonly onFailure: (error: unknown) => void;
}

export interface Following {
  /** Rejects if the maximum number of orders is already followed. */
  follow(identity: string, order: SigningOrder): Promise<void>;
  unfollow(identity: string, id: string): Promise<void>;
  followed(identity: string): readonly string[];
  /** `visible`: whether the view is visible. Nothing is read while it is not. */
  look(visible: boolean): void;
  dispose(): void;
}

const key = "smartform.signing.followed";
const kept = z.record(z.string(), z.array(z.string()));

export function createFollowing({ session, store, later, onNews, onRead, onFailure }: FollowPorts): Following {
  /** Orders as last read, by identity and id. */
  const seen = new Map<string, SigningOrder>();
  let visible = false;
  let delay: number = pace.first;
  let cancel: (() => void) | undefined;
  let running: AbortController | undefined;

  function all(): Readonly<Record<string, readonly string[]>> {
    return kept.safeParse(store.get(key)).data ?? {};
  }

  function followed(identity: string): readonly string[] {
    const ids = all();
    return Object.hasOwn(ids, identity) ? (ids[identity] ?? []) : [];
  }

  async function keep(identity: string, ids: readonly string[]): Promise<void> {
    const { [identity]: _, ...others } = all();
    await store.update(key, ids.length === 0 ? others : { ...others, [identity]: ids });
  }

  async function unfollow(identity: string, id: string): Promise<void> {
    seen.delete(`${identity} ${id}`);
    await keep(
      identity,
      followed(identity).filter((other) => other !== id),
    );
  }

  function plan(milliseconds: number): void {
    cancel?.();
    cancel = visible ? later(milliseconds, () => void round()) : undefined;
  }

  async function round(): Promise<void> {
    if (!visible || running !== undefined || Object.keys(all()).length === 0) return;
    running = new AbortController();
    const { signal } = running;
    try {
      const { api, ...whose } = await session();
      const owner = ownerOf(whose);
      let changed = false;
      for (const id of followed(owner.identity)) changed = (await look(owner, id, { api, signal })) || changed;
      delay = changed ? pace.first : Math.min(delay * 1.5, pace.longest);
    } catch (error) {
      if (signal.aborted) return;
      const asked = isApiError(error) ? (error.retryAfter ?? 0) : 0;
      delay = Math.max(Math.min(delay * 2, pace.longest), asked * 1000);
      onFailure(error);
    } finally {
      running = undefined;
      plan(delay);
    }
  }

  /** Returns whether something changed. */
  async function look(
    owner: Owner,
    id: string,
    { api, signal }: { readonly api: Api; readonly signal: AbortSignal },
  ): Promise<boolean> {
    const { identity } = owner;
    const order = await readOrder(api, id, { signal });
    // The order may have been unfollowed while it was being read.
    if (!followed(identity).includes(id)) return false;
    if (order === undefined) {
      await unfollow(identity, id);
      onNews({ kind: "not-shown", id }, owner);
      return true;
    }
    const before = seen.get(`${identity} ${id}`);
    const sentences = before === undefined ? [] : changesBetween(before, order);
    seen.set(`${identity} ${id}`, order);
    onRead(order, owner);
    if (isOver(order)) {
      await unfollow(identity, id);
      onNews({ kind: "over", order, sentences }, owner);
    } else if (sentences.length > 0) onNews({ kind: "changed", order, sentences }, owner);
    return sentences.length > 0;
  }

  return {
    followed,
    unfollow,
    async follow(identity, order) {
      const ids = followed(identity);
      if (!ids.includes(order.id) && ids.length >= mostFollowed)
        throw new Error(
          l10n.t("You already follow {0} orders. Stop following one of them before you follow another.", mostFollowed),
        );
      seen.set(`${identity} ${order.id}`, order);
      await keep(identity, [...new Set([...ids, order.id])]);
      delay = pace.first;
      plan(delay);
    },
    look(now) {
      if (visible === now) return;
      visible = now;
      if (!now) {
        cancel?.();
        running?.abort();
        return;
      }
      delay = pace.first;
      void round();
    },
    dispose() {
      visible = false;
      cancel?.();
      running?.abort();
    },
  };
}

/**
 * Describes the differences in whole sentences; empty if there are none. Signatories are matched by position, which no
 * call changes.
 */
export function changesBetween(before: SigningOrder, after: SigningOrder): readonly string[] {
  const [was, is] = [statusOf(before), statusOf(after)];
  const people = (after.signatories ?? []).flatMap((signatory, index) => {
    const earlier = before.signatories?.[index];
    return earlier === undefined || earlier.signStatus === signatory.signStatus
      ? []
      : [`${signatoryName(signatory)}: ${signStatusOf(earlier)} → ${signStatusOf(signatory)}.`];
  });
  return [...(was === is ? [] : [`${orderName(after)}: ${was} → ${is}.`]), ...people];
}
