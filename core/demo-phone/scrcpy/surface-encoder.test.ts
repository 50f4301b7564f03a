import { describe, expect, it } from 'vitest';
import type { FaultName } from '../options.ts';
import { type BootOptions, bootPhone } from '../testing/phone-shell.ts';
import { createPlainH264 } from '../testing/plain-h264.ts';
import type { VideoCodec } from '../canvas-and-video.ts';
import { connectToServer, startServer, startVideoClient } from './testing/video-client.ts';

const boot = (options: BootOptions = {}) => bootPhone({ video: createPlainH264(), ...options });

/** A small video, since this encoder does not compress. */
const small = 'max_size=320';

describe('the stream', () => {
  it('is the size, the parameter sets, a key frame, and then a frame for each change', async () => {
    const phone = await boot();
    const client = await startVideoClient(phone, small);
    expect(client.meta).toEqual(['h264', 144, 320]);
    const [config, key] = await client.nextSession();
    expect(config.timeUs).toBe(0);
    // SPS and PPS, each behind a start code.
    expect([...config.bytes.subarray(0, 5)]).toEqual([0, 0, 0, 1, 0x67]);
    const repeated = await client.nextPacket();
    expect(repeated.kind).toBe('delta');
    expect(repeated.timeUs - key.timeUs).toBeGreaterThanOrEqual(99_000);
    // Nothing has changed: a slice that skips every macroblock.
    expect(repeated.bytes.length).toBeLessThan(20);
    phone.system.world.expandSettings();
    let changed = await client.nextPacket();
    while (changed.bytes.length < 20) changed = await client.nextPacket();
    expect([changed.kind, changed.bytes.length > 5000]).toEqual(['delta', true]);
    client.video.close();
    const { code, err } = await client.ended;
    expect([code, err]).toEqual([0, '']);
  });

  it('restarts when the display rotates or changes its size, not when only its density changes', async () => {
    const phone = await boot();
    const { world } = phone.system;
    const client = await startVideoClient(phone, small);
    await client.nextSession();
    world.rotation = 1;
    await client.nextSession();
    world.overrideDensity = 300;
    expect((await client.nextPacket()).kind).toBe('delta');
    world.overrideSize = { width: 600, height: 600 };
    const [, key] = await client.nextSession();
    // 20 x 20 macroblocks of 384 bytes.
    expect(key.bytes.length).toBeGreaterThan(400 * 384);
    client.video.close();
    await client.ended;
  });

  it('pauses while the display is off', async () => {
    const phone = await boot({ faults: ['screen-off'] });
    const client = await startVideoClient(phone, small);
    expect(client.meta).toEqual(['h264', 144, 320]);
    const first = client.nextSession();
    let came = false;
    void first.then(() => (came = true));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(came).toBe(false);
    phone.system.world.displayOn = true;
    await first;
    client.video.close();
    await client.ended;
  });

  it('skips frames for a slow client and sends the newest', async () => {
    const phone = await boot();
    const { world } = phone.system;
    const client = await startVideoClient(phone, 'max_size=800');
    await client.nextSession();
    // Each of these is larger than the socket's buffer.
    const changes = 40;
    for (let i = 0; i < changes; i++) {
      if (i % 2 === 0) world.expandSettings();
      else world.collapsePanels();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    let frames = 0;
    for (
      let packet = await client.nextPacket();
      packet.bytes.length > 100;
      packet = await client.nextPacket()
    )
      frames++;
    expect(frames).toBeLessThan(8);
    client.video.close();
    await client.ended;
  });
});

/** A phone with encoders for these; none of them is ever opened here. */
async function bootCodecs(
  codecs: readonly VideoCodec[],
  more: Parameters<typeof bootPhone>[0] = {},
) {
  const video = { ...createPlainH264(), codecs: () => Promise.resolve(codecs) };
  return bootPhone({ ...(codecs.length > 0 && { video }), ...more });
}

/** Runs a server that fails; returns its output, the number of bytes sent, and the exit code. */
async function runToFailure(codecs: readonly VideoCodec[], args: string, ...faults: FaultName[]) {
  const phone = await bootCodecs(codecs, { faults });
  const running = startServer(phone, args);
  const end = await connectToServer(phone);
  const { err, out, code } = await running;
  let sent = 0;
  for await (const chunk of end.input) sent += chunk.length;
  const lines = [...out.split('\n'), ...err.split('\n')];
  return { lines: lines.slice(1).filter((line) => line !== ''), sent, code };
}

/** Length of the byte that confirms the connection. */
const greetingLength = 1;
const metaLength = 12;

it('without an encoder for the codec, it logs an error and ends', async () => {
  expect(await runToFailure(['av1'], 'video_codec=h264')).toEqual({
    lines: [
      '[server] ERROR: Could not create default video encoder for h264',
      '[server] ERROR: Exception on thread Thread[video,5,main]',
      'java.lang.IllegalArgumentException: Failed to initialize video/avc, error 0xfffffffe (NAME_NOT_FOUND)',
    ],
    sent: greetingLength,
    code: 0,
  });
});

it.each([[['h264'] as const], [[]]])(
  'no-video: encoders %j refuse every size, after the client was told one',
  async (codecs) => {
    const error = 'android.media.MediaCodec$CodecException: Error 0xfffffff4';
    const refused = `[server] ERROR: Capture/encoding error: ${error}`;
    expect(await runToFailure(codecs, 'max_size=1600', 'no-video')).toEqual({
      lines: [
        ...[1280, 1024, 800].map((size) => `[server] INFO: Retrying with -m${size}...`),
        ...Array.from({ length: 4 }, () => refused),
        '[server] ERROR: Exception on thread Thread[video,5,main]',
        error,
      ],
      sent: greetingLength + metaLength,
      code: 0,
    });
  },
);
