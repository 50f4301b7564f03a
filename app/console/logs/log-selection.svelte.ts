import type { KeptLine } from './kept-line.ts';

/** The selected lines: one, or all between two. */
export class LogSelection {
  /** Numbers of the line where the selection started and of the line where it ends. */
  #anchor = $state<number | null>(null);
  #active = $state<number | null>(null);

  /** Number of the active line, from which keys move; null without a selection. */
  get active(): number | null {
    return this.#active;
  }

  /** Selects a line, or extends the selection to it. */
  select(number: number, { extend }: { readonly extend: boolean }): void {
    if (!extend || this.#anchor === null) this.#anchor = number;
    this.#active = number;
  }

  selectAll(lines: readonly KeptLine[]): void {
    this.#anchor = lines[0]?.number ?? null;
    this.#active = lines.at(-1)?.number ?? null;
  }

  clear(): void {
    this.#anchor = null;
    this.#active = null;
  }

  has(number: number): boolean {
    if (this.#anchor === null || this.#active === null) return false;
    const [from, to] = [this.#anchor, this.#active].toSorted((one, other) => one - other);
    return from !== undefined && to !== undefined && number >= from && number <= to;
  }

  /** The selected ones of these lines, in their order. */
  filterSelected(lines: readonly KeptLine[]): readonly KeptLine[] {
    if (this.#anchor === null || this.#active === null) return [];
    const [from = 0, to = 0] = [this.#anchor, this.#active].toSorted((one, other) => one - other);
    return lines.slice(rowIndexOf(lines, from), rowIndexOf(lines, to + 1));
  }
}

/** The index of the line with this number, or where it would be inserted. Lines are sorted by number. */
export function rowIndexOf(lines: readonly KeptLine[], number: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.number ?? Infinity) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
