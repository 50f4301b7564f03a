import { describe, expect, it } from 'vitest';
import { splitKeyFrame } from './codec-config.ts';

const bytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.split(' '), (byte) => Number.parseInt(byte, 16));
const hex = (from: Uint8Array | undefined): string =>
  [...(from ?? [])].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');

/** From OpenH264 in Chromium 156, 720 x 1600; the slice is cut. */
const sps = '00 00 00 01 67 42 c0 2a 8c 8d 40 5a 06 4d 37 01 0d 01 07 84 42 35';
const pps = '00 00 00 01 68 ce 3c 80';
const slice = '00 00 00 01 65 b8 00 04 00 00 11 ff';

describe('H.264', () => {
  it('splits off its parameter sets', () => {
    const { config, frame } = splitKeyFrame('h264', bytes(`${sps} ${pps} ${slice}`)) ?? {};
    expect(hex(config)).toBe(`${sps} ${pps}`);
    expect(hex(frame)).toBe(slice);
  });

  it('keeps the other units of a key frame, behind start codes of any length', () => {
    const delimiter = '00 00 00 01 09 10';
    const short = '00 00 01 65 88 84';
    const { config, frame } =
      splitKeyFrame('h264', bytes(`${delimiter} ${sps} 00 00 01 68 ce 3c 80 ${short}`)) ?? {};
    expect(hex(config)).toBe(`${sps} 00 00 01 68 ce 3c 80`);
    expect(hex(frame)).toBe(`${delimiter} ${short}`);
  });

  it('may come without parameter sets', () => {
    expect(splitKeyFrame('h264', bytes(slice))).toBeUndefined();
  });
});

it('H.265 has three parameter sets', () => {
  const sets = ['40 01', '42 01', '44 01'].map((header) => `00 00 00 01 ${header} 0c`).join(' ');
  const idr = '00 00 00 01 26 01 af';
  const { config, frame } = splitKeyFrame('h265', bytes(`${sets} ${idr}`)) ?? {};
  expect(hex(config)).toBe(sets);
  expect(hex(frame)).toBe(idr);
});

/** From libaom in Chromium 156: a temporal delimiter, the sequence header, and the frame, cut. */
const sequenceHeader = '0a 0e 00 00 00 42 6a cf c7 e0 0d 10 10 d0 18 40';
const large = '0a 0e 00 00 00 62 ae 1b ca fa 03 44 04 34 06 10';

describe('AV1', () => {
  it.each([
    ['level 4.0', sequenceHeader, '81 08 0c 00'],
    ['level 5.0', large, '81 0c 0c 00'],
  ])(
    'yields a configuration record of %s, and leaves the frame unchanged',
    (_name, header, record) => {
      const whole = `12 00 ${header} 32 03 10 61 82`;
      const { config, frame } = splitKeyFrame('av1', bytes(whole)) ?? {};
      expect(hex(config)).toBe(`${record} ${header}`);
      expect(hex(frame)).toBe(whole);
    },
  );

  it('may come without a sequence header', () => {
    expect(splitKeyFrame('av1', bytes('12 00 32 03 10 61 82'))).toBeUndefined();
  });
});
