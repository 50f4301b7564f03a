import type { AgentTokens } from '#core/relay/agent-tokens.ts';
import type { BridgeEnd } from '#core/relay/bridge-end.ts';
import type { ConsoleState, OpenConsole, PhoneChoice } from '#core/relay/frames.ts';
import { MAX_PHONE_CHOICES, WAITS } from '../limits.ts';

const INITIAL_STATE: ConsoleState = { phone: null, paused: false };

/** A tab that is or was a console. It keeps its name while the bridge runs. */
export class ConsoleTab {
  readonly name: string;
  state = INITIAL_STATE;
  /** Whether its socket was closed because it stopped answering. */
  wentSilent = false;
  #end: BridgeEnd | null = null;
  #isOwn = false;
  #lastSentList = '';
  #lastSentTokens = '';
  #returnTimer: ReturnType<typeof setTimeout> | undefined;
  #mayBeReloading = false;
  /** The phone it held when its socket closed. */
  #phoneAtClose: { readonly serial: string; readonly atMs: number } | null = null;

  constructor(name: string) {
    this.name = name;
  }

  /** The bridge's end of its socket; null while it is not connected. */
  get end(): BridgeEnd | null {
    return this.#end;
  }

  /** Whether its socket closed a moment ago, so that it may be reloading. */
  get mayBeReloading(): boolean {
    return this.#mayBeReloading;
  }

  /** Connects the tab on a new socket; `isOwn` is false for a page of another origin. */
  join(end: BridgeEnd, isOwn: boolean): void {
    this.cancelReturnTimer();
    this.#end = end;
    this.#isOwn = isOwn;
    this.#lastSentList = '';
    this.#lastSentTokens = '';
    this.state = INITIAL_STATE;
    this.wentSilent = false;
  }

  /** Disconnects the tab; `onGone` is called unless it reconnects within `WAITS.tabReturnMs`. */
  leave(onGone: () => void): void {
    this.#end = null;
    const { phone } = this.state;
    if (phone !== null) this.#phoneAtClose = { serial: phone.serial, atMs: performance.now() };
    this.#mayBeReloading = true;
    this.#returnTimer = setTimeout(() => {
      this.#mayBeReloading = false;
      onGone();
    }, WAITS.tabReturnMs);
  }

  /** Stops waiting for it to reconnect. */
  cancelReturnTimer(): void {
    clearTimeout(this.#returnTimer);
    this.#mayBeReloading = false;
  }

  /** Whether it holds the phone, connected or unplugged. */
  holds(serial: string): boolean {
    return this.#end !== null && this.state.phone?.serial === serial;
  }

  /** Whether it held the phone before a reload and may soon hold it again. */
  mayBringBack(serial: string): boolean {
    if (this.#phoneAtClose?.serial !== serial) return false;
    const isEmpty = this.#end !== null && this.state.phone === null;
    const isRecent = performance.now() < this.#phoneAtClose.atMs + WAITS.phoneReturnMs;
    return this.#mayBeReloading || (isEmpty && isRecent);
  }

  /** Sends it the open consoles and, if it is one of our own origin, the tokens of agents, unless they are those sent last. */
  send(consoles: readonly OpenConsole[], tokens: AgentTokens): void {
    const list = JSON.stringify(consoles);
    if (list !== this.#lastSentList) this.#end?.sendConsoles(consoles);
    this.#lastSentList = list;
    if (!this.#isOwn) return;
    const tokenList = JSON.stringify(tokens);
    if (tokenList !== this.#lastSentTokens) this.#end?.sendAgentTokens(tokens);
    this.#lastSentTokens = tokenList;
  }
}

/**
 * The default console, which answers agents that chose no phone: the first tab to connect, until the
 * user chooses another. A tab that gets a phone replaces a default that has never held one and was
 * not chosen by the user. A default that reloads stays the default.
 */
export class DefaultConsole {
  #current: ConsoleTab | null = null;
  #chosenByUser: ConsoleTab | null = null;
  readonly #tabsWithPhone = new WeakSet<ConsoleTab>();

  /** The default tab, which may be reloading; null when no console is open. */
  get tab(): ConsoleTab | null {
    return this.#current;
  }

  /** Call when the user chose this tab. */
  choose(tab: ConsoleTab): void {
    this.#chosenByUser = tab;
    this.#current = tab;
  }

  /** Call when a tab has connected or reconnected. */
  tabJoined(tab: ConsoleTab): void {
    if (this.#current === null || this.#chosenByUser === tab) this.#current = tab;
  }

  /** Call when a tab holds a phone. */
  tabHasPhone(tab: ConsoleTab): void {
    this.#tabsWithPhone.add(tab);
    const current = this.#current;
    if (current === null || current === this.#chosenByUser || this.#tabsWithPhone.has(current))
      return;
    this.#current = tab;
  }

  /** Call when a tab did not reconnect in time; `oldest` is the oldest open tab. */
  tabGone(tab: ConsoleTab, oldest: ConsoleTab | null): void {
    if (this.#current === tab) this.#current = oldest;
  }
}

/** The phones that agents chose, by agent name. */
export class PhoneChoices {
  /** In order of last use. */
  readonly #byAgent = new Map<string, PhoneChoice>();

  /** The agent's choice; null when it uses the default console. */
  get(agent: string): PhoneChoice | null {
    const choice = this.#byAgent.get(agent) ?? null;
    if (choice !== null) this.set(agent, choice);
    return choice;
  }

  /** Stores a choice; null removes it. */
  set(agent: string, choice: PhoneChoice | null): void {
    this.#byAgent.delete(agent);
    if (choice !== null) this.#byAgent.set(agent, choice);
    const [oldest] = this.#byAgent.keys();
    if (this.#byAgent.size > MAX_PHONE_CHOICES && oldest !== undefined)
      this.#byAgent.delete(oldest);
  }
}

/**
 * The tab that holds the chosen phone or is reloading with it; null without one. The console where it
 * was chosen is preferred, but a phone unplugged there may be connected at another.
 */
export function findPhoneHolder(
  { serial, console }: PhoneChoice,
  tabs: readonly ConsoleTab[],
): ConsoleTab | null {
  const tabsOfChoice = tabs.filter((tab) => tab.name === console);
  const holding = [...tabsOfChoice, ...tabs].filter((tab) => tab.holds(serial));
  const connected = holding.find((tab) => tab.state.phone?.state === 'connected');
  // Demo phones of one Android version share a serial number but are different phones.
  if (connected !== undefined && connected.state.phone?.kind !== 'demo') return connected;
  const returning = tabsOfChoice.find((tab) => tab.holds(serial) || tab.mayBringBack(serial));
  return returning ?? connected ?? holding[0] ?? null;
}
