import { describe, expect, it } from 'vitest';
import type { PhoneInfo } from '../../core/link/messages.ts';
import { durationWords, flagWords, phoneWords } from './words.ts';

const pixel: PhoneInfo = { kind: 'usb', model: 'Pixel 8', serial: 'A1', androidVersion: '14' };

describe('phoneWords', () => {
  it('names model and version', () => {
    expect(phoneWords({ state: 'connected', phone: pixel }).text).toBe('Pixel 8 · Android 14');
  });

  it('leaves a version out that the phone has not said', () => {
    const phone = { ...pixel, androidVersion: '' };
    expect(phoneWords({ state: 'connected', phone }).text).toBe('Pixel 8');
  });

  it('says what to do while the phone asks', () => {
    const words = phoneWords({ state: 'waiting-for-allow', name: 'Pixel 8', sinceEpochMs: 0 });
    expect(words).toEqual({ text: 'Tap Allow on your phone', tone: 'warn' });
  });
});

describe('durationWords', () => {
  it.each([
    [84.6, '85 ms'],
    [999, '999 ms'],
    [1000, '1.0 s'],
    [2345, '2.3 s'],
  ])('%d ms', (ms, words) => {
    expect(durationWords(ms)).toBe(words);
  });
});

describe('flagWords', () => {
  it('explains a known flag and keeps an unknown one', () => {
    expect(flagWords('lclk')).toBe('long-clickable');
    expect(flagWords('new')).toBe('new');
  });
});
