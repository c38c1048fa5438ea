/** Times two ways of doing a thing in turns, in one run: ours and the bare one, so that whatever else the machine does hits both alike. */

export interface Row {
  readonly what: string;
  /** Medians in milliseconds. */
  readonly ours: number;
  readonly bare: number;
  /** The slowest twentieth of ours begins here, in milliseconds. */
  readonly ours95: number;
  readonly runs: number;
}

export interface Way {
  (run: number): Promise<void>;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

async function timed(way: Way, run: number): Promise<number> {
  const started = performance.now();
  await way(run);
  return performance.now() - started;
}

export interface Ways {
  readonly ours: Way;
  /** What ours is held against, by name; the name stands in the row. */
  readonly floors: Readonly<Record<string, Way>>;
  readonly runs: number;
}

/** Measures every way `runs` times, after one run that does not count; a row for each floor. */
export async function compare(what: string, { ours, floors, runs }: Ways): Promise<readonly Row[]> {
  const ways = [ours, ...Object.values(floors)];
  const times = ways.map((): number[] => []);
  for (let run = -1; run < runs; run++) {
    for (const [index, way] of ways.entries()) {
      const took = await timed(way, run);
      if (run >= 0) times[index]?.push(took);
    }
  }
  const [own = [], ...others] = times;
  return Object.keys(floors).map((floor, index) => ({ what: `${what} / ${floor}`, ours: quantile(own, 0.5), bare: quantile(others[index] ?? [], 0.5), ours95: quantile(own, 0.95), runs }));
}
