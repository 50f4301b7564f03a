import {
  type CloseReason,
  type StreamOpening,
  BridgeEnd,
  noStreamsError,
} from '#core/relay/bridge-end.ts';
import type { AgentLimits } from '#core/relay/agent-tokens.ts';
import type {
  AdbTarget,
  AgentSetup,
  Channel,
  ConsoleState,
  FileTarget,
  Hello,
  OpenConsole,
  Welcome,
} from '#core/relay/frames.ts';
import { HandsetError } from '#core/errors.ts';
import { startCommand } from '#core/clients/client-setup.ts';
import { CLOSE_CODES, RELAY_VERSION } from '#core/relay/limits.ts';
import { MAX_CONSOLES, MAX_TABS, WAITS } from '../limits.ts';
import type { AgentTokenStore } from '../guard/agent-tokens.ts';
import { sameSecret } from '../guard/check-request.ts';
import { PhoneChoices, DefaultConsole, ConsoleTab, findPhoneHolder } from './console-tab.ts';

/** The secret that consoles must show, and what their welcome contains. */
export interface ConsolesOptions {
  readonly secret: string;
  readonly toolPrefix: string;
  readonly allTools: boolean;
  readonly screenReader: boolean;
  /** How agents connect; sent only to consoles of our own origin. */
  readonly setup: AgentSetup;
  /** The adb server for consoles; null for none. */
  readonly adb: ConsoleStreams | null;
  /** The folder that agents may use, for consoles of our own origin. */
  readonly files: { serve(opening: StreamOpening<FileTarget>): void };
  /** The tokens of agents, for consoles of our own origin. */
  readonly agentTokens: Pick<AgentTokenStore, 'state' | 'onChange' | 'serve'>;
}

/** What consoles can open streams to. */
interface ConsoleStreams {
  readonly canStart: boolean;
  /** Whether consoles of other origins may, too. */
  readonly isForAll: boolean;
  serve(opening: StreamOpening<AdbTarget>): void;
}

/** An agent whose request a console is to answer. */
interface RoutedAgent {
  readonly agent: string;
  readonly limits: AgentLimits | null;
}

/** The console that answers an agent. */
export interface ServingConsole {
  readonly end: BridgeEnd;
  /** Serial number of the phone that the agent chose, which this console may not hold; null without a choice. */
  readonly chosenPhone: string | null;
}

/** Receives the events of one console's WebSocket. */
export interface ConsoleSocket {
  receive(data: unknown): void;
  /** Closes the socket for this reason. */
  close(why: CloseReason): void;
  socketClosed(): void;
}

/**
 * All consoles of the bridge. Each tab has its own name; when a tab reconnects, its new socket
 * replaces the old one, whose end may not have been reported yet.
 */
export class Consoles {
  readonly #options: ConsolesOptions;
  /** By the tab's id, in order of first connection. */
  readonly #tabs = new Map<string, ConsoleTab>();
  readonly #defaultConsole = new DefaultConsole();
  readonly #choices = new PhoneChoices();
  readonly #changes = new ConsoleChanges();
  readonly #openedAtMs = performance.now();
  #joinCount = 0;
  #nameCount = 0;
  #hasChanged = false;
  #closed = false;

  constructor(options: ConsolesOptions) {
    this.#options = options;
    options.agentTokens.onChange = () => {
      this.#hasChanged = true;
      this.#sendToAll();
    };
  }

  /** The open consoles, in order of first connection. */
  get list(): readonly OpenConsole[] {
    return this.#openTabs().map((tab) => {
      return { name: tab.name, ...tab.state, isDefault: tab === this.#defaultConsole.tab };
    });
  }

  /** How often a console has connected or reconnected. */
  get joinCount(): number {
    return this.#joinCount;
  }

  /** Adds a new socket. `isOwn` is false for a page of another origin, which does not get the token. */
  addSocket(channel: Channel, { isOwn }: { readonly isOwn: boolean }): ConsoleSocket {
    let tab: ConsoleTab | null = null;
    const { adb, files, agentTokens } = this.#options;
    const streams = isOwn || adb?.isForAll === true ? adb : null;
    const serveStream = ({ target, ...opening }: StreamOpening): void => {
      if (target.name === 'file-read' || target.name === 'file-write') {
        if (isOwn) files.serve({ ...opening, target });
        else opening.stream.end(notOwnError('This console may not reach files on the computer.'));
      } else if (target.name === 'agent-tokens') {
        if (isOwn) void agentTokens.serve({ ...opening, target });
        else opening.stream.end(notOwnError('This console may not make or revoke tokens.'));
      } else if (streams !== null) streams.serve({ ...opening, target });
      else opening.stream.end(noStreamsError());
    };
    const leaveTab = (): void => {
      if (tab?.end === end) this.#leave(tab);
    };
    const end: BridgeEnd = new BridgeEnd({
      channel: {
        ...channel,
        close: (code, reason) => {
          if (tab?.end === end) tab.wentSilent = code === CLOSE_CODES.silent;
          // A dead socket never confirms the close, so the tab leaves now.
          leaveTab();
          channel.close(code, reason);
        },
      },
      admit: (hello) => {
        const admitted = this.#admit(hello);
        if ('code' in admitted) return admitted;
        tab = admitted;
        this.#join(tab, end, isOwn);
        return this.#welcome(tab, { isOwn, streams });
      },
      serveStream,
      onState: (state) => this.#change(() => tab && this.#updateState(tab, state)),
      onMadeDefault: () => this.#change(() => tab && this.#defaultConsole.choose(tab)),
      onPhoneChosen: (agent, choice) => this.#change(() => this.#choices.set(agent, choice)),
    });
    return {
      receive: (data) => {
        end.receive(data);
        // After the welcome, which must be the first frame.
        this.#sendToAll();
      },
      close: (why) => end.close(why),
      socketClosed: () => {
        leaveTab();
        end.socketClosed();
      },
    };
  }

  /** Whether a console stopped answering and has not reconnected. */
  get hasSilentConsole(): boolean {
    return [...this.#tabs.values()].some(({ wentSilent }) => wentSilent);
  }

  /** The console that answers this agent now; null when none is open or it is reloading. */
  consoleFor(agent: RoutedAgent): ServingConsole | null {
    const { tab, chosenPhone } = this.#route(agent);
    return tab?.end ? { end: tab.end, chosenPhone } : null;
  }

  /** As `consoleFor`, but waits for a console that is reloading. */
  async consoleForAfterReload(
    agent: RoutedAgent,
    signal: AbortSignal,
  ): Promise<ServingConsole | null> {
    await this.#changes.waitUntil(() => this.#route(agent).tab?.mayBeReloading !== true, {
      signal,
    });
    return this.consoleFor(agent);
  }

  /** As `consoleFor`, but waits until there is a console, within the limits. */
  async waitForConsole(agent: RoutedAgent, limits: WaitLimits): Promise<ServingConsole | null> {
    await this.#changes.waitUntil(() => this.consoleFor(agent) !== null, limits);
    return this.consoleFor(agent);
  }

  /** Any open console, for requests that all answer alike; preferably the one that answers this agent. */
  anyConsoleFor(agent: RoutedAgent): ServingConsole | null {
    const [end] = this.#openTabs().map((tab) => tab.end);
    return (
      this.consoleFor(agent) ?? (end ? { end, chosenPhone: this.#route(agent).chosenPhone } : null)
    );
  }

  /** Whether a console is open or connects soon after startup; also true when the bridge closes meanwhile. */
  async consoleReturns(): Promise<boolean> {
    const limitMs = this.#openedAtMs + WAITS.rejoinMs - performance.now();
    const isOpen = (): boolean => this.#closed || this.#openTabs().length > 0;
    const { signal } = new AbortController();
    if (limitMs > 0) await this.#changes.waitUntil(isOpen, { signal, limitMs });
    return isOpen();
  }

  /** Closes all consoles' sockets because the bridge stops. */
  close(): void {
    this.#closed = true;
    for (const tab of this.#tabs.values()) {
      tab.end?.close(STOPPING);
      tab.cancelReturnTimer();
    }
    this.#changes.stop();
  }

  #openTabs(): ConsoleTab[] {
    return [...this.#tabs.values()].filter((tab) => tab.end !== null);
  }

  #route({ agent, limits }: RoutedAgent): {
    readonly tab: ConsoleTab | null;
    readonly chosenPhone: string | null;
  } {
    const chosen = this.#choices.get(agent);
    const only = limits?.phone?.serial ?? chosen?.serial;
    // Of several consoles with the only phone that a token allows, the agent may choose.
    const choice =
      only === undefined || chosen?.serial === only ? chosen : { serial: only, console: '' };
    if (choice === null) return { tab: this.#defaultConsole.tab, chosenPhone: null };
    const holder = findPhoneHolder(choice, [...this.#tabs.values()]);
    // If no tab has the phone, the default console reports that it is elsewhere.
    return { tab: holder ?? this.#defaultConsole.tab, chosenPhone: choice.serial };
  }

  #admit(hello: Hello): ConsoleTab | CloseReason {
    if (this.#closed) return STOPPING;
    if (!sameSecret(hello.secret, this.#options.secret)) {
      return {
        code: CLOSE_CODES.secretRefused,
        reason: "The secret doesn't belong to this bridge.",
      };
    }
    const existing = this.#tabs.get(hello.page);
    if (!existing?.end && this.#openTabs().length >= MAX_CONSOLES) {
      return {
        code: CLOSE_CODES.tooMany,
        reason: `${MAX_CONSOLES} Handset consoles are open, the most allowed.`,
      };
    }
    return existing ?? this.#newTab(hello.page);
  }

  #newTab(page: string): ConsoleTab {
    const surplusCount = Math.max(0, this.#tabs.size + 1 - MAX_TABS);
    const closedTabs = [...this.#tabs].filter(
      ([, { end, mayBeReloading }]) => end === null && !mayBeReloading,
    );
    for (const [tabId] of closedTabs.slice(0, surplusCount)) this.#tabs.delete(tabId);
    const tab = new ConsoleTab(`console ${++this.#nameCount}`);
    this.#tabs.set(page, tab);
    return tab;
  }

  #join(tab: ConsoleTab, end: BridgeEnd, isOwn: boolean): void {
    const previousEnd = tab.end;
    tab.join(end, isOwn);
    this.#joinCount += 1;
    this.#change(() => this.#defaultConsole.tabJoined(tab));
    previousEnd?.close({ code: CLOSE_CODES.replaced, reason: 'The page has reconnected.' });
  }

  #welcome(
    { name }: ConsoleTab,
    { isOwn, streams }: { readonly isOwn: boolean; readonly streams: ConsoleStreams | null },
  ): Welcome {
    const { toolPrefix, allTools, screenReader, setup } = this.#options;
    return {
      version: RELAY_VERSION,
      toolPrefix,
      allTools,
      screenReader,
      name,
      command: startCommand(setup),
      adb: streams && { canStart: streams.canStart },
      setup: isOwn ? setup : null,
    };
  }

  #updateState(tab: ConsoleTab, state: ConsoleState): void {
    tab.state = state;
    if (state.phone !== null) this.#defaultConsole.tabHasPhone(tab);
  }

  #leave(tab: ConsoleTab): void {
    this.#change(() => {
      tab.leave(() => {
        this.#change(() => this.#defaultConsole.tabGone(tab, this.#openTabs()[0] ?? null));
        this.#sendToAll();
      });
    });
    this.#sendToAll();
  }

  #change(change: () => unknown): void {
    change();
    this.#hasChanged = true;
  }

  #sendToAll(): void {
    if (!this.#hasChanged || this.#closed) return;
    this.#hasChanged = false;
    const { list } = this;
    const { state } = this.#options.agentTokens;
    for (const tab of this.#openTabs()) tab.send(list, state);
    this.#changes.notify();
  }
}

const STOPPING: CloseReason = { code: CLOSE_CODES.goingAway, reason: 'The bridge is stopping.' };

/** What ends a wait early. */
interface WaitLimits {
  readonly signal: AbortSignal;
  /** Milliseconds; unlimited by default. */
  readonly limitMs?: number;
}

/** Lets calls wait until a condition on the consoles holds. */
class ConsoleChanges {
  readonly #waiting = new Set<() => void>();
  #stopped = false;

  /** Call after every change: every wait checks its condition again. */
  notify(): void {
    for (const check of [...this.#waiting]) check();
  }

  /** Ends all current waits, and future ones immediately. */
  stop(): void {
    this.#stopped = true;
    this.notify();
  }

  /** Resolves when the condition holds, the time is over, the signal aborts or `stop` is called; the caller checks which. */
  waitUntil(condition: () => boolean, { signal, limitMs }: WaitLimits): Promise<void> {
    const isOver = (): boolean => this.#stopped || signal.aborted || condition();
    if (isOver()) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#waiting.delete(check);
        resolve();
      };
      const check = (): void => {
        if (isOver()) end();
      };
      const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs);
      signal.addEventListener('abort', end, { once: true });
      this.#waiting.add(check);
    });
  }
}

function notOwnError(message: string): HandsetError {
  return new HandsetError('unsupported', message, {
    hint: 'Open the address that the bridge printed.',
  });
}
