import { expect, it } from 'vitest';
import { PlainH264 } from './plain-h264.ts';

/** A picture of one colour; 3 x 2 macroblocks, the last ones only partly covered. */
const size = { width: 40, height: 24 };
function createPicture(gray: number): Uint8Array {
  return new Uint8Array(size.width * size.height * 4).fill(gray);
}

/** Removes the emulation prevention bytes of a NAL unit. */
function payloadOf(unit: Uint8Array): number[] {
  const bytes = [...unit.subarray(5)];
  return bytes.filter((byte, at) => !(byte === 3 && bytes[at - 1] === 0 && bytes[at - 2] === 0));
}

it('stores a key frame as it is: 16 x 16 of luma and twice 8 x 8 of chroma, six times', () => {
  const unit = new PlainH264(size).encode(createPicture(128), true);
  expect([...unit.subarray(0, 5)]).toEqual([0, 0, 0, 1, 0x65]);
  const payload = payloadOf(unit);
  const luma = 16 + Math.round((219 / 255) * 128);
  expect(payload.filter((byte) => byte === luma)).toHaveLength(6 * 256);
  expect(payload.filter((byte) => byte === 128).length).toBeGreaterThanOrEqual(6 * 128);
});

it('skips what has not changed', () => {
  const encoder = new PlainH264(size);
  encoder.encode(createPicture(128), true);
  expect(encoder.encode(createPicture(128), false).length).toBeLessThan(12);
  const changed = createPicture(128);
  changed.fill(255, 0, 4);
  const unit = encoder.encode(changed, false);
  expect(unit[4]).toBe(0x41);
  expect(unit.length).toBeGreaterThan(384);
  expect(unit.length).toBeLessThan(400);
});

it('never looks like a start code inside a unit', () => {
  for (const gray of [0, 1, 77, 255]) {
    const unit = new PlainH264(size).encode(createPicture(gray), true);
    for (let at = 4; at + 2 < unit.length; at++) {
      const zeros = unit[at] === 0 && unit[at + 1] === 0;
      expect(zeros && (unit[at + 2] ?? 0) < 3).toBe(false);
    }
  }
});
