/**
 * Times two ways of doing a thing in turns, in one run: ours and the bare one, so that whatever else the machine does
 * hits both alike.
 */

export interface Row {
  readonly what: string;
  /** ms for time, MB for memory. */
  readonly unit: string;
  /** Medians. */
  readonly ours: number;
  readonly floor: number;
  /** The slowest twentieth begins here. */
  readonly ours95: number;
  readonly floor95: number;
  readonly runs: number;
}

/** Does it once. The answer is what was measured; where there is none, the time that it took is. */
export interface Way {
  (run: number): Promise<number | void>;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

async function timed(way: Way, run: number): Promise<number> {
  const started = performance.now();
  const measured = await way(run);
  return measured ?? performance.now() - started;
}

export interface Ways {
  readonly ours: Way;
  /** What ours is held against, by name; the name stands in the row. */
  readonly floors: Readonly<Record<string, Way>>;
  readonly runs: number;
  /** Of what the ways answer; `ms` where they answer nothing. */
  readonly unit?: string;
}

/** Measures every way `runs` times, after one run that does not count; a row for each floor. */
export async function compare(what: string, { ours, floors, runs, unit = "ms" }: Ways): Promise<readonly Row[]> {
  const ways = [ours, ...Object.values(floors)];
  const times = ways.map((): number[] => []);
  for (let run = -1; run < runs; run++) {
    for (const [index, way] of ways.entries()) {
      const took = await timed(way, run);
      if (run >= 0) times[index]?.push(took);
    }
  }
  const [own = [], ...others] = times;
  return Object.keys(floors).map((floor, index) => ({
    what: `${what} / ${floor}`,
    unit,
    ours: quantile(own, 0.5),
    floor: quantile(others[index] ?? [], 0.5),
    ours95: quantile(own, 0.95),
    floor95: quantile(others[index] ?? [], 0.95),
    runs,
  }));
}
