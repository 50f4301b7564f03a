/** Consoles without a browser: the worker's connection to a real bridge, and fake ones on channels that deliver at once. */
import { onTestFinished } from 'vitest';
import { WebSocket as NodeWebSocket } from 'ws';
import type { BridgeStatus } from '#core/link/messages.ts';
import { createMcpServer, type ToolCall, type ToolResult } from '#core/mcp/server.ts';
import type { AgentTokens } from '#core/relay/agent-tokens.ts';
import type { BridgeEnd } from '#core/relay/bridge-end.ts';
import { ConsoleEnd } from '#core/relay/console-end.ts';
import type {
  AgentSetup,
  ConsolePhone,
  Message,
  OpenConsole,
  RelayRequest,
  Welcome,
} from '#core/relay/frames.ts';
import { BridgeConnection } from '#worker/relay/bridge-connection.ts';
import { Consoles, type ServingConsole } from '../consoles/consoles.ts';
import { PAGE_SECRET, TOOLS } from './bridge.ts';

/** Options of `testConsole`. */
interface TestConsoleOptions {
  readonly port: number;
  readonly secret?: string;
  readonly origin?: string;
  /** Identifies the tab; a random id by default. */
  readonly tab?: string;
  call?(call: ToolCall): Promise<ToolResult>;
  onAgentTokens?(tokens: AgentTokens | null): void;
}

/** The worker's connection to the bridge, with a record of what it reported. */
export interface TestConsole extends BridgeConnection {
  readonly statuses: readonly BridgeStatus[];
  readonly prefixes: readonly string[];
  readonly sockets: readonly NodeWebSocket[];
  /** Every list of open consoles that it received. */
  readonly lists: readonly (readonly OpenConsole[])[];
  latest(): BridgeStatus | undefined;
}

/** Connects a console to a bridge; it is closed after the test. */
export function testConsole(options: TestConsoleOptions): TestConsole {
  const statuses: BridgeStatus[] = [];
  const prefixes: string[] = [];
  const sockets: NodeWebSocket[] = [];
  const lists: (readonly OpenConsole[])[] = [];
  const origin = options.origin ?? `http://127.0.0.1:${options.port}`;
  class BrowserLikeSocket extends NodeWebSocket {
    constructor(url: string | URL) {
      super(url, { origin });
      sockets.push(this);
    }
  }
  const connection = new BridgeConnection({
    serve: ({ toolPrefix }) => {
      if (toolPrefix !== '') prefixes.push(toolPrefix);
      const echo = ({ arguments: args }: ToolCall) =>
        Promise.resolve(textResult(JSON.stringify(args)));
      return createMcpServer({
        tools: TOOLS,
        toolPrefix,
        version: 'console',
        callTool: options.call ?? echo,
      });
    },
    onStatus: (status) => statuses.push(status),
    onConsoles: (consoles) => lists.push(consoles),
    onElementReader: () => undefined,
    onAgentTokens: (tokens) => options.onAgentTokens?.(tokens),
    // ws implements the parts of the browser's class that the worker uses.
    WebSocket: BrowserLikeSocket as unknown as typeof WebSocket,
  });
  connection.join({
    url: `http://127.0.0.1:${options.port}/`,
    secret: options.secret ?? PAGE_SECRET,
    tab: options.tab ?? crypto.randomUUID(),
  });
  onTestFinished(() => connection.close());
  const latest = (): BridgeStatus | undefined => statuses.at(-1);
  return Object.assign(connection, { statuses, prefixes, sockets, lists, latest });
}

/** A tool result with one text. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: false };
}

/** A call that a test console runs until the caller aborts it. */
export class HangingCall {
  state: 'idle' | 'running' | 'aborted' = 'idle';

  /** The console's `call`. A timer keeps it running, as a socket would for real work. */
  readonly run = async ({ signal }: ToolCall): Promise<ToolResult> => {
    this.state = 'running';
    await new Promise<void>((resolve) => {
      const work = setInterval(() => signal.aborted && done(), 5);
      const done = (): void => {
        clearInterval(work);
        resolve();
      };
    });
    this.state = 'aborted';
    return textResult('late');
  };
}

export const setup: AgentSetup = {
  mcpUrl: 'http://127.0.0.1:1/mcp',
  token: 't',
  ownToken: false,
  programPath: '/bridge.js',
  programArguments: [],
};

/** Creates the consoles of a bridge that has just started. */
export const newConsoles = () =>
  new Consoles({
    secret: 's',
    toolPrefix: '',
    allTools: false,
    screenReader: true,
    setup,
    adb: null,
    files: { serve: () => undefined },
    agentTokens: {
      state: { tokens: [], isSharedAccepted: true },
      onChange: () => undefined,
      serve: () => Promise.resolve(),
    },
  });

/** A console on a channel that delivers at once, for tests with fake timers; the relay code on both ends is real. */
export class FakeConsole {
  readonly end: ConsoleEnd;
  readonly welcomes: Welcome[] = [];
  readonly lists: (readonly OpenConsole[])[] = [];
  readonly requests: RelayRequest[] = [];
  readonly closed: number[] = [];
  /** Whether it neither sends nor receives anything. */
  hangs = false;
  readonly #socket: ReturnType<Consoles['addSocket']>;

  constructor(consoles: Consoles, page: string, { isOwn = true, secret = 's' } = {}) {
    const framesBeforeEnd: unknown[] = [];
    let end: ConsoleEnd | null = null;
    this.#socket = consoles.addSocket(
      {
        send: (message) => {
          if (end === null) framesBeforeEnd.push(received(message));
          else if (!this.hangs) end.receive(received(message));
        },
        close: (code) => this.closed.push(code),
      },
      { isOwn },
    );
    end = new ConsoleEnd({
      channel: {
        send: (message) => {
          if (!this.hangs) this.#socket.receive(received(message));
        },
        close: () => {
          if (!this.hangs) this.leave();
        },
      },
      secret,
      page,
      serve: (request) => Promise.resolve(void this.requests.push(request)),
      onWelcome: (welcome) => this.welcomes.push(welcome),
      onConsoles: (list) => this.lists.push(list),
    });
    for (const data of framesBeforeEnd) end.receive(data);
    this.end = end;
  }

  get name(): string | undefined {
    return this.welcomes[0]?.name;
  }

  holdPhone(phone: ConsolePhone | null): this {
    this.end.sendState({ phone, paused: false });
    return this;
  }

  /** Closes its socket, as a tab does that is closed or reloads. */
  leave(): void {
    this.#socket.socketClosed();
  }
}

/** An agent with the shared token. */
export const agentNamed = (agent: string) => ({ agent, limits: null });

/** A connected USB phone with this serial number. */
export const phone = (serial: string, more: Partial<ConsolePhone> = {}): ConsolePhone => {
  return { serial, model: 'Pixel', androidVersion: '14', kind: 'usb', state: 'connected', ...more };
};

/** Sends a request and returns which of the consoles received it, and the chosen phone it was sent. */
export function answeringConsole(
  serving: ServingConsole | null,
  fakeConsoles: readonly FakeConsole[],
) {
  if (serving === null) return null;
  const request: RelayRequest = {
    caller: { agent: 'local', chosenPhone: serving.chosenPhone, limits: null },
    headers: {},
    body: '{}',
  };
  const countsBefore = fakeConsoles.map(({ requests }) => requests.length);
  const noListener = { head: ignore, chunk: ignore, end: ignore, fail: ignore };
  serving.end.request(request, noListener satisfies Parameters<BridgeEnd['request']>[1]);
  const at = fakeConsoles.findIndex(
    ({ requests }, index) => requests.length > (countsBefore[index] ?? 0),
  );
  return {
    name: fakeConsoles[at]?.name,
    chosenPhone: fakeConsoles[at]?.requests.at(-1)?.caller.chosenPhone,
  };
}

const ignore = (): void => undefined;

/** A message as a socket delivers it. */
const received = (message: Message) => (typeof message === 'string' ? message : message.buffer);

/** Observes a promise: its result, or `waiting` while it is pending. */
export function watchPromise<Result>(promise: Promise<Result>): { result: Result | 'waiting' } {
  const state: { result: Result | 'waiting' } = { result: 'waiting' };
  void promise.then((result) => (state.result = result));
  return state;
}

/** A signal that never aborts. */
export const neverAborts = new AbortController().signal;
