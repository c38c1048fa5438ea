/**
 * `npm run fuzz:workspace -- --inputs 1000000 --seed 1` passes a million hostile files of a workspace through
 * everything that reads them, in a thread. Reports what took longest, what took the most memory, and what threw. If the
 * examination of a file does not terminate, the run ends and names the file's seed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { openDesk } from "./desk.ts";
import { examine } from "./examine.ts";
import { inputOf, kinds } from "./inputs.ts";

interface Order {
  readonly count: number;
  readonly seed: number;
  readonly root: string;
  /** How many files were begun; the main thread reads this to notice a file whose examination does not end. */
  readonly begun: Int32Array<SharedArrayBuffer>;
}

interface Most {
  readonly amount: number;
  readonly seed: number;
  readonly length: number;
  /** The name of the editor request that took this long; absent for other steps and for whole files. */
  readonly asked?: string | undefined;
}

interface Report {
  readonly failures: Readonly<Record<string, { count: number; readonly seed: number; readonly stack: string }>>;
  /** By kind of file: the file whose requests took longest together. */
  readonly slowest: Readonly<Record<string, Most>>;
  /** By kind of file: the request that took longest. */
  readonly longest: Readonly<Record<string, Most>>;
  readonly largest: Readonly<Record<string, Most>>;
  /** How many files were over the time limit (`slow`) and over the memory limit (`large`). */
  readonly slow: number;
  readonly large: number;
  readonly ofAMegabyte: number;
}

/**
 * `mostTime`: the CPU time in milliseconds that one request about a file of up to 1 MB may take. `mostMemory`: the
 * memory in bytes that all requests together may take.
 */
const [mostTime, mostMemory] = [50, 64 * 1024 * 1024];
/** Seconds after which the examination of a file counts as never ending. */
const patience = 120;

if (isMainThread) await watch();
else parentPort?.postMessage(await work(workerData as Order));

async function work({ count, seed: first, root, begun }: Order): Promise<Report> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const failures: Record<string, { count: number; readonly seed: number; readonly stack: string }> = {};
  const none: Most = { amount: 0, seed: 0, length: 0 };
  const slowest: Record<string, Most> = Object.fromEntries(kinds.map((kind) => [kind, none]));
  const longest: Record<string, Most> = { ...slowest };
  const largest: Record<string, Most> = { ...slowest };
  let [slow, large, ofAMegabyte] = [0, 0, 0];
  await using desk = await openDesk(root);
  for (let seed = first; seed < first + count; seed++) {
    if (seed > first && (seed - first) % 50_000 === 0)
      console.log(
        `${seed - first} files: ${JSON.stringify({ failed: Object.keys(failures).length, slow, large, longest, largest })}`,
      );
    Atomics.add(begun, 0, 1);
    const input = inputOf(seed);
    const {
      kind,
      content: { length },
    } = input;
    if (length === 1024 * 1024) ofAMegabyte += 1;
    try {
      const { all, one, asked } = await timeOf((looked) => examine(input, { root, desk, looked }));
      if (all > slowest[kind]!.amount) slowest[kind] = { amount: all, seed, length };
      if (one > longest[kind]!.amount) longest[kind] = { amount: one, seed, length, asked };
      if (one > mostTime && slow++ < 20)
        console.log(
          `slow: seed ${seed}, ${one.toFixed(0)} ms for one question (${asked ?? "no request"}) about ${kind} of ${length} characters`,
        );
      if (length < 20_000) continue;
      const memory = await memoryOf((looked) => examine(input, { root, desk, looked }), collect);
      if (memory > largest[kind]!.amount) largest[kind] = { amount: memory, seed, length };
      if (memory > mostMemory && large++ < 20)
        console.log(`large: seed ${seed}, ${(memory / 1024 / 1024).toFixed(0)} MB for ${kind} of ${length} characters`);
    } catch (error) {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const name = (stack.split("\n", 1)[0] ?? "").slice(0, 160);
      if (failures[name] === undefined) console.log(`failed: seed ${seed}: ${stack.slice(0, 1000)}`);
      failures[name] ??= { count: 0, seed, stack };
      failures[name].count += 1;
    }
  }
  return { failures, slowest, longest, largest, slow, large, ofAMegabyte };
}

interface Time {
  readonly all: number;
  readonly one: number;
  readonly asked: string | undefined;
}

/**
 * Resolves with the CPU times of the requests about a file. If one request seems too slow, measures again and uses the
 * shortest times, because the machine may have been busy, and code is slow before it is compiled.
 */
async function timeOf(run: (looked: (asked?: string | null) => void) => Promise<void>): Promise<Time> {
  let [all, one, slowest] = [Infinity, Infinity, undefined as string | undefined];
  for (let attempt = 0; attempt < 4 && one > mostTime; attempt++) {
    const begun = processorTime();
    let [last, most, what] = [begun, 0, undefined as string | undefined];
    const looked = (asked?: string | null): void => {
      const now = processorTime();
      if (asked !== null && now - last > most) [most, what] = [now - last, asked];
      last = now;
    };
    await run(looked);
    looked();
    all = Math.min(all, last - begun);
    if (most < one) [one, slowest] = [most, what];
  }
  return { all, one, asked: slowest };
}

/** Returns the CPU time of this thread in milliseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Resolves with the largest growth of the heap, including garbage. If it seems too large, measures again, and counts
 * one request at a time without the garbage of earlier requests.
 */
async function memoryOf(run: (looked: () => void) => Promise<void>, collect: () => void): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < 4 && least > mostMemory; attempt++) {
    collect();
    const before = getHeapStatistics().used_heap_size;
    let most = 0;
    await run(() => {
      most = Math.max(most, getHeapStatistics().used_heap_size - before);
      if (attempt > 0) collect();
    });
    least = Math.min(least, most);
  }
  return least;
}

async function watch(): Promise<void> {
  const { values } = parseArgs({
    options: {
      inputs: { type: "string", default: "100000" },
      seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    },
  });
  const [count, seed] = [Number(values.inputs), Number(values.seed)];
  if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed))
    throw new Error("--inputs and --seed take whole numbers.");
  const root = mkdtempSync(join(tmpdir(), "workspace-fuzz-"));
  process.once("exit", () => rmSync(root, { recursive: true, force: true }));
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const started = performance.now();
  const worker = new Worker(new URL(import.meta.url), { workerData: { count, seed, root, begun } satisfies Order });
  let [seen, since] = [-1, started];
  const watchdog = setInterval(() => {
    const now = Atomics.load(begun, 0);
    if (now !== seen) [seen, since] = [now, performance.now()];
    if (performance.now() - since < patience * 1000) return;
    console.log(`does not end: seed ${seed + now - 1}`);
    process.exit(1);
  }, 1000);
  const { failures, slowest, longest, largest, slow, large, ofAMegabyte } = await new Promise<Report>(
    (resolve, reject) => worker.once("message", resolve).once("error", reject),
  );
  clearInterval(watchdog);
  console.log(
    `${count} files (${ofAMegabyte} of 1 MB), seed ${seed}, in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  for (const kind of kinds) {
    const [time, one, memory] = [slowest[kind]!, longest[kind]!, largest[kind]!];
    console.log(
      `${kind}: one question ${one.amount.toFixed(0)} ms (${one.asked ?? "no request"}, ${one.length} characters, seed ${one.seed}), all together ${time.amount.toFixed(0)} ms (${time.length} characters, seed ${time.seed}), most memory ${(memory.amount / 1024 / 1024).toFixed(0)} MB (${memory.length} characters, seed ${memory.seed})`,
    );
  }
  console.log(
    `over ${mostTime} ms for one question: ${slow}; over ${mostMemory / 1024 / 1024} MB: ${large}; thrown or rejected: ${Object.values(failures).reduce((sum, each) => sum + each.count, 0)}`,
  );
  for (const each of Object.values(failures))
    console.log(`\nfailed ${each.count} times, first with seed ${each.seed}: ${each.stack}`);
  process.exitCode = slow + large + Object.keys(failures).length > 0 ? 1 : 0;
}
