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

/** Measures both ways `runs` times, after one run that does not count. */
export async function compare(what: string, { ours, bare, runs }: { readonly ours: Way; readonly bare: Way; readonly runs: number }): Promise<Row> {
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let run = -1; run < runs; run++) {
    const one = await timed(bare, run);
    const other = await timed(ours, run);
    if (run < 0) continue;
    times.bare.push(one);
    times.ours.push(other);
  }
  return { what, ours: quantile(times.ours, 0.5), bare: quantile(times.bare, 0.5), ours95: quantile(times.ours, 0.95), runs };
}
