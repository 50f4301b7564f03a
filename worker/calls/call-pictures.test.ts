import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Events, PictureData } from '#core/link/messages.ts';
import { CallPictures } from './call-outcome.ts';

/** The only byte of each picture is its number. */
function setUp(take?: () => Promise<PictureData | null>) {
  let taken = 0;
  const afters: [id: number, picture: number | undefined][] = [];
  const next = (): Promise<PictureData> =>
    Promise.resolve({ bytes: Uint8Array.of(++taken), mimeType: 'image/jpeg' });
  const pictures = new CallPictures({
    jpeg: take ?? next,
    onAfter: ({ id, picture }: Events['screenAfterCall']) =>
      void afters.push([id, picture.bytes[0]]),
  });
  return { pictures, afters };
}

const recorded = Promise.resolve();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the screen after a call', () => {
  it('is taken once the phone had time to show the effect of the call', async () => {
    const { pictures, afters } = setUp();
    expect((await pictures.begin('act'))?.bytes[0]).toBe(1);
    pictures.ended(7, recorded);
    await vi.advanceTimersByTimeAsync(300);
    expect(afters).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(afters).toEqual([[7, 2]]);
  });

  it('waits for the end of motion, but not for ever', async () => {
    const { pictures, afters } = setUp();
    pictures.onMotion({ moving: true });
    pictures.ended(1, recorded);
    await vi.advanceTimersByTimeAsync(900);
    expect(afters).toEqual([]);
    pictures.onMotion({ moving: false });
    await vi.advanceTimersByTimeAsync(0);
    expect(afters).toEqual([[1, 1]]);
    pictures.onMotion({ moving: true });
    pictures.ended(2, recorded);
    await vi.advanceTimersByTimeAsync(1_400);
    expect(afters).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(afters).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('is the screen before the next call that acts, and only that', async () => {
    const { pictures, afters } = setUp();
    pictures.ended(1, recorded);
    await pictures.begin('read');
    expect(afters).toEqual([]);
    const before = await pictures.begin('act');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(afters).toEqual([[1, before?.bytes[0]]]);
  });

  it('is sent after the call is recorded, however long that takes', async () => {
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
  ])('is not sent when %s', async (_, take) => {
    const { pictures, afters } = setUp(take);
    expect(await pictures.begin('act')).toBeNull();
    pictures.ended(1, recorded);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(afters).toEqual([]);
  });
});
