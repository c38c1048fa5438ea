/**
 * Lets many writers take turns: one call at a time, in an order that a seed decides, so that a history can be told
 * again. A writer that is killed never gets its turn; what it held is given back, as the system does.
 */
export type Random = () => number;

/** mulberry32: small, good enough for orders, and the same on every machine. */
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
  /** Resolves when it is its turn. */
  next(writer: Writer): Promise<void>;
  /** The writer's work will not go on: it is dead. Never resolves. */
  die(writer: Writer): Promise<never>;
  lock<T>(writer: Writer, key: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when no writer has anything left to do. Rejects with the first error of any. */
  run(): Promise<void>;
}

interface Waiting {
  readonly writer: Writer;
  readonly go: () => void;
}

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

  return {
    start(work) {
      working += 1;
      void work()
        .catch((error: unknown) => void failures.push(error))
        .finally(rest);
    },
    next(writer) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ writer, go: resolve });
      rest();
      return promise;
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
        if (working > 0)
          await new Promise<void>((resolve) => {
            stirred = resolve;
          });
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
