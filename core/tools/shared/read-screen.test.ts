import { describe, expect, it } from 'vitest';
import { HandsetError } from '../../errors.ts';
import type {
  Display,
  HierarchyReading,
  LiveFrame,
  LiveFrameRequest,
  Phone,
  Screenshot,
  ScreenshotTime,
} from '../../phone/phone.ts';
import { parseHierarchy } from '../../screen/parse.ts';
import type { Focus } from '../../screen/screen.ts';
import {
  type ScreenReading,
  type ScreenWithPicture,
  readScreenUnverified,
  readScreenAndPicture,
} from './read-screen.ts';

const app: Focus = { packageName: 'com.a', activity: '.A' };
const other: Focus = { packageName: 'com.b', activity: '.B' };
const display: Display = { naturalSize: { width: 1080, height: 2400 }, density: 420 };
const reading = (
  text: string,
  overrides: Partial<HierarchyReading> = {},
  rotation = 0,
): HierarchyReading => {
  const xml = `<hierarchy rotation="${rotation}"><node text="${text}"/></hierarchy>`;
  const hierarchy = parseHierarchy(new TextEncoder().encode(xml));
  return { hierarchy, display, focusBefore: app, focusAfter: app, settled: true, ...overrides };
};
const picture = (name: number, width = 1080, height = 2400): Screenshot => ({
  png: new Uint8Array([name]),
  size: { width, height },
});
/** A video frame whose picture has been unchanged since this time. */
const frame = (unchangedSinceMs: number, width = 720, height = 1600): LiveFrame => ({
  size: { width, height },
  unchangedSinceMs,
  image: { close: () => undefined },
});
const dumpFailed = new HandsetError('dump-failed', 'no root');
const pictureFailed = new HandsetError('screenshot-failed', 'no picture');
const lostError = new HandsetError('phone-lost', 'gone');

interface PhoneAnswers {
  /** Frames of the live video; without them there is no video. */
  readonly frames?: readonly (LiveFrame | null)[];
  readonly stillForMs?: number;
  /** Until `readLiveFrame` has a frame that is certainly current. */
  readonly frameAfterMs?: number;
  readonly screenshotTime?: ScreenshotTime;
  /** Results of `readFocus`. */
  readonly focus?: readonly (Focus | HandsetError)[];
}

/** A phone that returns these answers in turn, repeats the last one, and records its reads. */
function phoneWith(
  readings: readonly (HierarchyReading | HandsetError)[],
  pictures: readonly (Screenshot | HandsetError)[],
  {
    frames,
    stillForMs = 5_000,
    frameAfterMs = 0,
    screenshotTime = { tookMs: 700, isOld: false },
    focus = [app],
  }: PhoneAnswers = {},
): Phone & { readonly reads: string[] } {
  const reads: string[] = [];
  const answering = <Answer>(name: string, answers: readonly (Answer | HandsetError)[]) => {
    let i = 0;
    return (): Promise<Answer> => {
      reads.push(name);
      const answer = answers[Math.min(i++, answers.length - 1)];
      if (answer instanceof HandsetError) return Promise.reject(answer);
      if (answer === undefined) return Promise.reject(new Error('no answer was given'));
      return Promise.resolve(answer);
    };
  };
  let frame = 0;
  const phone = {
    reads,
    readHierarchy: answering('elements', readings),
    readLiveFrame: (_: AbortSignal, { maxWaitMs = Infinity }: LiveFrameRequest) =>
      Promise.resolve(frameAfterMs > maxWaitMs ? null : (frames?.[frame++] ?? null)),
    screenshotTime,
    stillForMs: () => (frames === undefined ? null : stillForMs),
    takeScreenshot: answering('picture', pictures),
    readDisplay: () => Promise.resolve(display),
    readFocus: answering('focus', focus),
    readAwake: () => Promise.resolve(true),
  };
  // The functions under test call no other method.
  return phone as typeof phone & Phone;
}
const neverAborted = new AbortController().signal;
const read = (phone: Phone): Promise<ScreenReading> =>
  readScreenAndPicture(phone, neverAborted, { minSide: 0, prepare: () => Promise.resolve() });

describe('readScreenAndPicture', () => {
  it('takes one screenshot of a screen at rest, after the elements', async () => {
    const phone = phoneWith([reading('A')], [picture(1), picture(2)]);
    expect(await read(phone)).toMatchObject({
      picture: { png: new Uint8Array([1]) },
      mismatchReason: null,
    });
    expect(phone.reads).toEqual(['elements', 'picture', 'focus']);
  });
  it('prepares each picture before it is compared', async () => {
    const phone = phoneWith([reading('A')], [picture(1), picture(2)], { focus: [other, app] });
    const prepare = ({ picture: prepared }: ScreenWithPicture) => {
      phone.reads.push('prepare');
      return Promise.resolve('png' in prepared && prepared.png[0]);
    };
    const options = { minSide: 0, prepare };
    expect(await readScreenAndPicture(phone, neverAborted, options)).toMatchObject({ prepared: 2 });
    const each = ['picture', 'prepare', 'focus'];
    expect(phone.reads).toEqual(['elements', ...each, ...each]);
  });
  it('takes a second screenshot if another app is in the foreground, and reports a remaining mismatch', async () => {
    const phone = phoneWith([reading('A')], [picture(1), picture(2), picture(3)], {
      focus: [other],
    });
    expect(await read(phone)).toMatchObject({
      picture: { png: new Uint8Array([2]) },
      mismatchReason: 'com.a/.A was in the foreground, then com.b/.B',
    });
    expect(phone.reads).toEqual(['elements', 'picture', 'focus', 'picture', 'focus']);
  });
  it('reports no mismatch if the same app is in the foreground again', async () => {
    const phone = phoneWith([reading('A')], [picture(1), picture(2)], { focus: [other, app] });
    expect(await read(phone)).toMatchObject({
      picture: { png: new Uint8Array([2]) },
      mismatchReason: null,
    });
  });
  it('compares the app before the dump only if the screen had not settled', async () => {
    const changed = { focusBefore: other, focusAfter: app };
    const atRest = phoneWith([reading('A', changed)], [picture(1)]);
    expect(await read(atRest)).toMatchObject({ mismatchReason: null });
    const moving = phoneWith([reading('A', { ...changed, settled: false })], [picture(1)]);
    expect(await read(moving)).toMatchObject({
      mismatchReason: 'com.b/.B was in the foreground, then com.a/.A',
    });
  });
  it('takes a new screenshot if it is landscape and the elements are portrait', async () => {
    const phone = phoneWith([reading('A')], [picture(1, 2400, 1080), picture(2)]);
    expect(await read(phone)).toMatchObject({
      picture: { png: new Uint8Array([2]) },
      screen: { size: { width: 1080, height: 2400 } },
      mismatchReason: null,
    });
  });
  it('reports a mismatch if the second screenshot is landscape, too', async () => {
    const screen = '<node text="A" bounds="[0,1500][1080,2400]"/>';
    const hierarchy = parseHierarchy(
      new TextEncoder().encode(`<hierarchy rotation="0">${screen}</hierarchy>`),
    );
    const phone = phoneWith([{ ...reading('A'), hierarchy }], [picture(1, 2400, 1080)]);
    expect(await read(phone)).toMatchObject({ mismatchReason: 'the screen was rotated' });
  });
  it('returns the picture and the error if the elements cannot be read', async () => {
    const phone = phoneWith([dumpFailed], [picture(1)]);
    expect(await read(phone)).toMatchObject({ screenError: dumpFailed, focus: app });
  });
  it('returns the elements and the error if the screenshot fails', async () => {
    const phone = phoneWith([reading('A')], [pictureFailed]);
    expect(await read(phone)).toMatchObject({ pictureError: pictureFailed });
    const again = phoneWith([reading('A')], [picture(1), pictureFailed], { focus: [other] });
    expect(await read(again)).toMatchObject({ pictureError: pictureFailed });
  });
  it.each([
    ['both fail', [dumpFailed], [pictureFailed], dumpFailed],
    ['the phone is lost during the dump', [lostError], [picture(1)], lostError],
    ['the phone is lost during the screenshot', [reading('A')], [lostError], lostError],
  ])('rejects if %s', async (_, readings, pictures, error) => {
    await expect(read(phoneWith(readings, pictures))).rejects.toBe(error);
  });
});

describe('readScreenAndPicture with live video', () => {
  const longAgo = -1_000;
  const later = Infinity;

  it('uses a frame that was unchanged all the time, and reads nothing else', async () => {
    const still = frame(longAgo);
    const phone = phoneWith([reading('A')], [picture(1)], { frames: [still], focus: [other] });
    expect(await read(phone)).toMatchObject({ picture: still, mismatchReason: null });
    expect(phone.reads).toEqual(['elements']);
  });
  it('keeps a frame that changed in the meantime if the same app is in the foreground', async () => {
    const changed = frame(later);
    const phone = phoneWith([reading('A')], [picture(1)], { frames: [changed] });
    expect(await read(phone)).toMatchObject({ picture: changed, mismatchReason: null });
    expect(phone.reads).toEqual(['elements', 'focus']);
  });
  it('takes a screenshot if another app is in the foreground', async () => {
    const changed = frame(later);
    const phone = phoneWith([reading('A')], [picture(1)], {
      frames: [changed],
      focus: [other, app],
    });
    expect(await read(phone)).toMatchObject({ picture: picture(1), mismatchReason: null });
  });
  it.each([
    ['no frame is current', { frames: [null] }],
    ['the picture moves', { frames: [frame(longAgo)], stillForMs: 20 }],
    ['the video is restarting', {}],
  ])('takes a screenshot if %s', async (_, live) => {
    const phone = phoneWith([reading('A')], [picture(1)], live);
    expect(await read(phone)).toMatchObject({ picture: picture(1) });
    expect(phone.reads).toEqual(['elements', 'picture', 'focus']);
  });
  it.each([
    { tookMs: 20, isOld: false, picked: picture(1), reads: ['elements', 'picture', 'focus'] },
    { tookMs: 20, isOld: true, picked: picture(1), reads: ['elements', 'picture', 'focus'] },
    { tookMs: 130, isOld: false, picked: frame(longAgo), reads: ['elements'] },
    { tookMs: 130, isOld: true, picked: frame(longAgo), reads: ['elements', 'picture'] },
    { tookMs: Infinity, isOld: true, picked: frame(longAgo), reads: ['elements', 'picture'] },
  ])(
    'takes the sooner of frame and screenshot where one took $tookMs ms, and measures again if that is old: $isOld',
    async ({ tookMs, isOld, picked, reads }) => {
      const live = {
        frames: [frame(longAgo)],
        frameAfterMs: 140,
        screenshotTime: { tookMs, isOld },
      };
      const phone = phoneWith([reading('A')], [picture(1)], live);
      expect(await read(phone)).toMatchObject({ picture: { size: picked.size } });
      expect(phone.reads).toEqual(reads);
    },
  );
  it('needs no screenshot that is taken only to see how long it takes', async () => {
    const live = { frames: [frame(longAgo)], screenshotTime: { tookMs: Infinity, isOld: true } };
    const phone = phoneWith([reading('A')], [lostError], live);
    expect(await read(phone)).toMatchObject({ picture: { size: frame(longAgo).size } });
    expect(phone.reads).toEqual(['elements', 'picture']);
  });
  it('returns the frame and the error if the elements cannot be read', async () => {
    const still = frame(longAgo);
    const phone = phoneWith([dumpFailed], [picture(1)], { frames: [still] });
    expect(await read(phone)).toMatchObject({ screenError: dumpFailed, picture: still });
  });
});

describe('readScreenUnverified', () => {
  it('takes no screenshot if a picture is given', async () => {
    const givenPicture = frame(0);
    const phone = phoneWith([reading('A')], [picture(1)]);
    expect(
      await readScreenUnverified(phone, neverAborted, { picture: givenPicture }),
    ).toMatchObject({
      picture: givenPicture,
    });
    expect(phone.reads).toEqual(['elements']);
  });
  it('reads elements and picture once', async () => {
    const phone = phoneWith([reading('A'), reading('B')], [picture(1), picture(2)]);
    expect(await readScreenUnverified(phone, neverAborted)).toMatchObject({
      screen: { roots: [{ text: 'A' }] },
      picture: { png: new Uint8Array([1]) },
    });
  });
});
