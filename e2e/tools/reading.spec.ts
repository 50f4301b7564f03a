/**
 * What tools read with the live view on: pictures come from the video then, and the video shows sooner
 * when a screen is at rest.
 */
import { createCanvas, loadImage, type Image } from '@napi-rs/canvas';
import { pictureSize } from '#core/annotate/marks.ts';
import type { PhoneUnderTest, ToolCases } from '#core/demo-phone/testing/phone-under-test.ts';
import { rectOfSize, sizeOfRect, type Rect, type Size } from '#core/geometry.ts';
import { differenceOf } from '#core/testing/pixels.ts';
import { expect, test } from '../fixtures.ts';
import { testOn } from './phone-under-test.ts';

/** Pictures of another size, or of a part of the screen. */
const pictureCases = {
  'get_screen_state: max_size up to the pixels of the phone, crop to a part of the screen': async (
    phone,
  ) => {
    await phone.open('Settings');
    const picture = async (args: Record<string, unknown>): Promise<Image> => {
      const all = { include_screenshot: true, annotate: false, ...args };
      const { images } = await phone.call('get_screen_state', all);
      return await loadImage(images[0]?.bytes ?? Buffer.of());
    };
    const { width, height } = await phone.screenSize();
    expect(sizeOf(await picture({}))).toEqual(pictureSize({ width, height }));
    const whole = await picture({ max_size: 4096 });
    expect(sizeOf(whole)).toEqual({ width, height });
    const { bounds } = await phone.rowWithText('Connected devices');
    const rectangle = [bounds.left, bounds.top, bounds.right, bounds.bottom].join(',');
    const part = cutOut(whole, bounds);
    for (const crop of [':text("Connected devices")', rectangle]) {
      const cropped = await picture({ crop, max_size: 4096 });
      expect(sizeOf(cropped)).toEqual(sizeOfRect(bounds));
      expect((await differenceOf(cutOut(cropped), part)).mean).toBeLessThan(3);
    }
    const small = await picture({ crop: rectangle, max_size: 100 });
    expect(Math.max(small.width, small.height)).toBe(100);
  },
} satisfies ToolCases;

const sizeOf = ({ width, height }: Size): Size => ({ width, height });

/** A part of the picture, or all of it, as PNG. */
function cutOut(image: Image, part: Rect = rectOfSize(image)): Buffer {
  const { width, height } = sizeOfRect(part);
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(image, -part.left, -part.top);
  return canvas.toBuffer('image/png');
}

/** A result that shows a screen, without its last line, which must name the snapshot. */
function withoutSnapshotLine(text: string): string {
  expect(text).toMatch(/\nsnapshot:s[1-9]\d*$/);
  return text.slice(0, text.lastIndexOf('\n'));
}

/** The snapshot id in the last line of a result. */
function snapshotOf(text: string): string {
  return /\nsnapshot:(s[1-9]\d*)$/.exec(text)?.[1] ?? `none in: ${text}`;
}

/** Shows the screen to the agent; returns the snapshot's id. */
async function readScreen(phone: PhoneUnderTest): Promise<string> {
  return snapshotOf((await phone.call('get_screen_tree', { compact: true })).text);
}

/** Changes of the screen, which worker/testing/tools also has without video. */
const afterActions = {
  'observe: diff with click, scroll and set_text': async (phone) => {
    await phone.open('Settings');
    const start = await readScreen(phone);
    const down = await phone.call('scroll', { direction: 'down', observe: 'diff' });
    const lines = withoutSnapshotLine(down.text).split('\n');
    expect(lines.slice(0, 2)).toEqual([
      'Scroll down (medium) executed',
      `since snapshot:${start}:`,
    ]);
    expect(lines.join('\n')).toMatch(/\nmoved: \d+ elements in RecyclerView @recycler_view up by /);
    const opened = await phone.call('click_element', {
      selector: ':text("About phone")',
      observe: 'diff',
    });
    expect(opened.text).toMatch(
      // A snapshot's id is letters and digits.
      new RegExp(
        // The test before may have shown it.
        `\nsince snapshot:${snapshotOf(down.text)}: activity .* -> .*; (?:another screen|the screen of snapshot:s\\d+ again).*\n`,
      ),
    );
    await phone.open('Notes');
    await phone.clickText('New note');
    await phone.call('dismiss_keyboard');
    await readScreen(phone);
    const set = await phone.call('set_text', {
      selector: '@edit_body',
      text: 'Milk',
      observe: 'diff',
    });
    expect(withoutSnapshotLine(set.text)).toMatch(
      /^Text set on e\d+ EditText "Write something"\n(?:note:.*\n)*since snapshot:s\d+: keyboard\??.* opened\n.* \{-focused\}\n~ e\d+ EditText "" -> "Milk" @edit_body \{\+focused\}/,
    );
    const none = await phone.call('press_back', { observe: 'none' });
    expect(none.text).toBe('Back button press executed successfully');
  },
} satisfies ToolCases;

/** For the fault momentum: lists keep moving after a fling. */
const movingCases = {
  'wait_for_idle waits for the end of a fling': async (phone) => {
    await phone.open('Settings');
    const { bottom, left, right } = (await phone.rowWithResourceId('recycler_view')).bounds;
    const x = Math.round((left + right) / 2);
    await phone.call('swipe', { x1: x, y1: bottom - 200, x2: x, y2: bottom - 900, duration: 80 });
    expect((await phone.call('wait_for_idle', { timeout: 10_000 })).data).toMatchObject({
      message: 'UI is idle',
    });
    expect(await phone.rows()).toEqual(await phone.rows());
  },
} satisfies ToolCases;

testOn({ android: 14 }, pictureCases);
test.describe('with video', { tag: '@more' }, () => {
  testOn({ android: 14, live: true }, { ...afterActions, ...pictureCases });
  testOn({ android: 14, live: true, faults: ['momentum'] }, movingCases);
});
