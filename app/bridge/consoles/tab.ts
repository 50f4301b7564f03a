import type { BridgeEnd } from '../../../core/relay/bridge-end.ts';
import type { ConsoleState, OpenConsole, PhoneChoice } from '../../../core/relay/frames.ts';
import { MAX_CHOICES, WAITS } from '../limits.ts';

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

/**
 * Which tab answers the agents that chose no phone: the first to come, until the person chooses
 * another. A new tab never takes the lead by itself, but from one that has never held a phone: there
 * is nothing to take. While the leading one reloads, its place is kept.
 */
export class Lead {
  #leading: Tab | null = null;
  #chosen: Tab | null = null;
  readonly #withPhone = new WeakSet<Tab>();

  /** The leading tab, which may be gone for a moment; null where no console is open. */
  get tab(): Tab | null {
    return this.#leading;
  }

  /** Hears that the person chose it. */
  choose(tab: Tab): void {
    this.#chosen = tab;
    this.#leading = tab;
  }

  /** Hears that a tab has come, or come back. */
  joined(tab: Tab): void {
    if (this.#leading === null || this.#chosen === tab) this.#leading = tab;
  }

  /** Hears that a tab holds a phone. */
  holdsPhone(tab: Tab): void {
    this.#withPhone.add(tab);
    const leading = this.#leading;
    if (leading === null || leading === this.#chosen || this.#withPhone.has(leading)) return;
    this.#leading = tab;
  }

  /** Hears that a tab did not come back in time; `oldest` is the first of those that are open. */
  gone(tab: Tab, oldest: Tab | null): void {
    if (this.#leading === tab) this.#leading = oldest;
  }
}

/** The phones that agents chose, by the agent's name. */
export class Choices {
  /** The one that was asked for last is last. */
  readonly #byAgent = new Map<string, PhoneChoice>();

  /** The agent's choice; null when it follows the person's. */
  of(agent: string): PhoneChoice | null {
    const choice = this.#byAgent.get(agent) ?? null;
    if (choice !== null) this.set(agent, choice);
    return choice;
  }

  /** Keeps a choice, or with null forgets it. */
  set(agent: string, choice: PhoneChoice | null): void {
    this.#byAgent.delete(agent);
    if (choice !== null) this.#byAgent.set(agent, choice);
    const [oldest] = this.#byAgent.keys();
    if (this.#byAgent.size > MAX_CHOICES && oldest !== undefined) this.#byAgent.delete(oldest);
  }
}

/**
 * The tab that has the chosen phone, or is just reloading with it; null where none has. The
 * console it was chosen at comes first, but a phone that was plugged out there may be at another.
 */
export function holderOf({ serial, console }: PhoneChoice, tabs: readonly Tab[]): Tab | null {
  const chosenAt = tabs.filter((tab) => tab.name === console);
  const holding = [...chosenAt, ...tabs].filter((tab) => tab.holds(serial));
  const connected = holding.find((tab) => tab.state.phone?.state === 'connected');
  // Demo phones of one version have the same number, and are not the same phone.
  if (connected?.state.phone?.kind === 'usb') return connected;
  const stays = chosenAt.find((tab) => tab.holds(serial) || tab.bringsBack(serial));
  return stays ?? connected ?? holding[0] ?? null;
}
