import { HandsetError } from '../errors.ts';
import type { Screenshot } from '../phone.ts';
import { type Command, type CommandOutput } from './command.ts';

/** Takes a screenshot of the default display and checks that it is complete. Rejects with `screenshot-failed`. */
export const takeScreenshot: Command<Screenshot> = {
  purpose: 'taking a screenshot',
  line: 'screencap -p',
  deadlineMs: 20_000,
  parse: parseScreenshot,
};

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Extracts the PNG from screencap's output. Phones with several displays print a warning before it,
 * and some write errors to stdout, so everything outside the PNG is dropped.
 */
function parseScreenshot(output: CommandOutput): Screenshot {
  const { stdout } = output;
  const start = findSignature(stdout);
  if (start < 0) throw screenshotFailed(`The phone took no screenshot: ${outputInstead(output)}`);
  const end = endOfPng(stdout, start);
  if (end < 0) {
    throw screenshotFailed(`The screenshot was cut short after ${stdout.length - start} bytes.`);
  }
  const png = stdout.slice(start, end);
  const header = new DataView(png.buffer);
  // The first chunk is IHDR and begins with width and height (PNG specification, 11.2.2).
  return { png, size: { width: header.getUint32(16), height: header.getUint32(20) } };
}

function findSignature(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(0x89); at >= 0; at = bytes.indexOf(0x89, at + 1)) {
    if (signature.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}

/** The end of the IEND chunk; -1 if the bytes end before it. */
function endOfPng(bytes: Uint8Array<ArrayBuffer>, start: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const iend = 0x49454e44;
  // A chunk is length (4), type (4), data, checksum (4).
  for (let at = start + signature.length; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at);
    if (view.getUint32(at + 4) === iend) return end <= bytes.length ? end : -1;
    at = end;
  }
  return -1;
}

function outputInstead({ stdout, stderr, exitCode }: CommandOutput): string {
  const text = `${new TextDecoder().decode(stdout.subarray(0, 300))} ${stderr}`.trim();
  return text === '' ? `screencap printed nothing (exit code ${exitCode ?? 'unknown'}).` : text;
}

function screenshotFailed(message: string): HandsetError {
  return new HandsetError('screenshot-failed', message, {
    hint: 'Try again; if it stays, use the element list alone.',
  });
}
