/** Enough runs that one pause of the machine does not move the median. */
export const runs = 25;
/** Enough runs for the JIT compilers of Node and the page to settle. */
const warmUps = 5;

export interface Timing {
  readonly name: string;
  readonly medianMs: number;
}

/** Times `work` and returns the median; `run` is negative during warm-up. */
export async function time(name: string, work: (run: number) => unknown): Promise<Timing> {
  const durations: number[] = [];
  for (let run = -warmUps; run < runs; run++) {
    const start = performance.now();
    await work(run);
    if (run >= 0) durations.push(performance.now() - start);
  }
  return { name, medianMs: median(durations) };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** The smallest value that `percent` of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((values.length * percent) / 100) - 1] ?? NaN;
}
