import type { ServerResponse } from 'node:http';
import type { CallName } from '../../../core/mcp/call.ts';
import { whenClosed } from '../http/requests.ts';

/** One request of an agent, until its response has closed. */
export interface OpenRequest {
  readonly agent: string;
  /** How many requests it counts as: more than one is a batch. */
  places: number;
  /** Set while a call of it runs: how its client names that, and what ends it. */
  call: (CallName & { readonly cancelled: AbortController }) | null;
}

/** Everything that agents have open: none may take all of the bridge, and each may cancel what is its own. */
export class OpenRequests {
  /** Places that one agent may have. */
  readonly limit: number;
  readonly #open = new Set<OpenRequest>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Places that the agent has. */
  placesOf(agent: string): number {
    let places = 0;
    for (const each of this.#open) if (each.agent === agent) places += each.places;
    return places;
  }

  /** Takes a request's place, until the response has closed; null where the agent has its most already. */
  enter(agent: string, response: ServerResponse): OpenRequest | null {
    if (this.placesOf(agent) >= this.limit) return null;
    const request: OpenRequest = { agent, places: 1, call: null };
    this.#open.add(request);
    whenClosed(response, () => this.#open.delete(request));
    return request;
  }

  /** Whether the agent may have so many places for this request, which then are taken. */
  widen(request: OpenRequest, places: number): boolean {
    if (this.placesOf(request.agent) - request.places + places > this.limit) return false;
    request.places = places;
    return true;
  }

  /** Does the work of a call under a signal that aborts when it is cancelled, or its client has gone. */
  async run<Result>(
    request: OpenRequest,
    name: CallName,
    gone: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const cancelled = new AbortController();
    request.call = { ...name, cancelled };
    try {
      return await work(AbortSignal.any([gone, cancelled.signal]));
    } finally {
      request.call = null;
    }
  }

  /**
   * Aborts the agent's call of this name. Clients of the 2025 revisions cancel so, and leave the
   * call's connection open. Those without a session can't be told apart, and all count their ids from
   * nought: where two of one agent run the same id, nothing happens.
   */
  cancel(agent: string, { session, id }: CallName): void {
    const [meant, ...others] = [...this.#open].filter(
      ({ agent: whose, call }) => whose === agent && call?.id === id && call.session === session,
    );
    if (others.length === 0) meant?.call?.cancelled.abort();
  }
}

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
