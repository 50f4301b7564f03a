import { expect, it } from 'vitest';
import { PlainH264 } from '#core/demo-phone/testing/plain-h264.ts';
import { usedMB } from '#core/testing/used-memory.ts';
import { VideoFile } from './video-file.ts';

const size = { width: 64, height: 64 };
/** What a phone sends in five minutes at 60 frames and 8 Mbit a second, scrcpy's default: 300 MB. */
const frames = 5 * 60 * 60;
const frameBytes = 8_000_000 / 8 / 60;
const maxMB = 8;

it('takes less than 8 MB of memory for 5 minutes at 60 frames a second', async () => {
  let written = 0;
  const sink = { write: (bytes: Uint8Array) => void (written += bytes.length) };
  const video = new VideoFile(sink, { codec: 'h264', codecString: 'avc1.42e033', size });
  const key = new PlainH264(size);
  const picture = new Uint8ClampedArray(4 * size.width * size.height);
  const first = Buffer.concat([key.parameterSets(), key.encode(picture, true)]);
  const delta = new Uint8Array(frameBytes).fill(0x55);
  delta.set([0, 0, 0, 1, 0x41]);
  const before = await usedMB();
  let most = 0;
  await video.start();
  for (let frame = 0; frame < frames; frame++) {
    const isKey = frame === 0;
    // A phone's times are no multiples of a frame's length.
    const timeUs = Math.round((frame * 1e6) / 60) + (frame % 7) * 100;
    await video.add({ isKey, bytes: isKey ? first : delta.slice(), timeUs });
    if (frame % 6_000 === 5_999) most = Math.max(most, await usedMB());
  }
  most = Math.max(most, await usedMB());
  const { durationMs } = await video.finish(5e6);
  most = Math.max(most, await usedMB());
  expect(most - before).toBeLessThan(maxMB);
  expect(durationMs).toBeGreaterThan(5 * 60_000);
  expect(written).toBeGreaterThan(frames * frameBytes * 0.99);
}, 60_000);
