import { describe, expect, it } from 'vitest';
import { createNodeCanvas } from '../../../../e2e/node-canvas.ts';
import type { Point } from '../../../geometry.ts';
import { bootWith, type BootOptions } from '../../testing/phone-shell.ts';
import { createPlainH264 } from '../../testing/plain-h264.ts';
import type { TouchEvent } from '../../world.ts';
import { connect, serve, watch } from '../testing/video-client.ts';

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
