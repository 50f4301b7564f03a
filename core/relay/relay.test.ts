import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HandsetError } from '../errors.ts';
import { BridgeEnd, type BridgeEndOptions } from './bridge-end.ts';
import { type ResponseSink, ConsoleEnd } from './console-end.ts';
import type { Channel, Message, RelayRequest, Welcome } from './frames.ts';
import {
  RESPONSE_SILENCE_TIMEOUT_MS,
  CLOSE_CODES,
  HELLO_TIMEOUT_MS,
  MAX_CHUNK_BYTES,
  PING_INTERVAL_MS,
  RELAY_VERSION,
  SILENCE_TIMEOUT_MS,
} from './limits.ts';

const WELCOME: Welcome = {
  version: RELAY_VERSION,
  toolPrefix: 'a_',
  allTools: false,
  screenReader: true,
  name: 'console 1',
  adb: { canStart: false },
  setup: null,
};
const REQUEST: RelayRequest = {
  caller: { agent: 'local', chosenPhone: null, limits: null },
  headers: { a: 'b' },
  body: '{}',
};

/** Ignores all events of the console. */
const noEvents = {
  onState: () => undefined,
  onMadeDefault: () => undefined,
  onPhoneChosen: () => undefined,
};

type ServeRequest = (
  request: RelayRequest,
  answer: ResponseSink,
  signal: AbortSignal,
) => Promise<void>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** One direction of a connection that delivers at once and in order; `dropsFrames` makes it drop everything. */
class FakeChannel implements Channel {
  readonly sent: Message[] = [];
  readonly closed: unknown[] = [];
  dropsFrames = false;
  backedUp = false;
  /** Gets what a socket would give. */
  deliver: (data: string | ArrayBuffer) => void = () => undefined;

  isBackedUp(): boolean {
    return this.backedUp;
  }

  send(message: Message): void {
    this.sent.push(message);
    if (!this.dropsFrames) this.deliver(typeof message === 'string' ? message : message.buffer);
  }

  close(code: number): void {
    this.closed.push(code);
  }
}

/** Connects both ends; `serve` answers the console's requests. */
function connectEnds(serve: ServeRequest, admit: BridgeEndOptions['admit'] = () => WELCOME) {
  const toConsole = new FakeChannel();
  const toBridge = new FakeChannel();
  const welcomes: unknown[] = [];
  const bridge = new BridgeEnd({ ...noEvents, channel: toConsole, admit });
  toBridge.deliver = (data) => bridge.receive(data);
  let console: ConsoleEnd | null = null;
  const framesBeforeConsole: unknown[] = [];
  toConsole.deliver = (data) =>
    console === null ? framesBeforeConsole.push(data) : console.receive(data);
  console = new ConsoleEnd({
    channel: toBridge,
    secret: 's',
    page: 'p',
    serve,
    onWelcome: (welcome) => welcomes.push(welcome),
    onConsoles: () => undefined,
  });
  for (const data of framesBeforeConsole) console.receive(data);
  return { bridge, console, toConsole, toBridge, welcomes };
}

/** A listener that records what it receives. */
function recordResponse() {
  const events: unknown[] = [];
  return {
    events,
    listener: {
      head: (status: number, headers: unknown) => void events.push(['head', status, headers]),
      chunk: (bytes: Uint8Array) => void events.push(['chunk', new TextDecoder().decode(bytes)]),
      end: () => void events.push(['end']),
      fail: (error: HandsetError) => void events.push(['failed', error.code, error.message]),
    },
  };
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const neverAnswers: ServeRequest = () => new Promise(() => undefined);

test('a console receives the welcome', () => {
  const { welcomes, toConsole } = connectEnds(neverAnswers);
  expect(welcomes).toEqual([WELCOME]);
  expect(toConsole.closed).toEqual([]);
});

test('a request reaches the console and its response comes back in order', async () => {
  const requests: RelayRequest[] = [];
  const { bridge } = connectEnds((request, answer) => {
    requests.push(request);
    answer.head(201, { 'content-type': 'text/plain' });
    answer.chunk(utf8('one'));
    answer.chunk(utf8('two'));
    return Promise.resolve();
  });
  const { events, listener } = recordResponse();
  bridge.request(REQUEST, listener);
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toEqual([REQUEST]);
  expect(events).toEqual([
    ['head', 201, { 'content-type': 'text/plain' }],
    ['chunk', 'one'],
    ['chunk', 'two'],
    ['end'],
  ]);
});

test('a body of no request closes the socket', () => {
  const { toConsole, toBridge } = connectEnds(neverAnswers);
  toConsole.deliver(Uint8Array.of(0, 0, 0, 9, 1).buffer);
  expect(toBridge.closed).toEqual([CLOSE_CODES.badFrame]);
});

test('a large chunk is sent in parts', async () => {
  const text = 'x'.repeat(MAX_CHUNK_BYTES + 1);
  const { bridge } = connectEnds((_, answer) => {
    answer.chunk(utf8(text));
    return Promise.resolve();
  });
  const { events, listener } = recordResponse();
  bridge.request(REQUEST, listener);
  await vi.advanceTimersByTimeAsync(0);
  expect(events).toEqual([['chunk', text.slice(1)], ['chunk', 'x'], ['end']]);
});

test('concurrent requests get their own responses', async () => {
  const { bridge } = connectEnds(async ({ body }, answer) => {
    await new Promise((resolve) => setTimeout(resolve, body === 'slow' ? 20 : 10));
    answer.chunk(utf8(body));
  });
  const slowResponse = recordResponse();
  const quickResponse = recordResponse();
  bridge.request({ ...REQUEST, body: 'slow' }, slowResponse.listener);
  bridge.request({ ...REQUEST, body: 'quick' }, quickResponse.listener);
  await vi.advanceTimersByTimeAsync(15);
  expect([slowResponse.events, quickResponse.events]).toEqual([[], [['chunk', 'quick'], ['end']]]);
  await vi.advanceTimersByTimeAsync(15);
  expect(slowResponse.events).toEqual([['chunk', 'slow'], ['end']]);
});

test('a failure is passed on with its message', async () => {
  const { bridge } = connectEnds(() => Promise.reject(new Error('broken')));
  const { events, listener } = recordResponse();
  bridge.request(REQUEST, listener);
  await vi.advanceTimersByTimeAsync(0);
  expect(events).toEqual([['failed', 'internal', 'broken']]);
});

test('an aborted request is aborted in the console, and its listener is not called again', async () => {
  let aborted = false;
  const { bridge } = connectEnds(async (_, answer, signal) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    aborted = true;
    answer.chunk(utf8('late'));
  });
  const { events, listener } = recordResponse();
  const abort = bridge.request(REQUEST, listener);
  abort();
  await vi.advanceTimersByTimeAsync(0);
  expect([aborted, events]).toEqual([true, []]);
});

test('when the socket is lost, both sides end their requests at once', () => {
  let signal: AbortSignal | undefined;
  const { bridge, console } = connectEnds((_request, _answer, requestSignal) => {
    signal = requestSignal;
    return new Promise(() => undefined);
  });
  const { events, listener } = recordResponse();
  bridge.request(REQUEST, listener);
  bridge.socketClosed();
  console.socketClosed();
  expect(events).toEqual([
    ['failed', 'console-lost', 'The Handset console closed during the call.'],
  ]);
  expect(signal?.aborted).toBe(true);
});

test('a request on a lost socket fails and is not sent', () => {
  const { bridge, toConsole } = connectEnds(neverAnswers);
  bridge.socketClosed();
  const framesBefore = toConsole.sent.length;
  const { events, listener } = recordResponse();
  bridge.request(REQUEST, listener);
  expect(events).toEqual([
    ['failed', 'console-lost', 'The Handset console closed just before the call.'],
  ]);
  expect(toConsole.sent.length).toBe(framesBefore);
});

test('a request to a backed-up console fails and is not sent; later ones are', () => {
  const { bridge, toConsole } = connectEnds(neverAnswers);
  const framesBefore = toConsole.sent.length;
  const { events, listener } = recordResponse();
  toConsole.backedUp = true;
  bridge.request(REQUEST, listener)();
  const message = 'The Handset console is still reading other large calls; this one was not sent.';
  expect(events).toEqual([['failed', 'console-lost', message]]);
  expect(toConsole.sent.length).toBe(framesBefore);
  toConsole.backedUp = false;
  bridge.request(REQUEST, listener);
  // Its head and its body.
  expect(toConsole.sent.length).toBe(framesBefore + 2);
});

test('a response without progress fails and is aborted', async () => {
  const { bridge, toConsole } = connectEnds(neverAnswers);
  const { events, listener } = recordResponse();
  bridge.request(REQUEST, listener);
  await vi.advanceTimersByTimeAsync(RESPONSE_SILENCE_TIMEOUT_MS);
  expect(events).toEqual([
    ['failed', 'console-lost', 'The Handset console has not responded for 300 s.'],
  ]);
  expect(toConsole.sent).toContain('{"kind":"abort","id":1}');
});

test.each([
  [
    [true],
    "The call was not run: the Handset console was reloaded or closed while it waited for the user's answer. If you call again, the user is asked again.",
  ],
  [
    [true, false],
    'The Handset console closed during the call. The call may or may not have run; look at the screen before you repeat it.',
  ],
])('says whether a call has run whose console closes: waiting %j', async (waits, expected) => {
  const { bridge } = connectEnds((_, answer) => {
    for (const waiting of waits) answer.waiting(waiting);
    return new Promise(() => undefined);
  });
  const failures: HandsetError[] = [];
  const { listener } = recordResponse();
  bridge.request(REQUEST, { ...listener, fail: (error) => failures.push(error) });
  await vi.advanceTimersByTimeAsync(0);
  bridge.socketClosed();
  expect(failures.map(({ fullText }) => fullText)).toEqual([expected]);
});

test('a response may take any time while it makes progress', async () => {
  const { bridge } = connectEnds(async (_, answer) => {
    for (let step = 0; step < 4; step += 1) {
      await new Promise((resolve) => setTimeout(resolve, RESPONSE_SILENCE_TIMEOUT_MS - 1));
      answer.chunk(utf8('.'));
    }
  });
  const { events, listener } = recordResponse();
  bridge.request(REQUEST, listener);
  await vi.advanceTimersByTimeAsync(4 * RESPONSE_SILENCE_TIMEOUT_MS);
  expect(events.at(-1)).toEqual(['end']);
});

test('heartbeats keep an idle connection open', async () => {
  const { toBridge, toConsole } = connectEnds(neverAnswers);
  await vi.advanceTimersByTimeAsync(10 * SILENCE_TIMEOUT_MS);
  expect([toBridge.closed, toConsole.closed]).toEqual([[], []]);
});

test('both ends close a connection that drops everything', async () => {
  const { toBridge, toConsole } = connectEnds(neverAnswers);
  toBridge.dropsFrames = true;
  toConsole.dropsFrames = true;
  await vi.advanceTimersByTimeAsync(SILENCE_TIMEOUT_MS + PING_INTERVAL_MS);
  expect([toBridge.closed, toConsole.closed]).toEqual([[CLOSE_CODES.silent], [CLOSE_CODES.silent]]);
});

test('a request to a console that hangs fails within 10 s', async () => {
  const { bridge, toBridge } = connectEnds(neverAnswers);
  // Just after a frame of the console: the worst case.
  await vi.advanceTimersByTimeAsync(PING_INTERVAL_MS);
  toBridge.dropsFrames = true;
  const failures: HandsetError[] = [];
  const { listener } = recordResponse();
  bridge.request(REQUEST, { ...listener, fail: (error) => failures.push(error) });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(failures.map(({ fullText }) => fullText)).toEqual([
    'The Handset console does not answer: it has been silent for 7 s. The call may or may not have run. Ask the user to click Stop in the Handset console, which ends whatever hangs there and restarts it; then look at the screen before you repeat the call.',
  ]);
});

test('a console that only answers a ping now and then counts as busy', async () => {
  const { bridge, console, toConsole } = connectEnds(neverAnswers);
  const { events, listener } = recordResponse();
  bridge.request(REQUEST, listener);
  const delayedFrames: unknown[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    toConsole.deliver = (data) => delayedFrames.push(data);
    await vi.advanceTimersByTimeAsync(5_000);
    for (const data of delayedFrames.splice(0)) console.receive(data);
  }
  expect([events, toConsole.closed]).toEqual([[], []]);
});

test('a rejected console is closed with the reason and gets no welcome', () => {
  const closeReason = { code: CLOSE_CODES.secretRefused, reason: 'no' };
  const { welcomes, toConsole } = connectEnds(neverAnswers, () => closeReason);
  expect([welcomes, toConsole.closed]).toEqual([[], [CLOSE_CODES.secretRefused]]);
});

test('a console of another version is rejected before its secret is checked', () => {
  const channel = new FakeChannel();
  const admit = vi.fn(() => WELCOME);
  const bridge = new BridgeEnd({ ...noEvents, channel: channel, admit });
  bridge.receive(
    JSON.stringify({ kind: 'hello', version: RELAY_VERSION + 1, secret: 's', page: 'p' }),
  );
  expect([channel.closed, admit.mock.calls]).toEqual([[CLOSE_CODES.otherVersion], []]);
});

test.each(['x', '{"kind":"ping"}', '{"kind":"end","id":1}'])(
  'a socket whose first message is %s is closed',
  (text) => {
    const channel = new FakeChannel();
    new BridgeEnd({ ...noEvents, channel: channel, admit: () => WELCOME }).receive(text);
    expect(channel.closed).toEqual([CLOSE_CODES.badFrame]);
  },
);

test('either end closes a socket that sends nothing', async () => {
  const toConsole = new FakeChannel();
  const toBridge = new FakeChannel();
  new BridgeEnd({ ...noEvents, channel: toConsole, admit: () => WELCOME });
  const options = {
    secret: 's',
    page: 'p',
    serve: neverAnswers,
    onWelcome: () => undefined,
    onConsoles: () => undefined,
  };
  new ConsoleEnd({ channel: toBridge, ...options });
  await vi.advanceTimersByTimeAsync(HELLO_TIMEOUT_MS);
  expect([toConsole.closed, toBridge.closed]).toEqual([[CLOSE_CODES.silent], [CLOSE_CODES.silent]]);
});

test('a machine that was suspended pings again before it closes the socket', async () => {
  const { toConsole } = connectEnds(neverAnswers);
  vi.setSystemTime(Date.now() + 3_600_000);
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 3_600_000);
  await vi.advanceTimersByTimeAsync(PING_INTERVAL_MS);
  expect(toConsole.closed).toEqual([]);
  expect(toConsole.sent.at(-1)).toBe('{"kind":"pong"}');
  clock.mockRestore();
});
