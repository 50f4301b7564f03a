import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import { bootPhone, type PhoneShell } from '../testing/phone-shell.ts';

const signature = '\x89PNG\r\n\x1a\n';
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
/** Pictures are compared by hash: printing the difference of two long arrays takes minutes. */
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

// The clock is fixed because the status bar shows the time.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 2, 10, 30) }));
afterAll(() => void vi.useRealTimers());

describe('screencap', () => {
  let phone: PhoneShell;
  beforeAll(async () => {
    phone = await bootPhone();
  });

  it('prints a PNG, or writes it to a file', async () => {
    const { bytes, code } = await phone.run('screencap -p');
    expect(code).toBe(0);
    expect(latin(bytes.subarray(0, 8))).toBe(signature);
    expect(latin(bytes.subarray(-8, -4))).toBe('IEND');
    await phone.run('screencap /sdcard/x.png');
    expect(sha256((await phone.run('cat /sdcard/x.png')).bytes)).toBe(sha256(bytes));
  });

  it('prints raw pixels after a header', async () => {
    const { bytes } = await phone.run('screencap');
    const numbers = new DataView(bytes.buffer);
    expect([0, 4, 8, 12].map((at) => numbers.getUint32(at, true))).toEqual([1080, 2400, 1, 1]);
    expect(bytes.length).toBe(16 + 1080 * 2400 * 4);
    const old = await bootPhone({ android: 8 });
    expect((await old.run('screencap')).bytes.length).toBe(12 + 1080 * 1920 * 4);
  });

  it('prints a black picture for a display that does not exist', async () => {
    const { bytes } = await phone.run('screencap -p -d 1');
    const canvas = createNodeCanvas();
    const image = await canvas.decodePng(bytes);
    expect([image.width, image.height]).toEqual([1080, 2400]);
    const shown = canvas.createCanvas(1080, 2400);
    shown.context.drawImage(image, 0, 0, 1080, 2400);
    expect([...shown.readPixels().subarray(0, 4)]).toEqual([0, 0, 0, 255]);
    expect((await phone.run('screencap -p -d x')).err).toBe(
      'Invalid display ID: Out of range [0, 2^64).\n',
    );
  });
});

describe('faults', () => {
  it('multi-display: three lines before the PNG, none with a display id', async () => {
    const phone = await bootPhone({ faults: ['multi-display'] });
    const { bytes } = await phone.run('screencap -p');
    const text = latin(bytes);
    const start = text.indexOf(signature);
    expect(text.slice(0, start)).toBe(
      '[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display found, however this default is not guaranteed to be consistent across captures. A display id should be specified.\n' +
        'A display ID can be specified with the [-d display-id] option.\n' +
        'See "dumpsys SurfaceFlinger --display-id" for valid display IDs.\n',
    );
    const clean = await phone.run('screencap -p -d 4619827259835644672');
    expect(sha256(clean.bytes)).toBe(sha256(bytes.slice(start)));
  });

  it('truncated-png: every second picture ends early, with exit code 0', async () => {
    const phone = await bootPhone({ faults: ['truncated-png'] });
    const cut = await phone.run('screencap -p');
    const whole = await phone.run('screencap -p');
    expect([cut.code, whole.code]).toEqual([0, 0]);
    expect(latin(whole.bytes.subarray(-8, -4))).toBe('IEND');
    expect(sha256(cut.bytes)).toBe(
      sha256(whole.bytes.slice(0, Math.floor(whole.bytes.length * 0.6))),
    );
  });
});
