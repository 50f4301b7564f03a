import { describe, expect, it } from 'vitest';
import { inputBackendLabel, liveHelp, liveStatusLine, plainLiveHelp } from './strings.ts';

const size = { width: 720, height: 1600 };
const figures = { framesPerSecond: 57.6, decodeMs: 3.4, inputToFrameMs: null };
const video = { state: 'video', codec: 'h264', size, displayOn: true } as const;
const reason = {
  code: 'unsupported',
  message: 'The server was killed.',
  hint: 'It is tried again.',
} as const;

describe('the live status', () => {
  it('is summarized in a line that says whether a retry may help', () => {
    const options = {
      isEnabled: true,
      isDisplayOff: false,
      isCapture: false,
      isDrawn: false,
      figures,
    };
    expect(liveStatusLine(video, options)).toMatchObject({
      text: 'Live',
      frameRate: '58\u{a0}fps',
    });
    const frameRateAt = (framesPerSecond: number): string =>
      liveStatusLine(video, { ...options, figures: { ...figures, framesPerSecond } }).frameRate;
    expect([frameRateAt(0), frameRateAt(1.2)]).toEqual(['', '1\u{a0}fps']);
    expect(liveStatusLine({ state: 'starting' }, { ...options, isDisplayOff: true })).toEqual({
      text: 'No video while the display is off',
      frameRate: '',
      tone: 'idle',
      canRetry: false,
    });
    expect(liveStatusLine({ state: 'pictures', size, screenshotReason: reason }, options)).toEqual({
      text: 'Screenshots only',
      frameRate: '',
      tone: 'warn',
      canRetry: true,
    });
    expect(liveStatusLine({ state: 'failed', error: reason }, options).text).toBe(
      'No live video: The server was killed.',
    );
    expect(liveStatusLine({ state: 'off' }, { ...options, isEnabled: false }).text).toBe(
      'Live video is off. The screen refreshes after each tap.',
    );
  });

  it('is explained in full, without repetition', () => {
    const shell = { backend: 'shell', scrcpyProblem: 'The server was killed.' } as const;
    const lines = liveHelp({ state: 'pictures', size, screenshotReason: reason }, null, shell);
    expect(plainLiveHelp({ state: 'pictures', size, screenshotReason: reason }, shell)).toBe(
      'Live video can’t start, so you see screenshots; taps and straight swipes work.',
    );
    expect(lines[0]).toBe('The server was killed. It is tried again.');
    expect(lines.filter((line) => line.includes('killed'))).toHaveLength(1);
    expect(lines.at(-1)).toContain('Multi-touch');
    const scrcpy = { backend: 'scrcpy', scrcpyProblem: null } as const;
    expect(liveHelp(video, figures, scrcpy)[0]).toBe('A frame is decoded in 3 ms.');
    expect(inputBackendLabel({ backend: null, scrcpyProblem: null })).toBe('');
  });
});
