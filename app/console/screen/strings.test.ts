import { describe, expect, it } from 'vitest';
import { liveHelp, screenWords, shownHow, touchedHow } from './strings.ts';

const size = { width: 720, height: 1600 };
const figures = { framesPerSecond: 57.6, decodeMs: 3.4, inputToFrameMs: null };
const video = { state: 'video', codec: 'h264', size, displayOn: true } as const;
const why = {
  code: 'unsupported',
  message: 'The server was killed.',
  hint: 'It is tried again.',
} as const;

describe('the live status', () => {
  it('is summed up in a line, with whether a retry may help', () => {
    const asked = { wanted: true, figures };
    expect(shownHow(video, asked)).toMatchObject({ text: 'Live', pace: '58\u{a0}fps' });
    const paceAt = (framesPerSecond: number): string =>
      shownHow(video, { ...asked, figures: { ...figures, framesPerSecond } }).pace;
    expect([paceAt(0), paceAt(1.2)]).toEqual(['', '1\u{a0}fps']);
    expect(shownHow({ ...video, displayOn: false }, asked)).toEqual({
      text: 'The phone’s display is off: Power wakes it',
      pace: '',
      tone: 'warn',
      canRetry: false,
    });
    expect(shownHow({ state: 'pictures', size, why }, asked)).toEqual({
      text: 'Screenshots: The server was killed.',
      pace: '',
      tone: 'warn',
      canRetry: true,
    });
    expect(shownHow({ state: 'failed', error: why }, asked).text).toBe(
      'No live picture: The server was killed.',
    );
    expect(shownHow({ state: 'off' }, { wanted: false, figures: null }).text).toBe('Live is off');
  });

  it('is explained in full, without repetition', () => {
    const shell = { way: 'shell', whyNotScrcpy: 'The server was killed.' } as const;
    const lines = liveHelp({ state: 'pictures', size, why }, null, shell);
    expect(lines[0]).toBe('The server was killed. It is tried again.');
    expect(lines.filter((line) => line.includes('killed'))).toHaveLength(1);
    expect(lines.at(-1)).toContain('several fingers');
    const scrcpy = { way: 'scrcpy', whyNotScrcpy: null } as const;
    expect(liveHelp(video, figures, scrcpy)[0]).toBe('A frame is decoded in 3 ms.');
    expect(touchedHow({ way: null, whyNotScrcpy: null })).toBe('');
  });
});

it('names a saved picture by phone and time, in characters that every file system accepts', () => {
  const at = new Date('2026-03-04T05:06:07Z');
  expect(screenWords.fileName('Pixel 8/"Pro"', at)).toBe('Pixel 8 Pro 2026-03-04 05.06.07.png');
  expect(screenWords.fileName('../', at)).toBe('Phone 2026-03-04 05.06.07.png');
});
