import { describe, expect, it } from 'vitest';
import { takeScreenshot } from './screenshot.ts';

/** A PNG without pixels: the parser walks chunks and decodes nothing. */
function png(width: number, height: number, data = 32): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, bytes: Uint8Array): number[] => {
    const length = new Uint8Array(new Uint32Array([bytes.length]).buffer).reverse();
    return [...length, ...new TextEncoder().encode(type), ...bytes, 0, 0, 0, 0];
  };
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const chunks = [
    chunk('IHDR', header),
    // The data contains a signature and an end marker.
    chunk('IDAT', new Uint8Array([...signature, 0x49, 0x45, 0x4e, 0x44, ...new Uint8Array(data)])),
    chunk('IEND', new Uint8Array()),
  ];
  return new Uint8Array([...signature, ...chunks.flat()]);
}
const parsePng = (
  stdout: Uint8Array<ArrayBuffer>,
  stderr = '',
): ReturnType<typeof takeScreenshot.parse> => takeScreenshot.parse({ stdout, stderr, exitCode: 0 });
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const join = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(parts.flatMap((part) => [...part]));

describe('takeScreenshot', () => {
  const wholePng = png(1080, 2400);
  it('reads the size', () => {
    expect(parsePng(wholePng)).toEqual({ png: wholePng, size: { width: 1080, height: 2400 } });
  });
  it('extracts the picture from surrounding text', () => {
    const warning = bytes(
      '[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display found.\n\u0089PN',
    );
    expect(parsePng(join(warning, wholePng, bytes('\nbye'))).png).toEqual(wholePng);
  });
  it.each([8, 40, 70, wholePng.length - 1])('refuses a picture cut after %i bytes', (length) => {
    expect(() => parsePng(wholePng.slice(0, length))).toThrow(
      `The screenshot was cut short after ${length} bytes.`,
    );
  });
  it.each([
    [
      bytes('Failed to take screenshot'),
      '',
      'The phone took no screenshot: Failed to take screenshot',
    ],
    [bytes(''), 'Capturing failed.', 'The phone took no screenshot: Capturing failed.'],
    [bytes(''), '', 'The phone took no screenshot: screencap printed nothing (exit code 0).'],
  ])('refuses %j %j', (stdout, stderr, message) => {
    expect(() => parsePng(stdout, stderr)).toThrow(message);
  });
});
