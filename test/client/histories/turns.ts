/**
 * Lets many writers take turns: one call at a time, in an order that a seed decides, so that a history can be replayed.
 * A killed writer gets no further turn, and its locks are released, as the system releases them.
 *
 * A writer may do several things at a time. Each of these things is a flow, and flows are counted. An uncounted flow
 * would let the next writer begin before all flows rest; the order would then depend on the speed of the machine.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";

export type Random = () => number;

/** Returns the random generator mulberry32: small, good enough to choose an order, and the same on every machine. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const below = (random: Random, limit: number): number => Math.floor(random() * limit);

export function oneOf<T>(random: Random, items: readonly T[]): T {
  const item = items[below(random, items.length)];
  if (item === undefined) throw new Error("There is nothing to choose from.");
  return item;
}

export interface Writer {
  readonly name: string;
  isDead: boolean;
}

export interface Turns {
  /** Begins a writer's work. */
  start(work: () => Promise<void>): void;
  /** Runs work that no flow waits for. Each of its calls is a flow, because several may run at the same time. */
  beside<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work that a flow waits for. Each of its calls is a flow too. */
  together<T>(work: () => Promise<T>): Promise<T>;
  /** Makes a call. In work that is `beside` or `together`, the call is a flow of its own. */
  call<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when it is the writer's turn. Rejects if the flow is already waiting for its turn. */
  next(writer: Writer): Promise<void>;
  /** Marks the writer as dead and ends its work. Never resolves. */
  die(writer: Writer): Promise<never>;
  lock<T>(writer: Writer, key: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when no writer has anything left to do. Rejects with the first error of a writer. */
  run(): Promise<void>;
}

interface Waiting {
  readonly writer: Writer;
  readonly go: () => void;
}

interface Flow {
  readonly isBeside: boolean;
  waits: boolean;
  /** For work of `together`: how many of its calls have not ended. Undefined for other work. */
  calls?: number;
}

const flows = new AsyncLocalStorage<Flow>();

export function takeTurns(random: Random): Turns {
  const waiting: Waiting[] = [];
  const holders = new Map<string, Writer>();
  const queues = new Map<string, Waiting[]>();
  const failures: unknown[] = [];
  let working = 0;
  let stirred = (): void => {};

  function rest(): void {
    working -= 1;
    if (working === 0) stirred();
  }

  function release(key: string): void {
    holders.delete(key);
    const next = queues.get(key)?.shift();
    if (next === undefined) return;
    holders.set(key, next.writer);
    working += 1;
    next.go();
  }

  async function flow<T>(work: () => Promise<T>): Promise<T> {
    working += 1;
    return flows.run({ isBeside: false, waits: false }, work).finally(rest);
  }

  /**
   * Makes a call of `together` work. While such calls run, only they are counted; between them, the work itself is
   * counted.
   */
  async function jointly<T>(joint: Flow, work: () => Promise<T>): Promise<T> {
    const call = flow(work);
    joint.calls = (joint.calls ?? 0) + 1;
    if (joint.calls === 1) rest();
    return call.finally(() => {
      joint.calls = (joint.calls ?? 0) - 1;
      if (joint.calls === 0) working += 1;
    });
  }

  return {
    start(work) {
      void flow(work).catch((error: unknown) => void failures.push(error));
    },
    beside: (work) => flows.run({ isBeside: true, waits: false }, work),
    together: (work) => flows.run({ isBeside: true, waits: false, calls: 0 }, work),
    call(work) {
      const own = flows.getStore();
      if (own?.isBeside !== true) return work();
      return own.calls === undefined ? flow(work) : jointly(own, work);
    },
    async next(writer) {
      const own = flows.getStore();
      if (own === undefined || own.isBeside || own.waits)
        throw new Error(`${writer.name} does something beside its work that is not counted.`);
      const { promise, resolve } = Promise.withResolvers<void>();
      own.waits = true;
      waiting.push({ writer, go: resolve });
      rest();
      await promise;
      own.waits = false;
      if (writer.isDead) await this.die(writer);
    },
    die(writer) {
      writer.isDead = true;
      for (const [key, holder] of [...holders]) if (holder === writer) release(key);
      rest();
      return new Promise(() => {});
    },
    async lock(writer, key, work) {
      if (holders.has(key)) {
        const { promise, resolve } = Promise.withResolvers<void>();
        queues.set(key, [...(queues.get(key) ?? []), { writer, go: resolve }]);
        rest();
        await promise;
        await this.next(writer);
      } else holders.set(key, writer);
      try {
        return await work();
      } finally {
        release(key);
      }
    },
    async run() {
      for (;;) {
        while (working > 0) {
          await new Promise<void>((resolve) => {
            stirred = resolve;
          });
          // Before the next turn, code that waited for the last flow continues.
          await setImmediate();
        }
        if (failures.length > 0) throw failures[0];
        if (waiting.length === 0) break;
        const [next] = waiting.splice(below(random, waiting.length), 1);
        working += 1;
        next?.go();
      }
      if ([...queues.values()].some(({ length }) => length > 0))
        throw new Error("Writers wait for a lock that nobody gives back.");
    },
  };
}
