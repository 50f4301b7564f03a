/** Fake consoles on channels that deliver at once, for tests with fake timers. */
import type { BridgeEnd } from '../../../core/relay/bridge-end.ts';
import { ConsoleEnd } from '../../../core/relay/console-end.ts';
import type {
  AgentSetup,
  HeldPhone,
  OpenConsole,
  RelayRequest,
  Welcome,
} from '../../../core/relay/frames.ts';
import { Consoles, type Serving } from '../consoles/consoles.ts';

export const setup: AgentSetup = {
  mcpUrl: 'http://127.0.0.1:1/mcp',
  token: 't',
  ownToken: false,
  programPath: '/bridge.js',
  programArguments: [],
};

/** Creates the consoles of a bridge that has just started. */
export const newConsoles = () => new Consoles({ secret: 's', toolPrefix: '', setup });

/** A console on a channel that delivers at once, with the real relay code on both ends. */
export class Sitter {
  readonly end: ConsoleEnd;
  readonly welcomes: Welcome[] = [];
  readonly lists: (readonly OpenConsole[])[] = [];
  readonly asked: RelayRequest[] = [];
  readonly closed: number[] = [];
  /** Whether it neither sends nor receives anything. */
  hangs = false;
  readonly #socket: ReturnType<Consoles['open']>;

  constructor(consoles: Consoles, page: string, { isOwn = true, secret = 's' } = {}) {
    const early: string[] = [];
    let end: ConsoleEnd | null = null;
    this.#socket = consoles.open(
      {
        send: (text) => {
          if (end === null) early.push(text);
          else if (!this.hangs) end.receive(text);
        },
        close: (code) => this.closed.push(code),
      },
      { isOwn },
    );
    end = new ConsoleEnd({
      channel: {
        send: (text) => {
          if (!this.hangs) this.#socket.receive(text);
        },
        close: () => {
          if (!this.hangs) this.leave();
        },
      },
      secret,
      page,
      serve: (request) => Promise.resolve(void this.asked.push(request)),
      onWelcome: (welcome) => this.welcomes.push(welcome),
      onConsoles: (list) => this.lists.push(list),
    });
    for (const text of early) end.receive(text);
    this.end = end;
  }

  get name(): string | undefined {
    return this.welcomes[0]?.name;
  }

  hold(phone: HeldPhone | null): this {
    this.end.tellState({ phone, paused: false });
    return this;
  }

  /** Closes its socket, as a tab does that is closed or reloads. */
  leave(): void {
    this.#socket.lost();
  }
}

/** A connected USB phone with this serial number. */
export const phone = (serial: string, more: Partial<HeldPhone> = {}): HeldPhone => {
  return { serial, model: 'Pixel', androidVersion: '14', kind: 'usb', state: 'connected', ...more };
};

/** Sends a request and returns which of the consoles received it, and the chosen phone it was sent. */
export function answering(serving: Serving | null, sitters: readonly Sitter[]) {
  if (serving === null) return null;
  const request: RelayRequest = {
    caller: { agent: 'local', chosenPhone: serving.chosenPhone },
    headers: {},
    body: '{}',
  };
  const before = sitters.map(({ asked }) => asked.length);
  const deaf = { head: ignore, chunk: ignore, end: ignore, failed: ignore };
  serving.end.request(request, deaf satisfies Parameters<BridgeEnd['request']>[1]);
  const at = sitters.findIndex(({ asked }, index) => asked.length > (before[index] ?? 0));
  return { name: sitters[at]?.name, chosenPhone: sitters[at]?.asked.at(-1)?.caller.chosenPhone };
}

const ignore = (): void => undefined;

/** Observes a promise: its result, or `waiting` while it is pending. */
export function watch<Result>(promise: Promise<Result>): { result: Result | 'waiting' } {
  const watched: { result: Result | 'waiting' } = { result: 'waiting' };
  void promise.then((result) => (watched.result = result));
  return watched;
}

/** A signal that never aborts. */
export const never = new AbortController().signal;
