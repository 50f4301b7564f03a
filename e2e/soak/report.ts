/** The figures of one part with their bounds, and a file of JSON lines with what they come from. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

interface Row {
  readonly name: string;
  readonly figure: string;
  readonly bound: string;
  readonly isBroken: boolean;
}

export class Report {
  readonly #rows: Row[] = [];
  readonly #file: string;

  constructor(part: string) {
    const folder = join(import.meta.dirname, '..', '..', '.cache', 'soak');
    mkdirSync(folder, { recursive: true });
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
    this.#file = join(folder, `${part}-${time}.jsonl`);
  }

  /** Keeps data for a later look. */
  log(kind: string, data: object): void {
    appendFileSync(this.#file, `${JSON.stringify({ kind, atEpochMs: Date.now(), ...data })}\n`);
  }

  /** A figure without a bound. */
  note(name: string, value: number, unit = ''): void {
    this.#add(name, `${round(value)} ${unit}`, '', false);
  }

  /** A figure that could not be measured breaks its bound, too. */
  atMost(name: string, value: number, bound: number, unit = ''): void {
    this.#add(name, `${round(value)} ${unit}`, `at most ${round(bound)}`, !(value <= bound));
  }

  atLeast(name: string, value: number, bound: number, unit = ''): void {
    this.#add(name, `${round(value)} ${unit}`, `at least ${round(bound)}`, !(value >= bound));
  }

  /** Prints the table; returns the rows that break their bound. */
  print(): readonly string[] {
    const width = Math.max(...this.#rows.map(({ name }) => name.length));
    console.log('');
    for (const { name, figure, bound, isBroken } of this.#rows)
      console.log(name.padEnd(width), figure.padStart(15), ` ${bound}`, isBroken ? 'BROKEN' : '');
    console.log(`data: ${this.#file}`);
    const broken = this.#rows.filter(({ isBroken }) => isBroken);
    return broken.map(({ name, figure, bound }) => `${name}: ${figure}, ${bound}`);
  }

  #add(name: string, figure: string, bound: string, isBroken: boolean): void {
    const row = { name, figure, bound, isBroken };
    this.#rows.push(row);
    this.log('figure', row);
  }
}

function round(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

/**
 * The slope of a least-squares line, nearer to 0 by two standard errors: what a leak has for certain.
 * Null for so few points that they say nothing.
 */
export function certainSlope(points: readonly (readonly [x: number, y: number])[]): number | null {
  if (points.length < 8) return null;
  const sum = (term: (x: number, y: number) => number): number =>
    points.reduce((total, [x, y]) => total + term(x, y), 0);
  const meanX = sum((x) => x) / points.length;
  const meanY = sum((_, y) => y) / points.length;
  const spread = sum((x) => (x - meanX) ** 2);
  const slope = sum((x, y) => (x - meanX) * (y - meanY)) / spread;
  const rest = sum((x, y) => (y - meanY - slope * (x - meanX)) ** 2);
  const error = Math.sqrt(rest / (points.length - 2) / spread);
  return Math.sign(slope) * Math.max(0, Math.abs(slope) - 2 * error);
}
