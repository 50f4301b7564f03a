/** Both ends of the relay, fed with frames. */
import assert from 'node:assert/strict';
import { BridgeEnd } from '#core/relay/bridge-end.ts';
import { ConsoleEnd } from '#core/relay/console-end.ts';
import {
  type BridgeFrame,
  type Channel,
  type ConsoleFrame,
  encodeFrame,
  truncateReason,
} from '#core/relay/frames.ts';
import { CLOSE_CODES, RELAY_VERSION } from '#core/relay/limits.ts';
import { neverAborts } from '#worker/adb/testing/harness.ts';
import { parseJson } from '#app/ui/json.ts';
import type { Bytes } from './mutate.ts';
import { encode } from './seeds.ts';

const more = { allTools: true, screenReader: true, adb: { canStart: true }, setup: null };
const welcome = { version: RELAY_VERSION, name: 'console 1', toolPrefix: '', ...more };
const phone = {
  serial: 'A1',
  model: 'Pixel',
  androidVersion: '14',
  kind: 'usb',
  state: 'connected',
} as const;
const caller = { agent: 'claude', chosenPhone: null, limits: null };
const bytes = encode('0004abcd');

/** Frames as a list in JSON, binary ones as a text with a character for each byte. */
const listOf =
  (...frames: readonly (ConsoleFrame | BridgeFrame)[]) =>
  (): readonly Bytes[] => {
    const messages = frames.map(encodeFrame);
    return [
      encode(
        `[${messages.map((each) => (typeof each === 'string' ? each : JSON.stringify(Buffer.from(each).toString('latin1')))).join()}]`,
      ),
    ];
  };

export const relayFrames = {
  ofConsole: listOf(
    { kind: 'hello', version: RELAY_VERSION, secret: 's', page: 'p' },
    { kind: 'state', phone, paused: false },
    { kind: 'choose', agent: 'claude', choice: { serial: 'A1', console: 'console 1' } },
    {
      kind: 'stream-open',
      stream: 1,
      target: { name: 'adb-service', transport: 1, service: 'sync:' },
    },
    { kind: 'data', stream: 1, bytes },
    { kind: 'credit', stream: 1, bytes: 8 },
    { kind: 'head', id: 1, status: 200, headers: { 'content-type': 'application/json' } },
    { kind: 'body', id: 1, bytes },
    { kind: 'end', id: 1 },
    {
      kind: 'stream-open',
      stream: 2,
      target: { name: 'adb-pair', host: '192.168.1.5', port: 37_001, code: '123456' },
    },
    { kind: 'stream-end', stream: 1, error: { code: 'timeout', message: 'm', hint: null } },
  ),
  ofBridge: listOf(
    { kind: 'welcome', ...welcome },
    { kind: 'consoles', consoles: [{ name: 'console 1', phone, paused: false, isDefault: true }] },
    { kind: 'request', id: 1, caller, headers: { accept: 'application/json' } },
    { kind: 'body', id: 1, bytes },
    { kind: 'stream-opened', stream: 1 },
    { kind: 'data', stream: 1, bytes },
    { kind: 'abort', id: 1 },
    { kind: 'stream-end', stream: 1, error: null },
    { kind: 'ping' },
  ),
};

type Log = (...event: readonly unknown[]) => void;

/** What an end of the relay did about the frames; texts that are no list are one frame. */
function readFrames(
  json: string,
  open: (log: Log, channel: Channel) => Pick<BridgeEnd, 'receive' | 'socketClosed'>,
): unknown {
  const events: unknown[] = [];
  const log: Log = (...event) => void events.push(event);
  const codes: readonly number[] = Object.values(CLOSE_CODES);
  const close = (code: number, reason: string): void => {
    assert.equal(codes.includes(code), true, `${code} is no code`);
    log('closed', code, truncateReason(reason));
  };
  const end = open(log, { send: (message) => log('sent', message.length), close });
  const list = parseJson(json);
  for (const frame of Array.isArray(list) ? list : [json])
    end.receive(
      typeof frame === 'string'
        ? new Uint8Array(Buffer.from(frame, 'latin1')).buffer
        : JSON.stringify(frame),
    );
  end.socketClosed();
  return events;
}

/** What the bridge's end made of these frames. */
export function readConsoleFrames(json: string): unknown {
  return readFrames(json, (log, channel) => {
    const end: BridgeEnd = new BridgeEnd({
      channel,
      admit: () => welcome,
      onState: (state) => {
        log('state', state);
        end.request(
          { caller, headers: {}, body: '{}' },
          { head: log, chunk: log, end: log, fail: log },
        );
      },
      onMadeDefault: log,
      onPhoneChosen: log,
      serveStream: ({ target, stream, accept }) => {
        log('stream', target);
        accept();
        stream.write(bytes).catch(() => undefined);
      },
    });
    return end;
  });
}

/** What the console's end made of these frames. */
export function readBridgeFrames(json: string): unknown {
  return readFrames(json, (log, channel) => {
    const end: ConsoleEnd = new ConsoleEnd({
      channel,
      secret: 's',
      page: 'p',
      serve: (request, answer) => {
        log('request', request);
        answer.head(200, {});
        return Promise.resolve();
      },
      onWelcome: (given) => {
        log('welcome', given);
        end.openStream({ name: 'adb-track' }, neverAborts).catch(() => undefined);
      },
      onConsoles: log,
    });
    return end;
  });
}
