import type { ServerResponse } from 'node:http';
import { whenClosed } from '../http/when-closed.ts';

/** Counts one body. */
export interface BodyCounter {
  /** Whether the last piece had no room. */
  isRefused: boolean;
  /** Takes a piece of so many bytes, and says whether there is room for it. */
  add(bytes: number): boolean;
}

/** The bodies of all requests that are open, as far as they have come: a body is kept until its request is answered. */
export class HeldBodies {
  /** Bytes that they may have together. */
  readonly limit: number;
  #bytes = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Counts one body, piece by piece, until its response has closed. */
  counter(response: ServerResponse): BodyCounter {
    let held = 0;
    let isOpen = true;
    whenClosed(response, () => {
      isOpen = false;
      this.#bytes -= held;
    });
    const counter: BodyCounter = {
      isRefused: false,
      add: (bytes) => {
        counter.isRefused = !isOpen || this.#bytes + bytes > this.limit;
        if (counter.isRefused) return false;
        held += bytes;
        this.#bytes += bytes;
        return true;
      },
    };
    return counter;
  }
}
