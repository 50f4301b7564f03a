import type { BridgeEnd } from '../../../core/relay/bridge-end.ts';
import type { ConsoleState, OpenConsole } from '../../../core/relay/frames.ts';
import { WAITS } from '../limits.ts';

const NOTHING: ConsoleState = { phone: null, paused: false };

/** One tab that has been a console, whether it is open now or not; its name is its own for as long as the bridge runs. */
export class Tab {
  readonly name: string;
  state = NOTHING;
  /** Whether it left since it did not answer any more. */
  fellSilent = false;
  #end: BridgeEnd | null = null;
  #told = '';
  #returnTimer: ReturnType<typeof setTimeout> | undefined;
  #isAwaited = false;
  /** What it held when its socket closed. */
  #left: { readonly serial: string; readonly atMs: number } | null = null;

  constructor(name: string) {
    this.name = name;
  }

  /** The way to it; null while it is not open. */
  get end(): BridgeEnd | null {
    return this.#end;
  }

  /** Whether it left a moment ago, and may be reloading. */
  get isAwaited(): boolean {
    return this.#isAwaited;
  }

  /** Takes its place, on a new socket. */
  join(end: BridgeEnd): void {
    this.stop();
    this.#end = end;
    this.#told = '';
    this.state = NOTHING;
    this.fellSilent = false;
  }

  /** Leaves; `onGone` is called unless it comes back soon. */
  leave(onGone: () => void): void {
    this.#end = null;
    const { phone } = this.state;
    if (phone !== null) this.#left = { serial: phone.serial, atMs: performance.now() };
    this.#isAwaited = true;
    this.#returnTimer = setTimeout(() => {
      this.#isAwaited = false;
      onGone();
    }, WAITS.tabReturnMs);
  }

  /** Nobody waits for it any more. */
  stop(): void {
    clearTimeout(this.#returnTimer);
    this.#isAwaited = false;
  }

  /** Whether it holds the phone, or held it when it was unplugged. */
  holds(serial: string): boolean {
    return this.#end !== null && this.state.phone?.serial === serial;
  }

  /** Whether it held the phone before a reload, and may soon hold it again. */
  bringsBack(serial: string): boolean {
    if (this.#left?.serial !== serial) return false;
    const isEmpty = this.#end !== null && this.state.phone === null;
    const isRecent = performance.now() < this.#left.atMs + WAITS.phoneReturnMs;
    return this.#isAwaited || (isEmpty && isRecent);
  }

  /** Tells it which consoles are open, unless that is what it was told last. */
  tell(consoles: readonly OpenConsole[]): void {
    const text = JSON.stringify(consoles);
    if (text === this.#told) return;
    this.#told = text;
    this.#end?.tell(consoles);
  }
}
