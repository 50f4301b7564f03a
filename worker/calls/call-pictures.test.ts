import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Events, PictureData } from '#core/link/messages.ts';
import { screenOf } from '#core/screen/testing/screens.ts';
import { CallPictures, type FactsOptions } from './call-pictures.ts';

/** Each picture consists of one byte, the number of the screen that it shows. */
function setUp(take?: () => Promise<PictureData | null>, facts?: FactsOptions) {
  const live = { screen: 1, isCurrent: true, isRecent: false };
  /** A picture of a screen that was still changing has a question mark. */
  const afters: [id: number, picture: string | number | null | undefined][] = [];
  const now = (): Promise<PictureData> =>
    Promise.resolve({ bytes: Uint8Array.of(live.screen), mimeType: 'image/jpeg' });
  const pictures = new CallPictures({
    isCurrent: () => live.isCurrent,
    isRecent: () => live.isRecent,
    jpeg: take ?? now,
    ...(facts && { facts }),
    onAfter: ({ id, picture }: Events['screenAfterCall']) =>
      void afters.push([
        id,
        picture?.isChanging ? `${picture.bytes[0]}?` : picture && picture.bytes[0],
      ]),
  });
  return { pictures, afters, live };
}

const recorded = Promise.resolve();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the screen before a call', () => {
  it('is left out if the picture may be much older', async () => {
    const { pictures, live } = setUp();
    expect((await pictures.begin('act'))?.bytes[0]).toBe(1);
    live.isCurrent = false;
    expect(await pictures.begin('act')).toBeNull();
    expect(await pictures.begin('read')).toBeNull();
  });
});

describe('a screen that is still changing', () => {
  it('is used, with a mark, as the screen before the next call and after the previous one', async () => {
    const { pictures, afters, live } = setUp();
    live.isRecent = true;
    pictures.ended(1, recorded);
    await vi.advanceTimersByTimeAsync(100);
    Object.assign(live, { isCurrent: false, screen: 2 });
    const before = await pictures.begin('act');
    expect([before?.bytes[0], before?.isChanging]).toEqual([2, true]);
    // The screen has come to rest right before the first input.
    Object.assign(live, { isCurrent: true, screen: 3 });
    expect((await pictures.begin('act'))?.isChanging).toBeUndefined();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(afters).toEqual([
      [1, '2?'],
      [1, 3],
    ]);
  });
});

describe('the screen of a question', () => {
  it('is taken as soon as the picture is current, unless the question is answered first', async () => {
    const { pictures, live } = setUp();
    live.isCurrent = false;
    const taken = pictures.whenCurrent(new AbortController().signal);
    const answered = new AbortController();
    const missed = pictures.whenCurrent(answered.signal);
    await vi.advanceTimersByTimeAsync(1_000);
    answered.abort();
    live.isCurrent = true;
    await vi.advanceTimersByTimeAsync(100);
    expect((await taken)?.bytes[0]).toBe(1);
    expect(await missed).toBeNull();
  });
});

it('tells what the screen after a recorded call shows, as long as nothing else acts', async () => {
  const told: number[] = [];
  const facts = {
    isRecording: () => true,
    readScreen: () => Promise.resolve(screenOf('')),
    onFacts: ({ id }: Events['factsAfterCall']) => void told.push(id),
  };
  const { pictures, live } = setUp(undefined, facts);
  pictures.ended(1, recorded);
  await vi.advanceTimersByTimeAsync(400);
  expect(told).toEqual([1]);
  pictures.ended(2, recorded);
  live.isCurrent = false;
  await pictures.begin('act');
  pictures.screenRead(screenOf(''));
  await vi.advanceTimersByTimeAsync(400);
  expect(told).toEqual([1]);
});

describe('the screen after a call', () => {
  it('is taken once the phone had time to show the effect of the call', async () => {
    const { pictures, afters, live } = setUp();
    pictures.ended(7, recorded);
    live.screen = 2;
    await vi.advanceTimersByTimeAsync(300);
    expect(afters).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(afters).toEqual([[7, 2]]);
  });

  it('waits until the picture is current, but not forever', async () => {
    const { pictures, afters, live } = setUp();
    live.isCurrent = false;
    pictures.ended(1, recorded);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(afters).toEqual([]);
    live.isCurrent = true;
    await vi.advanceTimersByTimeAsync(100);
    expect(afters).toEqual([[1, 1]]);
    live.isCurrent = false;
    pictures.ended(2, recorded);
    await vi.advanceTimersByTimeAsync(21_000);
    live.isCurrent = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(afters).toHaveLength(1);
  });

  it('is taken again if the effect is late', async () => {
    const { pictures, afters, live } = setUp();
    pictures.ended(1, recorded);
    await vi.advanceTimersByTimeAsync(400);
    live.screen = 2;
    pictures.onMotion({ largeChangeAtEpochMs: 5 });
    await vi.advanceTimersByTimeAsync(0);
    // A caret, or the end of a motion.
    pictures.onMotion({ largeChangeAtEpochMs: 5 });
    await vi.advanceTimersByTimeAsync(10_000);
    pictures.onMotion({ largeChangeAtEpochMs: 20_000 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(afters).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });

  it('is taken again if the effect is late, also after the clock was set back', async () => {
    const { pictures, afters, live } = setUp();
    pictures.onMotion({ largeChangeAtEpochMs: 90_000_000 });
    pictures.ended(1, recorded);
    await vi.advanceTimersByTimeAsync(400);
    live.screen = 2;
    pictures.onMotion({ largeChangeAtEpochMs: 5 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(afters).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });

  it('is the screen before the next acting call, and not a later one', async () => {
    const { pictures, afters, live } = setUp();
    pictures.ended(1, recorded);
    await pictures.begin('read');
    expect(afters).toEqual([]);
    await pictures.begin('act');
    live.screen = 2;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(afters).toEqual([[1, 1]]);
  });

  it('is taken back if the next call acts before the picture is current again', async () => {
    const { pictures, afters, live } = setUp();
    pictures.ended(1, recorded);
    await vi.advanceTimersByTimeAsync(400);
    live.isCurrent = false;
    expect(await pictures.begin('act')).toBeNull();
    pictures.ended(2, recorded);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(afters).toEqual([
      [1, 1],
      [1, null],
    ]);
  });

  it('does not show what the user does next', async () => {
    const { pictures, afters, live } = setUp();
    pictures.ended(1, recorded);
    await pictures.around(() => Promise.resolve(), false);
    live.screen = 2;
    await pictures.begin('act');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(afters).toEqual([[1, 1]]);
  });

  it('is sent after the call is recorded, even if that takes long', async () => {
    const { pictures, afters } = setUp();
    let resolveRecorded = (): void => undefined;
    pictures.ended(1, new Promise<void>((resolve) => (resolveRecorded = resolve)));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(afters).toEqual([]);
    resolveRecorded();
    await vi.advanceTimersByTimeAsync(0);
    expect(afters).toEqual([[1, 1]]);
  });

  it.each([
    ['there is no live picture', () => Promise.resolve(null)],
    ['taking it fails', () => Promise.reject(new Error('gone'))],
  ])('is none when %s', async (_, take) => {
    const { pictures, afters } = setUp(take);
    expect(await pictures.begin('act')).toBeNull();
    pictures.ended(1, recorded);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(afters.every(([, picture]) => picture === null)).toBe(true);
  });
});
