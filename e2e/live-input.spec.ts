/** User input on the live screen by mouse, wheel, touch and keyboard, checked by the phone's touch record. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { decodePixels } from '#core/testing/pixels.ts';
import {
  elementRow,
  fingersDown,
  readScreenAgain,
  recordTouches,
  setScreenMode,
  touchDownPoints,
  waitForPhone,
  type Touch,
} from './console-page.ts';
import { expect, inFullBrowser, test } from './fixtures.ts';

test.use({ live: 'on' });

const calculator = 'com.android.calculator2/.Calculator';
const settings = 'com.android.settings/.Settings';
const noteActivity = 'com.handset.notes/.EditActivity';
const record = 'live-input';

const layerOf = (page: Page): Locator => page.getByTestId('touch-layer');
const lineOf = (page: Page): Locator => page.getByTestId('live-line');
const keysOf = (page: Page): Locator => page.getByTestId('phone-keys');

/** The page position of a pixel of the demo phone's 1080 x 2400 screen. */
async function pagePoint(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await layerOf(page).boundingBox();
  if (box === null) throw new Error('The screen is not there to be touched.');
  const place = {
    x: box.x + ((x + 0.5) * box.width) / 1080,
    y: box.y + ((y + 0.5) * box.height) / 2400,
  };
  return place;
}

/** The page position of the centre of the element in this row. */
async function elementCenter(page: Page, text: string): Promise<{ x: number; y: number }> {
  const rowText = await elementRow(page, text).first().innerText();
  const [left = 0, top = 0, right = 0, bottom = 0] =
    /\b(\d+),(\d+),(\d+),(\d+)\b/.exec(rowText)?.slice(1).map(Number) ?? [];
  return await pagePoint(page, (left + right) / 2, (top + bottom) / 2);
}

/** Waits until video streams and input goes through scrcpy. */
async function waitForLive(page: Page): Promise<void> {
  await expect(lineOf(page)).toHaveAttribute('data-state', 'video');
  await expect(lineOf(page)).toHaveAttribute('data-input', 'scrcpy');
}

async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const start = await pagePoint(page, ...from);
  const end = await pagePoint(page, ...to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

/** The most fingers that were down at once. */
function maxFingers(touches: readonly Touch[]): number {
  return Math.max(0, ...touches.map((_, i) => fingersDown(touches.slice(0, i + 1))));
}

test.describe('by mouse', () => {
  test.use({ demo: { activity: calculator, record } });

  test('the left button touches, the right one goes back, the middle one goes home', async ({
    console: page,
    pageErrors,
  }) => {
    const touches = await recordTouches(page, record);
    await waitForLive(page);
    const at = await elementCenter(page, 'digit_7');
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await expect(page.getByTestId('finger')).toHaveCount(1);
    await page.mouse.up();
    await expect(page.getByTestId('finger')).toHaveCount(0);
    const plus = await elementCenter(page, 'op_add');
    await page.mouse.click(plus.x, plus.y);
    // The console reads the elements again by itself.
    await expect(elementRow(page, 'formula')).toContainText('7+');
    expect(touchDownPoints(await touches())).toHaveLength(2);
    await page.mouse.click(at.x, at.y, { button: 'right' });
    await expect(elementRow(page, 'digit_7')).toHaveCount(0);
    const icon = await elementCenter(page, 'Settings');
    await page.mouse.click(icon.x, icon.y);
    await expect(elementRow(page, 'Network & internet').first()).toBeVisible();
    await page.mouse.click(at.x, at.y, { button: 'middle' });
    await expect(elementRow(page, 'hotseat').first()).toBeVisible();
    expect(touchDownPoints(await touches())).toHaveLength(3);
    expect(pageErrors).toEqual([]);
  });

  test('no box stays on the picture in Use mode', { tag: '@more' }, async ({ console: page }) => {
    const row = elementRow(page, 'digit_7');
    const id = (await row.getAttribute('data-id')) ?? '';
    const lit = page.getByTestId('lit-box');
    await setScreenMode(page, 'inspect');
    await page.locator(`[data-testid="element-box"][data-id="${id}"]`).click();
    await expect(page.getByTestId('element-label')).toBeVisible();
    await page.keyboard.press('F2');
    await expect(page.getByRole('radio', { name: 'Use' })).toBeChecked();
    await expect(lit).toHaveCount(0);
    await expect(page.getByTestId('element-label')).toHaveCount(0);
    await row.hover();
    await expect(lit).toHaveCount(1);
    await page.mouse.move(0, 0);
    await expect(lit).toHaveCount(0);
  });

  test(
    'hovering a row highlights its element in both modes',
    { tag: '@more' },
    async ({ console: page }) => {
      const row = elementRow(page, 'digit_7');
      const id = (await row.getAttribute('data-id')) ?? '';
      await row.hover();
      await expect(page.locator(`[data-testid="lit-box"][data-id="${id}"]`)).toBeVisible();
      await page.keyboard.press('F2');
      // The key has moved the focus into the list, and the highlight with it.
      await page.mouse.move(0, 0);
      await row.hover();
      await expect(page.locator(`[data-testid="element-box"][data-id="${id}"]`)).toHaveClass(
        /\blit\b/,
      );
      await page.reload();
      await waitForPhone(page);
      // The mode survives a reload.
      await expect(page.getByTestId('element-box').first()).toBeVisible();
      await setScreenMode(page, 'use');
      await expect(page.getByTestId('element-box')).toHaveCount(0);
    },
  );
});

test(
  'with Live off the picture follows what the user does, and says from when it is',
  { tag: '@more' },
  async ({ console: page }) => {
    await waitForLive(page);
    await page.getByRole('switch', { name: 'Live' }).click();
    const age = page.getByTestId('picture-age');
    await expect(age).toContainText('Screenshot from');
    const at = await elementCenter(page, 'Notes');
    await page.mouse.click(at.x, at.y);
    await expect(elementRow(page, 'Groceries').first()).toBeVisible();
    await expect(page.locator('#screen')).toContainText('com.handset.notes');
    await page.getByRole('switch', { name: 'Live' }).click();
    await expect(age).toHaveCount(0);
  },
);

test.describe('a list', { tag: '@more' }, () => {
  test.use({ demo: { activity: settings, record } });

  test('is scrolled by the wheel in Inspect, too', async ({ console: page }) => {
    await waitForLive(page);
    const middle = await pagePoint(page, 540, 1200);
    await setScreenMode(page, 'inspect');
    const first = elementRow(page, 'Network & internet');
    await expect(first.first()).toBeVisible();
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, 1500);
    await expect(first).toHaveCount(0);
  });

  test('can be dragged, scrolled by wheel, and pinched with Control held', async ({
    console: page,
  }) => {
    const touches = await recordTouches(page, record);
    await waitForLive(page);
    const first = elementRow(page, 'Network');
    const seen = async (): Promise<string> =>
      (await page.getByTestId('element-row').allInnerTexts()).join('\n');
    await expect(first.first()).toBeVisible();
    let before = await seen();
    await drag(page, [540, 1900], [540, 900]);
    await expect.poll(seen).not.toBe(before);
    expect(maxFingers(await touches())).toBe(1);

    await readScreenAgain(page);
    before = await seen();
    const middle = await pagePoint(page, 540, 1200);
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, -300);
    await expect.poll(seen).not.toBe(before);

    await page.keyboard.down('Control');
    await drag(page, [540, 1000], [540, 400]);
    await page.keyboard.up('Control');
    // Input reaches the phone a little after the mouse events.
    await expect.poll(async () => maxFingers(await touches())).toBe(2);
    await expect.poll(async () => fingersDown(await touches())).toBe(0);
    const all = await touches();
    // The second finger mirrors the first about the screen's centre.
    const [finger, other] = all.filter(({ action }) => action === 'down').slice(-2);
    expect([finger?.y, other?.y]).toEqual([1000, 2399 - 1000]);
    expect(all.at(-1)).toMatchObject({ action: 'up' });
  });

  test('a finger is lifted when the window loses focus', async ({ console: page }) => {
    const touches = await recordTouches(page, record);
    await waitForLive(page);
    const at = await pagePoint(page, 540, 1200);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await expect.poll(async () => fingersDown(await touches())).toBe(1);
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await expect.poll(async () => fingersDown(await touches())).toBe(0);
    await page.mouse.up();
  });
});

test.describe('the keyboard', inFullBrowser, () => {
  // All browsers of a machine share the clipboard.
  test.describe.configure({ mode: 'serial' });
  test.use({ demo: { activity: noteActivity } });

  test(
    'shows what an input method composes, and sends it when it is finished',
    { tag: '@more' },
    async ({ console: page, context }) => {
      await waitForLive(page);
      const body = await elementCenter(page, 'edit_body');
      await page.mouse.click(body.x, body.y);
      await expect(keysOf(page)).toBeFocused();
      const whole = await keysOf(page).boundingBox();
      const devtools = await context.newCDPSession(page);
      const text = 'にほん';
      const range = { selectionStart: text.length, selectionEnd: text.length };
      await devtools.send('Input.imeSetComposition', { text, ...range });
      await expect(keysOf(page)).toHaveValue(text);
      await expect(keysOf(page)).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)');
      expect((await keysOf(page).boundingBox())?.height).toBeLessThan((whole?.height ?? 0) / 4);
      await expect(elementRow(page, 'edit_body')).not.toContainText(text);
      await devtools.send('Input.insertText', { text: '日本' });
      await expect(elementRow(page, 'edit_body')).toContainText('日本');
      await expect(elementRow(page, 'edit_body')).not.toContainText(text);
      await expect(keysOf(page)).toHaveCSS('color', 'rgba(0, 0, 0, 0)');
    },
  );

  test('types, moves the cursor and copies on the phone, and Tab leaves', async ({
    console: page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await waitForLive(page);
    const body = await elementCenter(page, 'edit_body');
    await page.mouse.click(body.x, body.y);
    await expect(keysOf(page)).toBeFocused();
    await page.keyboard.type('Grüße 😀');
    await expect(elementRow(page, 'edit_body')).toContainText('Grüße 😀');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('!');
    await expect(elementRow(page, 'edit_body')).toContainText('Grüße!');

    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+c');
    await expect(page.getByTestId('user-input-note')).toHaveText('Copied from the phone.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Grüße!');
    await page.evaluate(() => navigator.clipboard.writeText('from the computer'));
    await page.keyboard.press('ControlOrMeta+v');
    await expect(elementRow(page, 'edit_body')).toContainText('from the computer');

    // Escape goes to the phone.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(elementRow(page, 'edit_body')).toHaveCount(0);

    await expect(keysOf(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByTestId('button-back')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(keysOf(page)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(keysOf(page)).not.toBeFocused();
  });
});

test.describe('without the scrcpy server', { tag: '@more' }, () => {
  test.use({ demo: { activity: calculator, record, faults: 'no-scrcpy' } });

  test('the status line says why; taps and swipes work, two fingers are refused with the reason', async ({
    console: page,
  }) => {
    const touches = await recordTouches(page, record);
    await expect(lineOf(page)).toContainText('limited touch');
    await expect(lineOf(page)).toHaveAttribute('data-state', 'pictures');
    await expect(lineOf(page)).toContainText('Screenshots only');
    await lineOf(page).locator('summary').click();
    await expect(lineOf(page)).toContainText('Multi-touch');
    await expect(lineOf(page).getByRole('button', { name: 'Retry' })).toBeVisible();
    // The opened details cover the picture.
    await page.keyboard.press('Escape');
    for (const name of ['digit_7', 'op_add']) {
      const at = await elementCenter(page, name);
      await page.mouse.click(at.x, at.y);
    }
    await expect(elementRow(page, 'formula')).toContainText('7+');
    await drag(page, [540, 1500], [540, 800]);
    await expect.poll(async () => touchDownPoints(await touches()).length).toBe(3);
    await expect.poll(async () => (await touches()).at(-1)?.action).toBe('up');
    expect((await touches()).at(-1)).toMatchObject({ x: 540, y: 800 });
    await page.keyboard.down('Control');
    await drag(page, [540, 1000], [540, 600]);
    await page.keyboard.up('Control');
    await expect(page.getByTestId('user-input-note')).toContainText(
      'Couldn’t do that: Several fingers at once',
    );
    expect(touchDownPoints(await touches())).toHaveLength(3);
  });
});

test.describe('on a touch screen', { tag: '@more' }, () => {
  test.use({ hasTouch: true, demo: { activity: calculator, record } });

  test('each finger of the user is one on the phone', async ({ console: page }) => {
    const touches = await recordTouches(page, record);
    await waitForLive(page);
    for (const name of ['digit_7', 'op_add']) {
      const at = await elementCenter(page, name);
      await page.touchscreen.tap(at.x, at.y);
    }
    await expect(elementRow(page, 'formula')).toContainText('7+');
    const session = await page.context().newCDPSession(page);
    const a = await pagePoint(page, 300, 1000);
    const b = await pagePoint(page, 700, 1600);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', a, b);
    await touch('touchMove', { ...a, y: a.y - 40 }, { ...b, y: b.y + 40 });
    await touch('touchEnd');
    await expect.poll(async () => maxFingers(await touches())).toBe(2);
    await expect.poll(async () => fingersDown(await touches())).toBe(0);
  });
});

test(
  "a saved screenshot has the phone's own pixels",
  { tag: '@more' },
  async ({ console: page }) => {
    await waitForLive(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByTestId('save-screenshot').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Handset-14-\d{4}-\d\d-\d\d-\d{6}\.png$/);
    const { size, brightness } = await decodePixels(await readFile(await download.path()));
    // The video has fewer.
    expect(size).toEqual({ width: 1080, height: 2400 });
    // The home screen's wallpaper is bright.
    expect(brightness(540, 800)).toBeGreaterThan(60);
  },
);
