import type { BridgeEnd } from '../../../core/relay/bridge-end.ts';
import type { ConsoleState, OpenConsole, PhoneChoice } from '../../../core/relay/frames.ts';
import { MAX_CHOICES, WAITS } from '../limits.ts';

const NOTHING: ConsoleState = { phone: null, paused: false };

/** A tab that is or was a console. It keeps its name while the bridge runs. */
export class Tab {
  readonly name: string;
  state = NOTHING;
  /** Whether its socket was closed because it stopped answering. */
  fellSilent = false;
  #end: BridgeEnd | null = null;
  #told = '';
  #returnTimer: ReturnType<typeof setTimeout> | undefined;
  #isAwaited = false;
  /** The phone it held when its socket closed. */
  #left: { readonly serial: string; readonly atMs: number } | null = null;

  constructor(name: string) {
    this.name = name;
  }

  /** The bridge's end of its socket; null while it is not connected. */
  get end(): BridgeEnd | null {
    return this.#end;
  }

  /** Whether its socket closed a moment ago, so that it may be reloading. */
  get isAwaited(): boolean {
    return this.#isAwaited;
  }

  /** Connects the tab on a new socket. */
  join(end: BridgeEnd): void {
    this.stop();
    this.#end = end;
    this.#told = '';
    this.state = NOTHING;
    this.fellSilent = false;
  }

  /** Disconnects the tab; `onGone` is called unless it reconnects within `WAITS.tabReturnMs`. */
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

  /** Stops waiting for it to reconnect. */
  stop(): void {
    clearTimeout(this.#returnTimer);
    this.#isAwaited = false;
  }

  /** Whether it holds the phone, connected or unplugged. */
  holds(serial: string): boolean {
    return this.#end !== null && this.state.phone?.serial === serial;
  }

  /** Whether it held the phone before a reload and may soon hold it again. */
  bringsBack(serial: string): boolean {
    if (this.#left?.serial !== serial) return false;
    const isEmpty = this.#end !== null && this.state.phone === null;
    const isRecent = performance.now() < this.#left.atMs + WAITS.phoneReturnMs;
    return this.#isAwaited || (isEmpty && isRecent);
  }

  /** Sends it the list of open consoles, unless the list is the one sent last. */
  tell(consoles: readonly OpenConsole[]): void {
    const text = JSON.stringify(consoles);
    if (text === this.#told) return;
    this.#told = text;
    this.#end?.tell(consoles);
  }
}

/**
 * The default console, which answers agents that chose no phone: the first tab to connect, until the
 * user chooses another. A tab that gets a phone replaces a default that has never held one and was
 * not chosen by the user. A default that reloads stays the default.
 */
export class Lead {
  #leading: Tab | null = null;
  #chosen: Tab | null = null;
  readonly #withPhone = new WeakSet<Tab>();

  /** The default tab, which may be reloading; null when no console is open. */
  get tab(): Tab | null {
    return this.#leading;
  }

  /** Call when the user chose this tab. */
  choose(tab: Tab): void {
    this.#chosen = tab;
    this.#leading = tab;
  }

  /** Call when a tab has connected or reconnected. */
  joined(tab: Tab): void {
    if (this.#leading === null || this.#chosen === tab) this.#leading = tab;
  }

  /** Call when a tab holds a phone. */
  holdsPhone(tab: Tab): void {
    this.#withPhone.add(tab);
    const leading = this.#leading;
    if (leading === null || leading === this.#chosen || this.#withPhone.has(leading)) return;
    this.#leading = tab;
  }

  /** Call when a tab did not reconnect in time; `oldest` is the oldest open tab. */
  gone(tab: Tab, oldest: Tab | null): void {
    if (this.#leading === tab) this.#leading = oldest;
  }
}

/** The phones that agents chose, by agent name. */
export class Choices {
  /** In order of last use. */
  readonly #byAgent = new Map<string, PhoneChoice>();

  /** The agent's choice; null when it uses the default console. */
  of(agent: string): PhoneChoice | null {
    const choice = this.#byAgent.get(agent) ?? null;
    if (choice !== null) this.set(agent, choice);
    return choice;
  }

  /** Stores a choice; null removes it. */
  set(agent: string, choice: PhoneChoice | null): void {
    this.#byAgent.delete(agent);
    if (choice !== null) this.#byAgent.set(agent, choice);
    const [oldest] = this.#byAgent.keys();
    if (this.#byAgent.size > MAX_CHOICES && oldest !== undefined) this.#byAgent.delete(oldest);
  }
}

/**
 * The tab that holds the chosen phone or is reloading with it; null without one. The console where it
 * was chosen is preferred, but a phone unplugged there may be connected at another.
 */
export function holderOf({ serial, console }: PhoneChoice, tabs: readonly Tab[]): Tab | null {
  const chosenAt = tabs.filter((tab) => tab.name === console);
  const holding = [...chosenAt, ...tabs].filter((tab) => tab.holds(serial));
  const connected = holding.find((tab) => tab.state.phone?.state === 'connected');
  // Demo phones of one Android version share a serial number but are different phones.
  if (connected?.state.phone?.kind === 'usb') return connected;
  const stays = chosenAt.find((tab) => tab.holds(serial) || tab.bringsBack(serial));
  return stays ?? connected ?? holding[0] ?? null;
}
