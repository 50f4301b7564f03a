import { describe, expect, it } from 'vitest';
import { HandsetError } from '../../errors.ts';
import type { HierarchyReading, LiveFrame, Phone, Screenshot } from '../../phone.ts';
import type { Focus } from '../../screen/screen.ts';
import { parseHierarchy } from '../../screen/parse.ts';
import {
  type ScreenReading,
  glanceAtScreen,
  readScreen,
  readScreenAndPicture,
} from './read-screen.ts';

const app: Focus = { packageName: 'com.a', activity: '.A' };
const other: Focus = { packageName: 'com.b', activity: '.B' };
const reading = (
  text: string,
  given: Partial<HierarchyReading> = {},
  rotation = 0,
): HierarchyReading => {
  const xml = `<hierarchy rotation="${rotation}"><node text="${text}"/></hierarchy>`;
  const hierarchy = parseHierarchy(new TextEncoder().encode(xml));
  return { hierarchy, focusBefore: app, focusAfter: app, settled: true, ...given };
};
const picture = (name: number, width = 1080, height = 2400): Screenshot => ({
  png: new Uint8Array([name]),
  size: { width, height },
});
/** A frame of the video that has shown the same since this moment. */
const frame = (
  unchangedSinceMs: number,
  width = 720,
  height = 1600,
): LiveFrame & { closed: number } => {
  const shown = {
    size: { width, height },
    unchangedSinceMs,
    closed: 0,
    image: {
      close: () => {
        shown.closed++;
      },
    },
  };
  return shown;
};
const dumpFailed = new HandsetError('dump-failed', 'no root');
const pictureFailed = new HandsetError('screenshot-failed', 'no picture');
const lost = new HandsetError('phone-lost', 'gone');

/** A phone that gives these answers in turn, the last one for ever. */
function phoneWith(
  readings: readonly (HierarchyReading | HandsetError)[],
  pictures: readonly (Screenshot | HandsetError)[],
  live: {
    readonly frames: readonly (LiveFrame | null)[];
    readonly stillForMs?: number;
  } | null = null,
): Phone & { readonly picturesTaken: number; readonly readings: number } {
  const next = <Answer>(answers: readonly (Answer | HandsetError)[]): (() => Promise<Answer>) => {
    let i = 0;
    return () => {
      const answer = answers[Math.min(i++, answers.length - 1)];
      if (answer instanceof HandsetError) return Promise.reject(answer);
      if (answer === undefined) return Promise.reject(new Error('no answer was given'));
      return Promise.resolve(answer);
    };
  };
  const takeNext = next(pictures);
  const readNext = next(readings);
  let frames = 0;
  const phone = {
    picturesTaken: 0,
    readings: 0,
    readHierarchy: () => {
      phone.readings++;
      return readNext();
    },
    readLiveFrame: () => Promise.resolve(live?.frames[frames++] ?? null),
    stillForMs: () => live && (live.stillForMs ?? 5_000),
    takeScreenshot: () => {
      phone.picturesTaken++;
      return takeNext();
    },
    readDisplay: () =>
      Promise.resolve({ naturalSize: { width: 1080, height: 2400 }, density: 420 }),
    readFocus: () => Promise.resolve(app),
    readAwake: () => Promise.resolve(true),
  };
  // Reading asks for nothing else.
  return phone as typeof phone & Phone;
}
const never = new AbortController().signal;
const read = (phone: Phone): Promise<ScreenReading> => readScreenAndPicture(phone, never);

describe('readScreenAndPicture', () => {
  it('takes one picture of a screen that rests', async () => {
    const phone = phoneWith([reading('A')], [picture(1), picture(2)]);
    expect(await read(phone)).toMatchObject({ picture: { png: new Uint8Array([1]) } });
    expect(phone.picturesTaken).toBe(1);
  });
  it.each([
    ['the elements', reading('A'), reading('B')],
    ['the app during the first reading', reading('A', { focusBefore: other }), reading('A')],
    ['the app after it', reading('A'), reading('A', { focusBefore: other, focusAfter: other })],
    ['the rotation', reading('A'), reading('A', {}, 2)],
  ])('takes a new picture when %s changed, and the newer elements', async (_, first, second) => {
    const phone = phoneWith([first, second], [picture(1), picture(2), picture(3)]);
    const seen = await read(phone);
    expect(seen).toMatchObject({ picture: { png: new Uint8Array([2]) } });
    expect('screen' in seen && seen.screen.roots).toEqual(second.hierarchy.roots);
    expect(phone.picturesTaken).toBe(2);
  });
  it('takes a new picture when the picture lies and the elements stand', async () => {
    const phone = phoneWith([reading('A')], [picture(1, 2400, 1080), picture(2)]);
    expect(await read(phone)).toMatchObject({
      picture: { png: new Uint8Array([2]) },
      screen: { size: { width: 1080, height: 2400 } },
    });
  });
  it('keeps the first elements when there is no second reading', async () => {
    const phone = phoneWith([reading('A'), dumpFailed], [picture(1), picture(2)]);
    expect(await read(phone)).toMatchObject({ picture: { png: new Uint8Array([2]) } });
  });
  it('gives the picture and the reason when there are no elements', async () => {
    const phone = phoneWith([dumpFailed], [picture(1)]);
    expect(await read(phone)).toMatchObject({ screenError: dumpFailed, focus: app });
  });
  it('gives the elements and the reason when there is no picture', async () => {
    const phone = phoneWith([reading('A')], [pictureFailed]);
    expect(await read(phone)).toMatchObject({ pictureError: pictureFailed });
  });
  it.each([
    ['neither could be had', [dumpFailed], [pictureFailed], dumpFailed],
    ['the phone went during the dump', [lost], [picture(1)], lost],
    ['the phone went during the picture', [reading('A')], [lost], lost],
    ['the phone went during the second reading', [reading('A'), lost], [picture(1)], lost],
  ])('rejects when %s', async (_, readings, pictures, error) => {
    await expect(read(phoneWith(readings, pictures))).rejects.toBe(error);
  });
});

describe('readScreenAndPicture with live video', () => {
  const longAgo = -1_000;
  const later = Infinity;

  it('takes the frame that stood still all the time, and reads the elements once', async () => {
    const still = frame(longAgo);
    const phone = phoneWith([reading('A')], [picture(1)], { frames: [still] });
    expect(await read(phone)).toMatchObject({ picture: still, screen: { roots: [{ text: 'A' }] } });
    expect([phone.picturesTaken, phone.readings, still.closed]).toEqual([0, 1, 0]);
  });
  it('reads the elements again when the frame changed meanwhile, and keeps it where they stand', async () => {
    const changed = frame(later);
    const phone = phoneWith([reading('A')], [picture(1)], { frames: [changed] });
    expect(await read(phone)).toMatchObject({ picture: changed });
    expect([phone.picturesTaken, phone.readings, changed.closed]).toEqual([0, 2, 0]);
  });
  it('takes a newer frame when the elements changed, and closes the old one', async () => {
    const [changed, newer] = [frame(later), frame(later)];
    const phone = phoneWith([reading('A'), reading('B')], [picture(1)], {
      frames: [changed, newer],
    });
    expect(await read(phone)).toMatchObject({ picture: newer, screen: { roots: [{ text: 'B' }] } });
    expect([phone.picturesTaken, changed.closed, newer.closed]).toEqual([0, 1, 0]);
  });
  it.each([
    ['no frame is current', { frames: [null] }],
    ['the frame lies and the screen stands', { frames: [frame(longAgo, 1600, 720)] }],
    [
      'the frame has the shape of before the phone was folded',
      { frames: [frame(longAgo, 1440, 1600)] },
    ],
    ['the picture moves', { frames: [frame(longAgo)], stillForMs: 20 }],
    ['the video is being started again', null],
  ])('takes a screenshot as ever when %s', async (_, live) => {
    const phone = phoneWith([reading('A')], [picture(1)], live);
    expect(await read(phone)).toMatchObject({ picture: picture(1) });
    expect([phone.picturesTaken, phone.readings]).toEqual([1, 2]);
  });
  it('trusts no frame that stood still while the elements changed', async () => {
    const [first, stale] = [frame(longAgo), frame(longAgo)];
    const phone = phoneWith([reading('A'), reading('B')], [picture(1)], { frames: [first, stale] });
    expect(await read(phone)).toMatchObject({ picture: first });
    expect(await read(phone)).toMatchObject({ picture: picture(1) });
    expect(stale.closed).toBe(1);
  });
  it('goes on trusting none until it changes, also where the elements stay as they are then', async () => {
    const frames = [longAgo, longAgo, longAgo, later].map((since) => frame(since));
    const phone = phoneWith([reading('A'), reading('B')], [picture(1)], { frames });
    const pictures = [];
    for (let i = 0; i < frames.length; i++) pictures.push(await read(phone));
    expect(pictures).toMatchObject([
      { picture: frames[0] },
      { picture: picture(1) },
      { picture: picture(1) },
      { picture: frames[3] },
    ]);
  });
  it('knows the elements also from where no picture was wanted', async () => {
    const stale = frame(longAgo);
    const phone = phoneWith([reading('A'), reading('B')], [picture(1)], { frames: [stale] });
    await readScreen(phone, never);
    expect(await read(phone)).toMatchObject({ picture: picture(1) });
    expect(stale.closed).toBe(1);
  });
  it('gives the frame and the reason when there are no elements', async () => {
    const still = frame(longAgo);
    const phone = phoneWith([dumpFailed], [picture(1)], { frames: [still] });
    expect(await read(phone)).toMatchObject({ screenError: dumpFailed, picture: still });
  });
  it('closes the frame when the phone goes', async () => {
    const changed = frame(later);
    const phone = phoneWith([reading('A'), lost], [picture(1)], { frames: [changed] });
    await expect(read(phone)).rejects.toBe(lost);
    expect(changed.closed).toBe(1);
  });
});

describe('glanceAtScreen', () => {
  it('takes no picture where one is there', async () => {
    const there = frame(0);
    const phone = phoneWith([reading('A')], [picture(1)]);
    expect(await glanceAtScreen(phone, never, there)).toMatchObject({ picture: there });
    expect(phone.picturesTaken).toBe(0);
  });
  it('reads once', async () => {
    const phone = phoneWith([reading('A'), reading('B')], [picture(1), picture(2)]);
    expect(await glanceAtScreen(phone, never)).toMatchObject({
      screen: { roots: [{ text: 'A' }] },
      picture: { png: new Uint8Array([1]) },
    });
  });
});
