import { type TurnedAway, BridgeEnd } from '../../../core/relay/bridge-end.ts';
import type { Channel } from '../../../core/relay/channel.ts';
import type {
  AgentSetup,
  ConsoleState,
  Hello,
  OpenConsole,
  Welcome,
} from '../../../core/relay/frames.ts';
import { CLOSE, RELAY_VERSION } from '../../../core/relay/limits.ts';
import { MAX_CONSOLES, MAX_TABS, WAITS } from '../limits.ts';
import { sameSecret } from '../guard/check-request.ts';
import { Choices, Lead, Tab, holderOf } from './tab.ts';

/** What the consoles are told, and what they must show. */
interface ConsolesOptions {
  readonly secret: string;
  readonly toolPrefix: string;
  /** What agents need; told to consoles of our own origin only. */
  readonly setup: AgentSetup;
}

/** The console that answers an agent, and why it does. */
export interface Serving {
  readonly end: BridgeEnd;
  /** The serial number of the phone the agent chose, which this console need not hold; null without a choice. */
  readonly chosenPhone: string | null;
}

/** One socket of a console, as its door feeds it. */
export interface ConsoleSocket {
  receive(data: unknown): void;
  /** Sends the console away. */
  turnAway(why: TurnedAway): void;
  lost(): void;
}

/**
 * All open consoles of the bridge. Each tab has a name of its own; the same tab on a new socket
 * replaces its old one, which the network may not have reported dead yet.
 */
export class Consoles {
  readonly #options: ConsolesOptions;
  /** By the page's own name, in the order in which they first came. */
  readonly #tabs = new Map<string, Tab>();
  readonly #lead = new Lead();
  readonly #choices = new Choices();
  readonly #changes = new Changes();
  readonly #openedAtMs = performance.now();
  #joins = 0;
  #named = 0;
  #hasChanged = false;
  #closed = false;

  constructor(options: ConsolesOptions) {
    this.#options = options;
  }

  /** The open consoles, in the order in which their tabs first came. */
  get list(): readonly OpenConsole[] {
    return this.#open().map((tab) => {
      return { name: tab.name, ...tab.state, leads: tab === this.#lead.tab };
    });
  }

  /** How often a console has come, or come back. */
  get joins(): number {
    return this.#joins;
  }

  /** Hears a new socket. `isOwn` is false for a page of another origin, which is not told the token. */
  open(channel: Channel, { isOwn }: { readonly isOwn: boolean }): ConsoleSocket {
    let tab: Tab | null = null;
    const leave = (): void => {
      if (tab?.end === end) this.#leave(tab);
    };
    const end: BridgeEnd = new BridgeEnd({
      channel: {
        ...channel,
        close: (code, reason) => {
          if (tab?.end === end) tab.fellSilent = code === CLOSE.silent;
          // The far side of a dead socket never confirms; its place must not stay taken.
          leave();
          channel.close(code, reason);
        },
      },
      admit: (hello) => {
        const admitted = this.#admit(hello);
        if ('code' in admitted) return admitted;
        tab = admitted;
        this.#join(tab, end);
        return this.#welcome(tab, isOwn);
      },
      onState: (state) => this.#change(() => tab && this.#hear(tab, state)),
      onLead: () => this.#change(() => tab && this.#lead.choose(tab)),
      onChoose: (agent, choice) => this.#change(() => this.#choices.set(agent, choice)),
    });
    return {
      receive: (data) => {
        end.receive(data);
        // Not sooner: nothing may come before the welcome.
        this.#tellAll();
      },
      turnAway: (why) => end.close(why),
      lost: () => {
        leave();
        end.lost();
      },
    };
  }

  /** Whether there is a console that stopped answering, and has not come back. */
  get someAreSilent(): boolean {
    return [...this.#tabs.values()].some(({ fellSilent }) => fellSilent);
  }

  /** The console that answers this agent now; null when none is open, or it is just reloading. */
  serving(agent: string): Serving | null {
    const { tab, chosenPhone } = this.#for(agent);
    return tab?.end ? { end: tab.end, chosenPhone } : null;
  }

  /** As `serving`, but a console that left only a moment ago is waited for. */
  async servingSoon(agent: string, signal: AbortSignal): Promise<Serving | null> {
    await this.#changes.until(() => this.#for(agent).tab?.isAwaited !== true, { signal });
    return this.serving(agent);
  }

  /** As `serving`, but any console is waited for. */
  async servingWithin(agent: string, limits: WaitLimits): Promise<Serving | null> {
    await this.#changes.until(() => this.serving(agent) !== null, limits);
    return this.serving(agent);
  }

  /** Any open console, for what all of them answer alike; the one that answers this agent where that is open. */
  any(agent: string): Serving | null {
    const [end] = this.#open().map((tab) => tab.end);
    return this.serving(agent) ?? (end ? { end, chosenPhone: this.#for(agent).chosenPhone } : null);
  }

  /** Whether a console is there, or comes soon after the start; true as well when the bridge closes meanwhile. */
  async consoleReturns(): Promise<boolean> {
    const limitMs = this.#openedAtMs + WAITS.rejoinMs - performance.now();
    const isThere = (): boolean => this.#closed || this.#open().length > 0;
    const { signal } = new AbortController();
    if (limitMs > 0) await this.#changes.until(isThere, { signal, limitMs });
    return isThere();
  }

  /** Sends the consoles away, as the bridge stops. */
  close(): void {
    this.#closed = true;
    for (const tab of this.#tabs.values()) {
      tab.end?.close(STOPPING);
      tab.stop();
    }
    this.#changes.stop();
  }

  #open(): Tab[] {
    return [...this.#tabs.values()].filter((tab) => tab.end !== null);
  }

  #for(agent: string): { readonly tab: Tab | null; readonly chosenPhone: string | null } {
    const choice = this.#choices.of(agent);
    if (choice === null) return { tab: this.#lead.tab, chosenPhone: null };
    const holder = holderOf(choice, [...this.#tabs.values()]);
    // The leading console says that the phone is elsewhere.
    return { tab: holder ?? this.#lead.tab, chosenPhone: choice.serial };
  }

  #admit(hello: Hello): Tab | TurnedAway {
    if (this.#closed) return STOPPING;
    if (!sameSecret(hello.secret, this.#options.secret)) {
      return { code: CLOSE.secretRefused, reason: 'The secret is not the one of this bridge.' };
    }
    const known = this.#tabs.get(hello.page);
    if (!known?.end && this.#open().length >= MAX_CONSOLES) {
      return { code: CLOSE.tooMany, reason: `${MAX_CONSOLES} Handset consoles are open.` };
    }
    return known ?? this.#newTab(hello.page);
  }

  #newTab(page: string): Tab {
    const surplus = Math.max(0, this.#tabs.size + 1 - MAX_TABS);
    const gone = [...this.#tabs].filter(([, { end, isAwaited }]) => end === null && !isAwaited);
    for (const [forgotten] of gone.slice(0, surplus)) this.#tabs.delete(forgotten);
    const tab = new Tab(`console ${++this.#named}`);
    this.#tabs.set(page, tab);
    return tab;
  }

  #join(tab: Tab, end: BridgeEnd): void {
    const before = tab.end;
    tab.join(end);
    this.#joins += 1;
    this.#change(() => this.#lead.joined(tab));
    before?.close({ code: CLOSE.replaced, reason: 'The page has come back.' });
  }

  #welcome({ name }: Tab, isOwn: boolean): Welcome {
    const { toolPrefix, setup } = this.#options;
    return { version: RELAY_VERSION, toolPrefix, name, setup: isOwn ? setup : null };
  }

  #hear(tab: Tab, state: ConsoleState): void {
    tab.state = state;
    if (state.phone !== null) this.#lead.holdsPhone(tab);
  }

  #leave(tab: Tab): void {
    this.#change(() => {
      tab.leave(() => {
        this.#change(() => this.#lead.gone(tab, this.#open()[0] ?? null));
        this.#tellAll();
      });
    });
    this.#tellAll();
  }

  #change(change: () => unknown): void {
    change();
    this.#hasChanged = true;
  }

  #tellAll(): void {
    if (!this.#hasChanged || this.#closed) return;
    this.#hasChanged = false;
    const { list } = this;
    for (const tab of this.#open()) tab.tell(list);
    this.#changes.tell();
  }
}

const STOPPING: TurnedAway = { code: CLOSE.goingAway, reason: 'The bridge stops.' };

/** What a wait ends by, besides what it waits for. */
interface WaitLimits {
  readonly signal: AbortSignal;
  /** Milliseconds; for as long as it takes unless given. */
  readonly limitMs?: number;
}

/** Lets calls wait for something that changes by itself, such as a console that comes. */
class Changes {
  readonly #waiting = new Set<() => void>();
  #stopped = false;

  /** To be called after every change: each wait looks again. */
  tell(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** Ends all waits, and those to come at once. */
  stop(): void {
    this.#stopped = true;
    this.tell();
  }

  /** Resolves when it holds, the time is over, the signal aborts or all waits end: the caller looks which. */
  until(holds: () => boolean, { signal, limitMs }: WaitLimits): Promise<void> {
    const isOver = (): boolean => this.#stopped || signal.aborted || holds();
    if (isOver()) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#waiting.delete(look);
        resolve();
      };
      const look = (): void => {
        if (isOver()) end();
      };
      const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs);
      signal.addEventListener('abort', end, { once: true });
      this.#waiting.add(look);
    });
  }
}
