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

/** The secret that consoles must show, and what their welcome contains. */
interface ConsolesOptions {
  readonly secret: string;
  readonly toolPrefix: string;
  /** How agents connect; sent only to consoles of our own origin. */
  readonly setup: AgentSetup;
}

/** The console that answers an agent. */
export interface Serving {
  readonly end: BridgeEnd;
  /** Serial number of the phone that the agent chose, which this console may not hold; null without a choice. */
  readonly chosenPhone: string | null;
}

/** Receives the events of one console's WebSocket. */
export interface ConsoleSocket {
  receive(data: unknown): void;
  /** Closes the socket for this reason. */
  turnAway(why: TurnedAway): void;
  lost(): void;
}

/**
 * All consoles of the bridge. Each tab has its own name; when a tab reconnects, its new socket
 * replaces the old one, whose end may not have been reported yet.
 */
export class Consoles {
  readonly #options: ConsolesOptions;
  /** By the tab's id, in order of first connection. */
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

  /** The open consoles, in order of first connection. */
  get list(): readonly OpenConsole[] {
    return this.#open().map((tab) => {
      return { name: tab.name, ...tab.state, leads: tab === this.#lead.tab };
    });
  }

  /** How often a console has connected or reconnected. */
  get joins(): number {
    return this.#joins;
  }

  /** Registers a new socket. `isOwn` is false for a page of another origin, which does not get the token. */
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
          // A dead socket never confirms the close, so the tab leaves now.
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
        // After the welcome, which must be the first frame.
        this.#tellAll();
      },
      turnAway: (why) => end.close(why),
      lost: () => {
        leave();
        end.lost();
      },
    };
  }

  /** Whether a console stopped answering and has not reconnected. */
  get someAreSilent(): boolean {
    return [...this.#tabs.values()].some(({ fellSilent }) => fellSilent);
  }

  /** The console that answers this agent now; null when none is open or it is reloading. */
  serving(agent: string): Serving | null {
    const { tab, chosenPhone } = this.#for(agent);
    return tab?.end ? { end: tab.end, chosenPhone } : null;
  }

  /** As `consoleFor`, but waits for a console that is reloading. */
  async servingSoon(agent: string, signal: AbortSignal): Promise<Serving | null> {
    await this.#changes.until(() => this.#for(agent).tab?.isAwaited !== true, { signal });
    return this.serving(agent);
  }

  /** As `consoleFor`, but waits until there is a console, within the limits. */
  async servingWithin(agent: string, limits: WaitLimits): Promise<Serving | null> {
    await this.#changes.until(() => this.serving(agent) !== null, limits);
    return this.serving(agent);
  }

  /** Any open console, for requests that all answer alike; preferably the one that answers this agent. */
  any(agent: string): Serving | null {
    const [end] = this.#open().map((tab) => tab.end);
    return this.serving(agent) ?? (end ? { end, chosenPhone: this.#for(agent).chosenPhone } : null);
  }

  /** Whether a console is open or connects soon after startup; also true when the bridge closes meanwhile. */
  async consoleReturns(): Promise<boolean> {
    const limitMs = this.#openedAtMs + WAITS.rejoinMs - performance.now();
    const isThere = (): boolean => this.#closed || this.#open().length > 0;
    const { signal } = new AbortController();
    if (limitMs > 0) await this.#changes.until(isThere, { signal, limitMs });
    return isThere();
  }

  /** Closes all consoles' sockets because the bridge stops. */
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
    // If no tab has the phone, the default console reports that it is elsewhere.
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

/** What ends a wait early. */
interface WaitLimits {
  readonly signal: AbortSignal;
  /** Milliseconds; unlimited by default. */
  readonly limitMs?: number;
}

/** Lets calls wait until a condition on the consoles holds. */
class Changes {
  readonly #waiting = new Set<() => void>();
  #stopped = false;

  /** Call after every change: every wait checks its condition again. */
  tell(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** Ends all current waits, and future ones immediately. */
  stop(): void {
    this.#stopped = true;
    this.tell();
  }

  /** Resolves when the condition holds, the time is over, the signal aborts or `stop` is called; the caller checks which. */
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
