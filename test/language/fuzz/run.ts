/**
 * `npm run fuzz -- --inputs 1000000 --seed 1` examines a million inputs in a thread. Reports their number, the time,
 * and which input took longest. A failure is printed as JSON twice: as it was found, with its seed, and shrunk. If the
 * language does not terminate for an input, the input is printed and the run ends.
 */
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { examine } from "./examine.ts";
import { inputs } from "./inputs.ts";
import type { Input } from "./inputs.ts";

interface Order {
  readonly count: number;
  readonly seed: number;
  /** How many inputs were begun; the main thread reads this to notice an input that does not end. */
  readonly begun: Int32Array<SharedArrayBuffer>;
}

interface Failure {
  readonly seed: number;
  readonly index: number;
  readonly message: string;
  readonly input: Input;
  readonly smallest?: unknown;
}

interface Report {
  readonly failures: readonly Failure[];
  /** How many inputs failed, by message. The messages are without the input's own words. */
  readonly counts: Readonly<Record<string, number>>;
  /** The input that took the most CPU time. */
  readonly slowest: {
    readonly milliseconds: number;
    readonly length: number;
    readonly seed: number;
    readonly index: number;
  };
  /** The input that took the most CPU time per code unit, among inputs of more than 1,000 code units. */
  readonly steepest: {
    readonly microseconds: number;
    readonly length: number;
    readonly seed: number;
    readonly index: number;
  };
  readonly codeUnits: number;
}

/** The number of inputs that are generated at once from one seed. */
const batch = 1000;
/** Seconds after which an input counts as never ending. */
const patience = 30;
/**
 * Returns the limit for all requests about all versions of an input, in milliseconds of CPU time. It grows with the
 * input's number of code units.
 */
const budget = (length: number): number => 250 + 0.05 * length;

if (isMainThread) await watch();
else parentPort?.postMessage(work(workerData as Order));

function work({ count, seed: first, begun }: Order): Report {
  const failures: Failure[] = [];
  const counts: Record<string, number> = {};
  let slowest = { milliseconds: 0, length: 0, seed: 0, index: 0 };
  let steepest = { microseconds: 0, length: 0, seed: 0, index: 0 };
  let codeUnits = 0;
  for (let done = 0; done < count; done += batch) {
    if (done > 0 && done % 50_000 === 0)
      console.log(`${done} inputs: ${failures.length === 0 ? "nothing failed" : JSON.stringify(counts)}`);
    const seed = first + done / batch;
    for (const [index, input] of batchOf(seed)
      .slice(0, count - done)
      .entries()) {
      Atomics.add(begun, 0, 1);
      const length = lengthOf(input);
      codeUnits += length;
      try {
        const milliseconds = costOf(input);
        if (milliseconds > slowest.milliseconds) slowest = { milliseconds, length, seed, index };
        const microseconds = (milliseconds * 1000) / length;
        if (length > 1000 && microseconds > steepest.microseconds) steepest = { microseconds, length, seed, index };
        if (milliseconds > budget(length)) throw new Error(`took ${milliseconds.toFixed(0)} ms`);
      } catch (error) {
        const message = wordsOf(error);
        const kind = kindOf(message);
        counts[kind] = (counts[kind] ?? 0) + 1;
        if (counts[kind] === 1) console.log(`failed: seed ${seed}, input ${index}: ${message.split("\n", 1)[0]}`);
        if (counts[kind] === 1) failures.push({ seed, index, message, input, smallest: smallest(kind, seed, index) });
      }
    }
  }
  return { failures, counts, slowest, steepest, codeUnits };
}

/**
 * Returns the CPU time of an input in milliseconds. Measures again if the input seems to cost too much, because memory
 * access is slower on a busy machine.
 */
function costOf(input: Input): number {
  let least = Infinity;
  for (let attempt = 0; attempt < 3 && least > budget(lengthOf(input)); attempt++) {
    const before = process.threadCpuUsage();
    examine(input);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Returns the smallest input that fails in the same way. */
function smallest(kind: string, seed: number, index: number): unknown {
  const property = fc.property(inputs, (input) => {
    try {
      examine(input);
    } catch (error) {
      if (kindOf(wordsOf(error)) === kind) throw error;
    }
  });
  return fc.check(property, { seed, path: String(index), numRuns: index + 1, interruptAfterTimeLimit: 10_000 })
    .counterexample?.[0];
}

function batchOf(seed: number): readonly Input[] {
  return fc.sample(inputs, { seed, numRuns: batch });
}

function lengthOf({ text, versions }: Input): number {
  return versions.flat().reduce((sum, { newText }) => sum + newText.length, 1 + text.length * (1 + versions.length));
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function kindOf(message: string): string {
  return (message.split("\n", 1)[0] ?? "")
    .replace(/"(?:[^"\\]|\\.)*"/g, "…")
    .replace(/\d+/g, "0")
    .slice(0, 160);
}

async function watch(): Promise<void> {
  const { values } = parseArgs({
    options: {
      inputs: { type: "string", default: "100000" },
      seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    },
  });
  const count = Number(values.inputs);
  const seed = Number(values.seed);
  if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed))
    throw new Error("--inputs and --seed take whole numbers.");
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const started = performance.now();
  const worker = new Worker(new URL(import.meta.url), { workerData: { count, seed, begun } satisfies Order });

  let seen = -1;
  let since = started;
  const watchdog = setInterval(() => {
    const now = Atomics.load(begun, 0);
    if (now !== seen) [seen, since] = [now, performance.now()];
    if (performance.now() - since < patience * 1000) return;
    const [at, index] = [seed + Math.floor((now - 1) / batch), (now - 1) % batch];
    console.log(`does not end: seed ${at}, input ${index}: ${JSON.stringify(batchOf(at)[index])}`);
    process.exit(1);
  }, 1000);
  const report = await new Promise<Report>((resolve, reject) => worker.once("message", resolve).once("error", reject));
  clearInterval(watchdog);

  const seconds = (performance.now() - started) / 1000;
  console.log(`${count} inputs, seed ${seed}, ${report.codeUnits} code units in ${seconds.toFixed(0)} s`);
  const { slowest, steepest } = report;
  console.log(
    `longest: ${slowest.milliseconds.toFixed(0)} ms for ${slowest.length} code units (seed ${slowest.seed}, input ${slowest.index})`,
  );
  console.log(
    `most for its length: ${steepest.microseconds.toFixed(1)} µs for each of ${steepest.length} code units (seed ${steepest.seed}, input ${steepest.index})`,
  );
  for (const failure of report.failures) {
    console.log(
      `\nfailed ${report.counts[kindOf(failure.message)]} times: seed ${failure.seed}, input ${failure.index}\n${failure.message}`,
    );
    console.log(`as met: ${JSON.stringify(failure.input)}\nsmallest: ${JSON.stringify(failure.smallest)}`);
  }
  process.exitCode = report.failures.length > 0 ? 1 : 0;
}
