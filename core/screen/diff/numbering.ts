/**
 * Stands for what is equal by equal numbers: for texts, and for two numbers in their order. From 1
 * on; 0 is the empty text.
 */
export interface Numbering {
  text(text: string): number;
  pair(first: number, second: number): number;
}

/** Exact, unlike hashes: what differs has different numbers. */
export function createNumbering(): Numbering {
  const texts = new Map<string, number>();
  const pairs = new PairTable();
  let last = 0;
  const next = (): number => (last += 1);
  return {
    text: (text) => {
      if (text === '') return 0;
      const known = texts.get(text);
      if (known !== undefined) return known;
      const number = next();
      texts.set(text, number);
      return number;
    },
    pair: (first, second) => pairs.numberOf(first, second, next),
  };
}

/** Slots at first; enough for an ordinary screen. A power of two, like all later sizes. */
const startSize = 4096;

/**
 * A hash table from pairs of numbers to numbers. A Map would need a key made of both, which costs
 * half of a comparison's time.
 */
class PairTable {
  #size = 0;
  /** Three numbers a slot: first, second, and what stands for them; 0 for an empty slot. */
  #slots = new Int32Array(startSize * 3);

  numberOf(first: number, second: number, next: () => number): number {
    const slot = this.#slotOf(first, second);
    const known = this.#slots[slot + 2];
    if (known !== undefined && known !== 0) return known;
    const number = next();
    this.#fill(slot, first, second)[slot + 2] = number;
    this.#size += 1;
    // Half full at most, so that searches stay short.
    if (this.#size * 6 > this.#slots.length) this.#grow();
    return number;
  }

  /** Where the pair stands, or the empty slot where it belongs. */
  #slotOf(first: number, second: number): number {
    const slots = this.#slots;
    const mask = slots.length / 3 - 1;
    let at = (Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)) >>> 0;
    for (at = (at ^ (at >>> 15)) & mask; ; at = (at + 1) & mask) {
      const slot = at * 3;
      if (slots[slot + 2] === 0) return slot;
      if (slots[slot] === first && slots[slot + 1] === second) return slot;
    }
  }

  #fill(slot: number, first: number, second: number): Int32Array {
    this.#slots[slot] = first;
    this.#slots[slot + 1] = second;
    return this.#slots;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (let slot = 0; slot < old.length; slot += 3) {
      const first = old[slot] ?? 0;
      const second = old[slot + 1] ?? 0;
      const number = old[slot + 2] ?? 0;
      if (number === 0) continue;
      const place = this.#slotOf(first, second);
      this.#fill(place, first, second)[place + 2] = number;
    }
  }
}
