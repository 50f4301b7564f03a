import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HandsetError } from '#core/errors.ts';
import type { StreamTarget } from '#core/relay/frames.ts';
import { RelayStream } from '#core/relay/streams.ts';
import type { OpenStream } from '../adb/transport/server-transport.ts';
import { createKeyStore } from '../demo/testing/tango-host.ts';
import type { OpenDeviceOptions } from './open-device.ts';
import { TcpSource } from './tcp-source.ts';

const neverAborts = new AbortController().signal;
const options: OpenDeviceOptions = {
  keys: createKeyStore(),
  onWaiting: () => undefined,
  onClaimed: () => undefined,
  name: 'the phone',
};

interface TestBridge {
  /** Why the phone can't be reached now; null while it can. */
  refusal: HandsetError | null;
  framesSent: number;
  readonly targets: StreamTarget[];
  readonly streams: RelayStream[];
}

/** A bridge that can reach the phone, or refuses with this error, and what was asked of it. */
function testBridge() {
  const targets: StreamTarget[] = [];
  const streams: RelayStream[] = [];
  const bridge: TestBridge = { refusal: null, framesSent: 0, targets, streams };
  const openStream: OpenStream = (target) => {
    targets.push(target);
    if (bridge.refusal !== null) return Promise.reject(bridge.refusal);
    const stream = new RelayStream(streams.length, () => (bridge.framesSent += 1));
    streams.push(stream);
    return Promise.resolve(stream);
  };
  return Object.assign(bridge, { openStream });
}

const refused = new HandsetError('adb-unreachable', 'Nothing listens at 192.168.1.5:5555.');

describe('a phone at an address', () => {
  it.each([
    ['192.168.1.5', '192.168.1.5:5555', '192.168.1.5:5555'],
    ['127.0.0.1:5555', 'emulator-5554', '127.0.0.1:5555'],
    ['[fe80::1]:5557', '[fe80::1]:5557', '[fe80::1]:5557'],
  ])('%s is called as adb calls it', async (address, serial, name) => {
    const { openStream } = testBridge();
    expect(await new TcpSource(address, openStream, undefined).list()).toMatchObject([
      { serial, name },
    ]);
  });

  it('is refused where the text is no address', () => {
    const { openStream } = testBridge();
    expect(() => new TcpSource('not an address', openStream, undefined)).toThrow(
      expect.objectContaining({ code: 'invalid-argument' }),
    );
  });

  it.each([
    ['ends before it has answered', 'phone-lost'],
    ['can’t be reached', 'adb-unreachable'],
  ] as const)('rejects when it %s', async (_, code) => {
    const bridge = testBridge();
    if (code === 'adb-unreachable') bridge.refusal = refused;
    const [device] = await new TcpSource('192.168.1.5', bridge.openStream, undefined).list();
    const opening = device?.open(options, neverAborts);
    if (code === 'phone-lost') await vi.waitFor(() => expect(bridge.framesSent).toBe(1));
    expect(bridge.targets[0]).toEqual({ name: 'adbd', host: '192.168.1.5', port: 5555 });
    bridge.streams[0]?.ranOut(null);
    await expect(opening).rejects.toMatchObject({ code });
  });
});

it('rejects with the bridge’s reason when a phone hangs up for another tab', async () => {
  const bridge = testBridge();
  const [device] = await new TcpSource('192.168.1.5', bridge.openStream, undefined).list();
  const opening = device?.open(options, neverAborts);
  await vi.waitFor(() => expect(bridge.framesSent).toBe(1));
  bridge.streams[0]?.ranOut(new HandsetError('phone-lost', 'Another tab is using it.'));
  await expect(opening).rejects.toMatchObject({ message: 'Another tab is using it.' });
});

describe('a phone that can’t be reached', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('is not listed, says why, and counts as plugged in once its port accepts a connection', async () => {
    const bridge = testBridge();
    bridge.refusal = refused;
    const source = new TcpSource('192.168.1.5', bridge.openStream, undefined);
    const onPlugged = vi.fn();
    const stop = source.onPlugged(onPlugged);
    // Nobody looks for a phone that is not known to be away.
    await vi.advanceTimersByTimeAsync(30_000);
    expect(bridge.targets).toEqual([]);
    const [device] = await source.list();
    await expect(device?.open(options, neverAborts)).rejects.toBe(refused);
    expect(await source.list()).toEqual([]);
    expect(source.notListed()).toBe(refused);

    await vi.advanceTimersByTimeAsync(10_000);
    expect(bridge.targets.length).toBeGreaterThanOrEqual(4);
    expect(onPlugged).not.toHaveBeenCalled();
    bridge.refusal = null;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(onPlugged).toHaveBeenCalledOnce();
    expect(await source.list()).toHaveLength(1);
    // The connection that tried it is ended, and no other is made.
    expect(bridge.streams.map(({ ended }) => ended.aborted)).toEqual([true]);

    stop();
    const { length } = bridge.targets;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(bridge.targets).toHaveLength(length);
  });
});
