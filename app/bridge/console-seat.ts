import { BridgeEnd } from '../../core/relay/bridge-end.ts';
import type { Channel } from '../../core/relay/channel.ts';
import type { Hello, Welcome } from '../../core/relay/frames.ts';
import { CLOSE } from '../../core/relay/limits.ts';
import { sameSecret } from './guard.ts';

/** Milliseconds that a call waits for a console that left a moment ago: a reload takes about one second. */
const RETURN_LIMIT_MS = 4_000;

/** Milliseconds in which an open page finds a bridge that was started again: it tries at least every 5 s. */
const REJOIN_LIMIT_MS = 5_500;

/**
 * The one place that a console can take. The first to come has it until it goes; a second
 * page is turned away, and the same page on a new socket replaces its old one, which the
 * network may not have reported dead yet.
 */
export class ConsoleSeat {
  readonly #secret: string;
  readonly #welcome: Omit<Welcome, 'name'>;
  #holder: { readonly page: string; readonly end: BridgeEnd } | null = null;
  #leftAtMs = -Infinity;
  readonly #openedAtMs = performance.now();
  readonly #waiting = new Set<() => void>();

  constructor(secret: string, welcome: Omit<Welcome, 'name'>) {
    this.#secret = secret;
    this.#welcome = welcome;
  }

  /** The console's end, or `null` when no console is open. */
  get console(): BridgeEnd | null {
    return this.#holder?.end ?? null;
  }

  /** Hears a new socket; the caller feeds texts into the result and tells when the socket has closed. */
  open(channel: Channel): { receive(data: unknown): void; lost(): void } {
    const end: BridgeEnd = new BridgeEnd({
      channel: {
        send: (text) => channel.send(text),
        close: (code, reason) => {
          // The far side of a dead socket never confirms; its place must not stay taken.
          this.#leave(end);
          channel.close(code, reason);
        },
      },
      admit: (hello) => this.#admit(hello, end) ?? { ...this.#welcome, name: 'console 1' },
      onState: () => undefined,
      onLead: () => undefined,
      onChoose: () => undefined,
    });
    return {
      receive: (data) => end.receive(data),
      lost: () => {
        this.#leave(end);
        end.lost();
      },
    };
  }

  /** The console, waited for when it left only a moment ago. */
  async consoleSoon(): Promise<BridgeEnd | null> {
    await this.#comesBefore(this.#leftAtMs + RETURN_LIMIT_MS);
    return this.console;
  }

  /** Whether a console is there, or comes soon after the start; true as well when the seat closes meanwhile. */
  consoleReturns(): Promise<boolean> {
    return this.#comesBefore(this.#openedAtMs + REJOIN_LIMIT_MS);
  }

  /** Sends the console away, as the bridge stops. */
  close(): void {
    this.#holder?.end.close({ code: CLOSE.goingAway, reason: 'The bridge stops.' });
    this.#holder = null;
    // After the console's leaving: nobody is to wait for its return.
    this.#leftAtMs = -Infinity;
    this.#wake();
  }

  #admit(hello: Hello, end: BridgeEnd): { code: number; reason: string } | null {
    if (!sameSecret(hello.secret, this.#secret)) {
      return { code: CLOSE.secretRefused, reason: 'The secret is not the one of this bridge.' };
    }
    if (this.#holder !== null && this.#holder.page !== hello.page) {
      return { code: CLOSE.tooMany, reason: 'Another Handset console is connected.' };
    }
    const before = this.#holder;
    this.#holder = { page: hello.page, end };
    before?.end.close({ code: CLOSE.replaced, reason: 'The page has come back.' });
    this.#wake();
    return null;
  }

  #leave(end: BridgeEnd): void {
    if (this.#holder?.end !== end) return;
    this.#holder = null;
    this.#leftAtMs = performance.now();
  }

  /** False when the moment passes, or has passed, without a console. */
  async #comesBefore(momentMs: number): Promise<boolean> {
    const waitMs = momentMs - performance.now();
    if (this.#holder !== null || waitMs <= 0) return this.#holder !== null;
    return await new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(wake);
        resolve(false);
      }, waitMs);
      this.#waiting.add(wake);
    });
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
