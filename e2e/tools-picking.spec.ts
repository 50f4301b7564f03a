/** Tool forms: picking on the picture by pointer, finger and keyboard, and what a run then shows. */
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { expect, shareConsole, test } from './fixtures.ts';

const field = (page: Page, path: string): Locator => page.getByTestId(`field-${path}`);
const layer = (page: Page): Locator => page.getByTestId('pick-layer');
const announcement = (page: Page): Locator => page.getByTestId('pick-announcement');

async function openTool(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: /^Tools/ }).click();
  await page.getByTestId(`tool-${name}`).click();
  await expect(page.getByTestId('tool-form')).toContainText(name);
}

/** Where a device pixel of the 1080 x 2400 screen is on the page. */
async function placeOf(page: Page, x: number, y: number) {
  const box = await layer(page).boundingBox();
  if (box === null) throw new Error('Nothing can be picked.');
  return { x: box.x + (x / 1080) * box.width, y: box.y + (y / 2400) * box.height };
}

/** Presses at the first point and moves to the second, without letting go. */
async function startDrag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const start = await placeOf(page, ...from);
  const end = await placeOf(page, ...to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
}

async function expectNear(page: Page, values: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await expect(field(page, name)).not.toHaveValue('');
    // One page pixel covers several device pixels.
    expect(Math.abs(Number(await field(page, name).inputValue()) - value)).toBeLessThan(8);
  }
}

/** Takes back a stop, and with it what the page says about it. */
async function resumeAgents(page: Page): Promise<void> {
  await page.getByTestId('pause').click();
  await expect(page.getByTestId('stop-note')).toBeHidden();
}

test.describe('with a mouse and a keyboard', () => {
  shareConsole({});

  test.beforeEach(async ({ console: page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.mouse.move(0, 0);
  });

  test('a swipe is drawn while it is dragged, and fills both its ends', async ({
    console: page,
  }) => {
    await openTool(page, 'swipe');
    await page.getByTestId('pick-x1').click();
    await expect(page.getByTestId('pick-hint')).toContainText('Drag from start to end');
    const start = await placeOf(page, 540, 1900);
    await page.mouse.move(start.x, start.y);
    await expect(page.getByTestId('pick-crosshair')).toBeVisible();
    await expect(page.getByTestId('pick-coordinates')).toHaveText(/^\d+, \d+$/);
    // Points are picked, not elements.
    await expect(page.getByTestId('element-box')).toHaveCount(0);
    await startDrag(page, [540, 1900], [700, 600]);
    await expect(page.getByTestId('pick-start')).toBeVisible();
    await expect(page.getByTestId('preview-path')).toHaveAttribute('points', /^\d.* \d/);
    await expect(page.getByTestId('pick-coordinates')).toHaveCount(2);
    await page.mouse.up();
    await expect(layer(page)).toBeHidden();
    await expectNear(page, { x1: 540, y1: 1900, x2: 700, y2: 600 });
  });

  test('a drag fills From and To; each can be clicked, too', async ({ console: page }) => {
    await openTool(page, 'drag');
    await page.getByTestId('pick-from').click();
    await startDrag(page, [160, 1730], [412, 1730]);
    await expect(page.getByTestId('pick-start')).toBeVisible();
    await page.mouse.up();
    await expect(field(page, 'from')).toHaveValue(':text("Calculator")');
    await expect(field(page, 'to')).toHaveValue(/Notes/);
    await page.getByTestId('pick-to').click();
    let place = await placeOf(page, 664, 1730);
    await page.mouse.click(place.x, place.y);
    await expect(field(page, 'to')).toHaveValue(/^:text\("(?!Notes|Calculator)/);

    // On a container and within one element it ends where it was drawn.
    await field(page, 'from').fill('');
    await page.getByTestId('pick-from').click();
    await startDrag(page, [160, 1730], [900, 700]);
    await page.mouse.up();
    await expect(field(page, 'from')).toHaveValue(':text("Calculator")');
    await expect(field(page, 'to')).toHaveValue(/^(?:89|90)\d,(?:69|70)\d$/);
    await page.getByTestId('pick-to').click();
    place = await placeOf(page, 160, 1730);
    await page.mouse.click(place.x, place.y);
    await expect(field(page, 'to')).toHaveValue(/^1[56]\d,17[23]\d$/);
    await page.getByTestId('pick-from').click();
    await startDrag(page, [700, 500], [900, 900]);
    await page.mouse.up();
    for (const end of ['from', 'to']) await expect(field(page, end)).toHaveValue(/^\d+,\d+$/);
  });

  test('a path that is drawn fills a gesture, and the steps so far fill a run of steps', async ({
    console: page,
  }) => {
    await openTool(page, 'custom_gesture');
    await page.getByTestId('pick-paths').click();
    await startDrag(page, [300, 1200], [800, 1260]);
    await expect(page.getByTestId('preview-path')).toHaveAttribute('points', /^\d.* \d/);
    await page.mouse.up();
    const paths = page.getByTestId('json-custom_gesture-paths');
    const [path = [], ...others] = z
      .array(z.array(z.object({ x: z.number(), y: z.number(), time: z.number() })))
      .parse(JSON.parse(await paths.inputValue()));
    expect(others).toEqual([]);
    expect(path[0]?.time).toBe(0);
    expect(path.length).toBeGreaterThan(2);
    expect(Math.abs((path.at(-1)?.x ?? 0) - 800)).toBeLessThan(8);
    await page.getByTestId('run-tool').click();
    await expect(page.getByTestId('call-result')).toContainText('Custom gesture executed');

    await openTool(page, 'run_steps');
    await page.getByTestId('use-recorded').click();
    await expect(page.getByTestId('json-run_steps-steps')).toHaveValue(/"custom_gesture"/);
  });

  test(
    'one’s own call that one stopped has not failed',
    { tag: '@more' },
    async ({ console: page }) => {
      await openTool(page, 'wait_for_element');
      await field(page, 'selector').fill(':text("never")');
      await field(page, 'timeout').fill('20000');
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(page.getByTestId('cancel-tool')).toBeVisible();
      await page.keyboard.press('ControlOrMeta+Shift+x');
      await expect(page.getByTestId('call-result')).toContainText('Stopped');
      await expect(page.getByTestId('call-result')).toContainText('You stopped everything');
      await expect(page.getByTestId('call-result')).not.toContainText('Ask them');
      await expect(page.getByTestId('tool-announcement')).toHaveText('Wait for element: stopped');
      await resumeAgents(page);
    },
  );

  test('points and elements are picked by keyboard', async ({ console: page }) => {
    await openTool(page, 'tap');
    const pick = page.getByRole('button', { name: 'Pick on the screen: Point' });
    await pick.press('Enter');
    await expect(layer(page)).toBeFocused();
    for (const key of ['ArrowDown', 'Shift+ArrowRight', 'ControlOrMeta+ArrowLeft'])
      await page.keyboard.press(key);
    await expect(announcement(page)).toHaveText(/^674, 1227/);
    await page.keyboard.press('Enter');
    await expect(field(page, 'x')).toHaveValue('674');
    await expect(field(page, 'y')).toHaveValue('1227');
    await expect(pick).toBeFocused();
    await field(page, 'x').fill('-1');
    await expect(page.getByTestId('problem-x')).toHaveText('Enter a number of at least 0');

    await openTool(page, 'click_element');
    await page.getByTestId('pick-selector').press('Enter');
    await expect(layer(page)).toBeFocused();
    await page.keyboard.press('End');
    await expect(announcement(page)).toHaveText(/^.+, (\d+) of \1$/);
    await page.keyboard.press('Home');
    await expect(announcement(page)).toHaveText(/, 1 of \d+$/);
    for (let steps = 0; steps < 40; steps++) {
      if ((await announcement(page).textContent())?.startsWith('Calculator') === true) break;
      await page.keyboard.press('ArrowDown');
    }
    await expect(page.getByTestId('element-label')).toContainText('Calculator');
    await page.keyboard.press('Enter');
    await expect(field(page, 'selector')).toHaveValue(':text("Calculator")');
    await expect(page.getByTestId('pick-selector')).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(layer(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('pick-selector')).toBeFocused();
    await expect(field(page, 'selector')).toHaveValue(':text("Calculator")');
  });

  test(
    'the result of a run is brought into view, announced, and later dimmed; another tool begins at its title',
    { tag: '@more' },
    async ({ console: page }) => {
      await page.setViewportSize({ width: 1280, height: 560 });
      await openTool(page, 'swipe');
      for (const [name, value] of Object.entries({ x1: 540, y1: 1800, x2: 540, y2: 900 }))
        await field(page, name).fill(String(value));
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(page.getByTestId('tool-announcement')).toHaveText('Swipe: done');
      const result = page.getByTestId('call-result');
      await expect(result).toBeInViewport({ ratio: 1 });
      await expect(result).toHaveCSS('opacity', '1');
      await expect(field(page, 'y2')).toBeFocused();
      await field(page, 'x1').fill('-1');
      await expect(result).toHaveCSS('opacity', '0.5');
      await openTool(page, 'drag');
      await expect(page.getByRole('heading', { name: 'Drag' })).toBeInViewport({ ratio: 1 });
    },
  );

  test(
    'a search that finds nothing can be cleared',
    { tag: '@more' },
    async ({ console: page }) => {
      await openTool(page, 'swipe');
      const search = page.getByTestId('search-tools');
      await search.fill('xyz');
      await expect(page.getByText('No tool matches “xyz”.')).toBeVisible();
      await page.getByRole('button', { name: 'Clear search' }).click();
      await expect(search).toHaveValue('');
      await expect(search).toBeFocused();
      await expect(page.getByTestId('tool-tap')).toBeVisible();
      // On a narrow page the suggestions would push what is found out of view.
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'All tools' }).click();
      await expect(page.getByTestId('tool-start').first()).toBeVisible();
      await search.fill('xyz');
      await expect(page.getByTestId('tool-start').first()).toBeHidden();
      await page.keyboard.press('Escape');
      await expect(search).toHaveValue('');
      // Run stays in sight, above the tabs, when the form is longer than the page.
      await page.setViewportSize({ width: 390, height: 560 });
      await search.fill('swipe');
      await page.keyboard.press('Enter');
      const run = page.getByTestId('run-tool');
      await expect(run).toBeInViewport({ ratio: 1 });
      const tabs = page.getByRole('tablist').filter({ has: page.locator('#tab-tools') });
      const runBox = await run.boundingBox();
      const tabsBox = await tabs.boundingBox();
      expect((runBox?.y ?? NaN) + (runBox?.height ?? NaN)).toBeLessThanOrEqual(tabsBox?.y ?? NaN);
    },
  );

  test('the tabs are gone through by keyboard', { tag: '@more' }, async ({ console: page }) => {
    await page.getByRole('tab', { name: /^Tools/ }).focus();
    for (const [key, id] of [
      ['End', 'agents'],
      ['Home', 'elements'],
      ['ArrowLeft', 'agents'],
      ['ArrowRight', 'elements'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.locator(`#tab-${id}`)).toBeFocused();
      await expect(page.locator(`#tab-${id}`)).toHaveAttribute('aria-selected', 'true');
    }
  });

  test(
    'what was stopped is seen although a dialog was open',
    { tag: '@more' },
    async ({ console: page }) => {
      for (const keys of ['?', 'ControlOrMeta+k']) {
        await page.getByRole('tab', { name: /^Tools/ }).press(keys);
        await expect(page.getByRole('dialog')).toBeVisible();
        await page.keyboard.press('ControlOrMeta+Shift+x');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page.getByTestId('stop-note')).toContainText('Stopped.');
        await expect(page.getByRole('tab', { name: /^Tools/ })).toBeFocused();
        await resumeAgents(page);
      }
    },
  );

  test(
    'the phone’s buttons are one tab stop with arrow keys',
    { tag: '@more' },
    async ({ console: page }) => {
      const buttons = page.getByRole('toolbar', { name: 'Phone buttons' });
      await expect(buttons).toHaveAttribute('aria-orientation', 'vertical');
      await page.getByTestId('button-back').focus();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByTestId('button-home')).toBeFocused();
      await page.keyboard.press('Tab');
      expect(await buttons.evaluate((box) => box.contains(document.activeElement))).toBe(false);
      await page.keyboard.press('Shift+Tab');
      await expect(page.getByTestId('button-home')).toBeFocused();
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(buttons).toHaveAttribute('aria-orientation', 'horizontal');
    },
  );

  test(
    'the focus moves at once when the log is cleared',
    { tag: '@more' },
    async ({ console: page }) => {
      await page.getByRole('tab', { name: /^Logs/ }).click();
      await expect(page.getByTestId('log-clear')).toBeEnabled();
      await page.getByTestId('log-clear').press('Enter');
      // Not waited for: the button that had the focus is disabled now.
      const focused = await page.evaluate(() =>
        document.activeElement?.getAttribute('data-testid'),
      );
      expect(focused).toBe('log-pause');
    },
  );
});

test.describe('on a touch screen', { tag: '@more' }, () => {
  test.use({ live: 'on', hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('a swipe follows the finger, and picking can be cancelled', async ({ console: page }) => {
    await openTool(page, 'swipe');
    await page.getByTestId('pick-x1').tap();
    const cancel = await page.getByTestId('cancel-pick').boundingBox();
    expect(cancel?.height).toBeGreaterThanOrEqual(44);
    await page.getByTestId('cancel-pick').tap();
    await expect(layer(page)).toBeHidden();
    await page.getByTestId('pick-x1').tap();
    await expect(layer(page)).toBeVisible();
    const session = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove', x: number, y: number): Promise<void> => {
      const touchPoints = [await placeOf(page, x, y)];
      await session.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await touch('touchStart', 540, 1900);
    await touch('touchMove', 540, 1200);
    await touch('touchMove', 300, 700);
    await expect(page.getByTestId('pick-coordinates')).toHaveCount(2);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expectNear(page, { x1: 540, y1: 1900, x2: 300, y2: 700 });
    await expect(field(page, 'y2')).toBeInViewport({ ratio: 1 });
  });
});
