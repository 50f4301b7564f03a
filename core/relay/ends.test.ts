import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HandsetError } from '../errors.ts';
import { BridgeEnd, type BridgeEndOptions } from './bridge-end.ts';
import type { Channel } from './channel.ts';
import { type AnswerSink, ConsoleEnd } from './console-end.ts';
import type { RelayRequest, Welcome } from './frames.ts';
import {
  ANSWER_SILENCE_LIMIT_MS,
  CLOSE,
  HELLO_LIMIT_MS,
  MAX_CHUNK_CHARACTERS,
  PING_INTERVAL_MS,
  RELAY_VERSION,
  SILENCE_LIMIT_MS,
} from './limits.ts';

const WELCOME: Welcome = {
  version: RELAY_VERSION,
  toolPrefix: 'a_',
  name: 'console 1',
  setup: null,
};
const REQUEST: RelayRequest = {
  caller: { agent: 'local', chosenPhone: null },
  headers: { a: 'b' },
  body: '{}',
};

/** Ignores all events of the console. */
const deaf = { onState: () => undefined, onLead: () => undefined, onChoose: () => undefined };

type Serve = (request: RelayRequest, answer: AnswerSink, signal: AbortSignal) => Promise<void>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** One direction of a connection that delivers at once and in order; `dropsFrames` makes it drop everything. */
class Wire implements Channel {
  readonly sent: string[] = [];
  readonly closed: unknown[] = [];
  cut = false;
  behind = false;
  deliver: (text: string) => void = () => undefined;

  isBehind(): boolean {
    return this.behind;
  }

  send(text: string): void {
    this.sent.push(text);
    if (!this.cut) this.deliver(text);
  }

  close(code: number): void {
    this.closed.push(code);
  }
}

/** Connects both ends; `serve` answers the console's requests. */
function join(serve: Serve, admit: BridgeEndOptions['admit'] = () => WELCOME) {
  const toConsole = new Wire();
  const toBridge = new Wire();
  const welcomes: unknown[] = [];
  const bridge = new BridgeEnd({ ...deaf, channel: toConsole, admit });
  toBridge.deliver = (text) => bridge.receive(text);
  let console: ConsoleEnd | null = null;
  const early: string[] = [];
  toConsole.deliver = (text) => (console === null ? early.push(text) : console.receive(text));
  console = new ConsoleEnd({
    channel: toBridge,
    secret: 's',
    page: 'p',
    serve,
    onWelcome: (welcome) => welcomes.push(welcome),
    onConsoles: () => undefined,
  });
  for (const text of early) console.receive(text);
  return { bridge, console, toConsole, toBridge, welcomes };
}

/** A listener that records what it receives. */
function listen() {
  const heard: unknown[] = [];
  return {
    heard,
    listener: {
      head: (status: number, headers: unknown) => void heard.push(['head', status, headers]),
      chunk: (text: string) => void heard.push(['chunk', text]),
      end: () => void heard.push(['end']),
      failed: (error: HandsetError) => void heard.push(['failed', error.code, error.message]),
    },
  };
}

const never: Serve = () => new Promise(() => undefined);

test('a console receives the welcome', () => {
  const { welcomes, toConsole } = join(never);
  expect(welcomes).toEqual([WELCOME]);
  expect(toConsole.closed).toEqual([]);
});

test('a request reaches the console and its response comes back in order', async () => {
  const served: RelayRequest[] = [];
  const { bridge } = join((request, answer) => {
    served.push(request);
    answer.head(201, { 'content-type': 'text/plain' });
    answer.chunk('one');
    answer.chunk('two');
    return Promise.resolve();
  });
  const { heard, listener } = listen();
  bridge.request(REQUEST, listener);
  await vi.advanceTimersByTimeAsync(0);
  expect(served).toEqual([REQUEST]);
  expect(heard).toEqual([
    ['head', 201, { 'content-type': 'text/plain' }],
    ['chunk', 'one'],
    ['chunk', 'two'],
    ['end'],
  ]);
});

test('a large chunk is sent in parts', async () => {
  const text = 'x'.repeat(MAX_CHUNK_CHARACTERS + 1);
  const { bridge } = join((_, answer) => {
    answer.chunk(text);
    return Promise.resolve();
  });
  const { heard, listener } = listen();
  bridge.request(REQUEST, listener);
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual([['chunk', text.slice(1)], ['chunk', 'x'], ['end']]);
});

test('concurrent requests get their own responses', async () => {
  const { bridge } = join(async ({ body }, answer) => {
    await new Promise((resolve) => setTimeout(resolve, body === 'slow' ? 20 : 10));
    answer.chunk(body);
  });
  const slow = listen();
  const quick = listen();
  bridge.request({ ...REQUEST, body: 'slow' }, slow.listener);
  bridge.request({ ...REQUEST, body: 'quick' }, quick.listener);
  await vi.advanceTimersByTimeAsync(15);
  expect([slow.heard, quick.heard]).toEqual([[], [['chunk', 'quick'], ['end']]]);
  await vi.advanceTimersByTimeAsync(15);
  expect(slow.heard).toEqual([['chunk', 'slow'], ['end']]);
});

test('a failure is passed on with its message', async () => {
  const { bridge } = join(() => Promise.reject(new Error('broken')));
  const { heard, listener } = listen();
  bridge.request(REQUEST, listener);
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual([['failed', 'internal', 'broken']]);
});

test('an aborted request is aborted in the console, and its listener is not called again', async () => {
  let aborted = false;
  const { bridge } = join(async (_, answer, signal) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    aborted = true;
    answer.chunk('late');
  });
  const { heard, listener } = listen();
  const giveUp = bridge.request(REQUEST, listener);
  giveUp();
  await vi.advanceTimersByTimeAsync(0);
  expect([aborted, heard]).toEqual([true, []]);
});

test('when the socket is lost, both sides end their requests at once', () => {
  let signal: AbortSignal | undefined;
  const { bridge, console } = join((_request, _answer, its) => {
    signal = its;
    return new Promise(() => undefined);
  });
  const { heard, listener } = listen();
  bridge.request(REQUEST, listener);
  bridge.lost();
  console.lost();
  expect(heard).toEqual([
    ['failed', 'console-lost', 'The Handset console closed during the call.'],
  ]);
  expect(signal?.aborted).toBe(true);
});

test('a request on a lost socket fails and is not sent', () => {
  const { bridge, toConsole } = join(never);
  bridge.lost();
  const before = toConsole.sent.length;
  const { heard, listener } = listen();
  bridge.request(REQUEST, listener);
  expect(heard).toEqual([
    ['failed', 'console-lost', 'The Handset console closed just before the call.'],
  ]);
  expect(toConsole.sent.length).toBe(before);
});

test('a request to a backed-up console fails and is not sent; later ones are', () => {
  const { bridge, toConsole } = join(never);
  const before = toConsole.sent.length;
  const { heard, listener } = listen();
  toConsole.behind = true;
  bridge.request(REQUEST, listener)();
  const message =
    'The Handset console has too many large calls to read; this one was not sent to it.';
  expect(heard).toEqual([['failed', 'console-lost', message]]);
  expect(toConsole.sent.length).toBe(before);
  toConsole.behind = false;
  bridge.request(REQUEST, listener);
  expect(toConsole.sent.length).toBe(before + 1);
});

test('a response without progress fails and is aborted', async () => {
  const { bridge, toConsole } = join(never);
  const { heard, listener } = listen();
  bridge.request(REQUEST, listener);
  await vi.advanceTimersByTimeAsync(ANSWER_SILENCE_LIMIT_MS);
  expect(heard).toEqual([
    ['failed', 'console-lost', 'The Handset console said nothing for 300 s.'],
  ]);
  expect(toConsole.sent).toContain('{"kind":"abort","id":1}');
});

test('a response may take any time while it makes progress', async () => {
  const { bridge } = join(async (_, answer) => {
    for (let step = 0; step < 4; step += 1) {
      await new Promise((resolve) => setTimeout(resolve, ANSWER_SILENCE_LIMIT_MS - 1));
      answer.chunk('.');
    }
  });
  const { heard, listener } = listen();
  bridge.request(REQUEST, listener);
  await vi.advanceTimersByTimeAsync(4 * ANSWER_SILENCE_LIMIT_MS);
  expect(heard.at(-1)).toEqual(['end']);
});

test('heartbeats keep an idle connection open', async () => {
  const { toBridge, toConsole } = join(never);
  await vi.advanceTimersByTimeAsync(10 * SILENCE_LIMIT_MS);
  expect([toBridge.closed, toConsole.closed]).toEqual([[], []]);
});

test('both ends close a connection that drops everything', async () => {
  const { toBridge, toConsole } = join(never);
  toBridge.cut = toConsole.cut = true;
  await vi.advanceTimersByTimeAsync(SILENCE_LIMIT_MS + PING_INTERVAL_MS);
  expect([toBridge.closed, toConsole.closed]).toEqual([[CLOSE.silent], [CLOSE.silent]]);
});

test('a request to a console that hangs fails within 10 s', async () => {
  const { bridge, toBridge } = join(never);
  // Just after a frame of the console: the worst case.
  await vi.advanceTimersByTimeAsync(PING_INTERVAL_MS);
  toBridge.cut = true;
  const failures: HandsetError[] = [];
  const { listener } = listen();
  bridge.request(REQUEST, { ...listener, failed: (error) => failures.push(error) });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(failures.map(({ fullText }) => fullText)).toEqual([
    'The Handset console does not answer: nothing was heard from it for 7 s. The call may or may not have run. Ask the person to press Stop in the Handset console, which ends what hangs there and starts it again; then look at the screen before you repeat the call.',
  ]);
});

test('a console that only answers a ping now and then counts as busy', async () => {
  const { bridge, console, toConsole } = join(never);
  const { heard, listener } = listen();
  bridge.request(REQUEST, listener);
  const held: string[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    toConsole.deliver = (text) => held.push(text);
    await vi.advanceTimersByTimeAsync(5_000);
    for (const text of held.splice(0)) console.receive(text);
  }
  expect([heard, toConsole.closed]).toEqual([[], []]);
});

test('a rejected console is closed with the reason and gets no welcome', () => {
  const refusal = { code: CLOSE.secretRefused, reason: 'no' };
  const { welcomes, toConsole } = join(never, () => refusal);
  expect([welcomes, toConsole.closed]).toEqual([[], [CLOSE.secretRefused]]);
});

test('a console of another version is rejected before its secret is checked', () => {
  const wire = new Wire();
  const admit = vi.fn(() => WELCOME);
  const bridge = new BridgeEnd({ ...deaf, channel: wire, admit });
  bridge.receive(
    JSON.stringify({ kind: 'hello', version: RELAY_VERSION + 1, secret: 's', page: 'p' }),
  );
  expect([wire.closed, admit.mock.calls]).toEqual([[CLOSE.otherVersion], []]);
});

test.each(['x', '{"kind":"ping"}', '{"kind":"end","id":1}'])(
  'a socket whose first message is %s is closed',
  (text) => {
    const wire = new Wire();
    new BridgeEnd({ ...deaf, channel: wire, admit: () => WELCOME }).receive(text);
    expect(wire.closed).toEqual([CLOSE.badFrame]);
  },
);

test('either end closes a socket that sends nothing', async () => {
  const toConsole = new Wire();
  const toBridge = new Wire();
  new BridgeEnd({ ...deaf, channel: toConsole, admit: () => WELCOME });
  const nothing = {
    secret: 's',
    page: 'p',
    serve: never,
    onWelcome: () => undefined,
    onConsoles: () => undefined,
  };
  new ConsoleEnd({ channel: toBridge, ...nothing });
  await vi.advanceTimersByTimeAsync(HELLO_LIMIT_MS);
  expect([toConsole.closed, toBridge.closed]).toEqual([[CLOSE.silent], [CLOSE.silent]]);
});

test('a machine that was suspended pings again before it closes the socket', async () => {
  const { toConsole } = join(never);
  vi.setSystemTime(Date.now() + 3_600_000);
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 3_600_000);
  await vi.advanceTimersByTimeAsync(PING_INTERVAL_MS);
  expect(toConsole.closed).toEqual([]);
  expect(toConsole.sent.at(-1)).toBe('{"kind":"pong"}');
  clock.mockRestore();
});
