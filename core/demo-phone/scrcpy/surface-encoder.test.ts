import { describe, expect, it } from 'vitest';
import { createNodeCanvas } from '../../../e2e/node-canvas.ts';
import type { Point } from '../../geometry.ts';
import type { FaultName } from '../options.ts';
import { type BootOptions, bootWith } from '../testing/phone-shell.ts';
import { createPlainH264 } from '../testing/plain-h264.ts';
import type { VideoCodec } from '../video.ts';
import type { TouchEvent } from '../world.ts';
import { connect, serve, watch } from './testing/video-client.ts';

const bootPhone = bootWith(createNodeCanvas());
const boot = (options: BootOptions = {}) => bootPhone({ video: createPlainH264(), ...options });

/** A small video, for this encoder saves nothing. */
const small = 'max_size=320';

describe('the stream', () => {
  it('is the size, the parameter sets, a key frame, and then a frame for each change', async () => {
    const phone = await boot();
    const client = await watch(phone, `${small} control=false`);
    expect(client.meta).toEqual(['h264', 144, 320]);
    const [config, key] = await client.session();
    expect(config.timeUs).toBe(0);
    // SPS and PPS, each behind a start code.
    expect([...config.bytes.subarray(0, 5)]).toEqual([0, 0, 0, 1, 0x67]);
    const repeated = await client.next();
    expect(repeated.kind).toBe('delta');
    expect(repeated.timeUs - key.timeUs).toBeGreaterThanOrEqual(99_000);
    // Nothing has changed: a slice that skips every macroblock.
    expect(repeated.bytes.length).toBeLessThan(20);
    phone.system.world.expandSettings();
    let changed = await client.next();
    while (changed.bytes.length < 20) changed = await client.next();
    expect([changed.kind, changed.bytes.length > 5000]).toEqual(['delta', true]);
    client.video.close();
    const { code, err } = await client.ended;
    expect([code, err]).toEqual([0, '']);
  });

  it('begins anew when the display turns or gets another size, not when only its density changes', async () => {
    const phone = await boot();
    const { world } = phone.system;
    const client = await watch(phone, `${small} control=false`);
    await client.session();
    world.rotation = 1;
    await client.session();
    world.overrideDensity = 300;
    expect((await client.next()).kind).toBe('delta');
    world.overrideSize = { width: 600, height: 600 };
    const [, key] = await client.session();
    // 20 x 20 macroblocks of 384 bytes.
    expect(key.bytes.length).toBeGreaterThan(400 * 384);
    client.video.close();
    await client.ended;
  });

  it('stands still while the display is off, and goes on when it is on again', async () => {
    const phone = await boot({ faults: ['screen-off'] });
    const client = await watch(phone, `${small} control=false`);
    expect(client.meta).toEqual(['h264', 144, 320]);
    const first = client.session();
    let came = false;
    void first.then(() => (came = true));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(came).toBe(false);
    phone.system.world.awake = true;
    await first;
    client.video.close();
    await client.ended;
  });

  it('skips what a slow client has no room for, and shows it the newest', async () => {
    const phone = await boot();
    const { world } = phone.system;
    const client = await watch(phone, 'max_size=800 control=false');
    await client.session();
    // Each of these is larger than the socket's buffer.
    const changes = 40;
    for (let i = 0; i < changes; i++) {
      if (i % 2 === 0) world.expandSettings();
      else world.collapsePanels();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    let frames = 0;
    for (let packet = await client.next(); packet.bytes.length > 100; packet = await client.next())
      frames++;
    expect(frames).toBeLessThan(8);
    client.video.close();
    await client.ended;
  });

  it('holds nothing but the video when the client wants it raw', async () => {
    const phone = await boot();
    const ended = serve(phone, `tunnel_forward=true control=false raw_stream=true ${small}`);
    const { input, close } = await connect(phone);
    for await (const chunk of input) {
      expect([...chunk.subarray(0, 5)]).toEqual([0, 0, 0, 1, 0x67]);
      break;
    }
    close();
    expect((await ended).code).toBe(0);
  });
});

/** INJECT_TOUCH_EVENT of the mouse's own finger, down. */
function touchMessage({ x, y }: Point, [width, height]: readonly [number, number]): Uint8Array {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 2);
  view.setBigInt64(2, 7n);
  view.setInt32(10, x);
  view.setInt32(14, y);
  view.setUint16(18, width);
  view.setUint16(20, height);
  return bytes;
}

describe('with control beside it', () => {
  it('points of the video become points of the display, those of another video nothing', async () => {
    const phone = await boot();
    const { world } = phone.system;
    const seen: TouchEvent[] = [];
    world.touchEvent = (event) => void seen.push(event);
    const client = await watch(phone, small);
    await client.next();
    await client.control?.output(touchMessage({ x: 10, y: 20 }, [320, 144]));
    await client.control?.output(touchMessage({ x: 72, y: 159 }, [144, 320]));
    await expect.poll(() => seen.length).toBe(1);
    expect(seen[0]).toMatchObject({ x: 540, y: 1192, action: 'down' });
    client.control?.close();
    expect((await client.ended).code).toBe(0);
  });

  it('RESET_VIDEO begins anew with a key frame', async () => {
    const phone = await boot();
    const client = await watch(phone, small);
    await client.session();
    await client.control?.output(Uint8Array.of(17));
    await client.session();
    client.video.close();
    const { out } = await client.ended;
    expect(out).toContain('[server] INFO: Video capture reset\n');
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

const encoderLines = {
  14: [
    '    --video-codec=h264 --video-encoder=c2.android.avc.encoder         (sw)',
    '    --video-codec=av1 --video-encoder=c2.android.av1.encoder          (sw)',
  ],
  8: [
    '    --video-codec=h264 --video-encoder=OMX.google.h264.encoder',
    '    --video-codec=av1 --video-encoder=OMX.google.av1.encoder',
  ],
} as const;

it.each([14, 8] as const)('Android %i lists its encoders', async (android) => {
  const phone = await bootCodecs(['av1', 'h264'], { android });
  const { out, code } = await serve(phone, 'list_encoders=true');
  expect(code).toBe(0);
  expect(out.split('\n').slice(1)).toEqual([
    '[server] INFO: List of video encoders:',
    ...encoderLines[android],
    '[server] INFO: List of audio encoders:',
    '',
  ]);
});

/** What a server says that ends of itself, without what says where, and how many bytes it sends. */
async function fail(codecs: readonly VideoCodec[], words: string, ...faults: FaultName[]) {
  const phone = await bootCodecs(codecs, { faults });
  const running = serve(phone, `tunnel_forward=true control=false ${words}`);
  const end = await connect(phone);
  const { err, out, code } = await running;
  let sent = 0;
  for await (const chunk of end.input) sent += chunk.length;
  const said = [...out.split('\n'), ...err.split('\n')].filter((line) => !line.startsWith('\tat '));
  return { said: said.slice(1).filter((line) => line !== ''), sent, code };
}

/** The byte that says that the connection stands, and the phone's name. */
const before = 1 + 64;
const metaLength = 12;

it('without an encoder for the codec, it lists what there is', async () => {
  expect(await fail(['av1'], 'video_codec=h264')).toEqual({
    said: [
      '[server] ERROR: Could not create default video encoder for h264',
      'List of video encoders:',
      encoderLines[14][1],
      '[server] ERROR: Exception on thread Thread[video,5,main]',
      'java.lang.IllegalArgumentException: Failed to initialize video/avc, error 0xfffffffe (NAME_NOT_FOUND)',
    ],
    sent: before,
    code: 0,
  });
});

it.each([
  [
    'video_encoder=c2.acme.avc',
    "[server] ERROR: Video encoder 'c2.acme.avc' for h264 not found",
    'List of video encoders:',
    encoderLines[14][0],
  ],
  [
    'video_codec=av1 video_encoder=c2.android.avc.encoder',
    '[server] ERROR: Video encoder type for "c2.android.avc.encoder" (video/avc) does not match codec type (video/av01)',
  ],
])('%s is refused in the log alone', async (words, ...said) => {
  expect(await fail(['h264'], words)).toEqual({ said, sent: before, code: 0 });
});

it.each([[['h264'] as const], [[]]])(
  'no-video: encoders %j refuse every size, after the client was told one',
  async (codecs) => {
    const error = 'android.media.MediaCodec$CodecException: Error 0xfffffff4';
    const refused = `[server] ERROR: Capture/encoding error: ${error}`;
    expect(await fail(codecs, 'max_size=1600', 'no-video')).toEqual({
      said: [
        ...[1280, 1024, 800].map((size) => `[server] INFO: Retrying with -m${size}...`),
        ...Array.from({ length: 4 }, () => refused),
        '[server] ERROR: Exception on thread Thread[video,5,main]',
        error,
      ],
      sent: before + metaLength,
      code: 0,
    });
    const told = await fail(codecs, 'downsize_on_error=false', 'no-video');
    expect(told.said.filter((line) => line === refused)).toHaveLength(1);
  },
);
