/**
 * Times this project's implementation and a baseline alternately in one run, so that other load on the machine affects
 * both alike.
 */

export interface Row {
  readonly what: string;
  /** ms for time, MB for memory. */
  readonly unit: string;
  /** Medians. */
  readonly ours: number;
  readonly floor: number;
  /** The 95th percentiles. */
  readonly ours95: number;
  readonly floor95: number;
  readonly runs: number;
}

/** Runs once. Resolves with the measured value; if it resolves with nothing, the elapsed time counts. */
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
  /** The baselines to compare with, by name; the row shows the name. */
  readonly floors: Readonly<Record<string, Way>>;
  readonly runs: number;
  /** The unit of the measured values; `ms` if the implementations return nothing. */
  readonly unit?: string;
}

/** Measures every implementation `runs` times, after one run that does not count; returns a row for each baseline. */
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
