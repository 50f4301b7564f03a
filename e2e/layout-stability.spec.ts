/** Layout stability, and no animation under reduced motion. */
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { waitForBridge, waitForPhone } from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';
import { startStaticHost } from './local-http.ts';

test.use({ live: 'on' });

/** Records the page's layout shifts, except those just after user input. */
const watchShifts = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      const nodes = sources.map(({ node }) => node?.className || node?.nodeName);
      window.shifts.push({ value, nodes });
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

async function layoutShifts(page: Page): Promise<{ readonly sum: number; readonly by: string }> {
  const by = z.string().parse(await page.evaluate('JSON.stringify(window.shifts)'));
  const shifts = z.array(z.object({ value: z.number() })).parse(JSON.parse(by));
  return { sum: shifts.reduce((total, { value }) => total + value, 0), by };
}

for (const [width, height] of [
  [1280, 800],
  [360, 740],
] as const) {
  test(
    `the layout does not shift at ${width} px while connecting`,
    { tag: '@more' },
    async ({ page }) => {
      const host = await startStaticHost('/');
      try {
        await page.setViewportSize({ width, height });
        await page.addInitScript(watchShifts);
        await page.goto(`${host.origin}/`);
        await page.evaluate(() => document.fonts.ready);
        await expect(page.getByTestId('connect-demo')).toBeEnabled();
        const loaded = await layoutShifts(page);
        expect(loaded.sum, loaded.by).toBeLessThan(0.02);

        await page.goto(`${host.origin}/?phone=demo`);
        await waitForPhone(page);
        await expect(page.getByTestId('screen-picture')).toBeVisible();
        const connected = await layoutShifts(page);
        expect(connected.sum, connected.by).toBeLessThan(0.02);
        // No horizontal overflow.
        const overhang =
          'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate(overhang)).toBe(0);
      } finally {
        host.close();
      }
    },
  );

  test(
    `the console replaces the page shell without a layout shift at ${width} px`,
    { tag: '@more' },
    async ({ page }) => {
      const host = await startStaticHost('/');
      let release = (): void => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/assets/index-*.js', async (route) => {
        await held;
        await route.continue();
      });
      const positions = async (): Promise<unknown> =>
        await page.evaluate(() => {
          const of = (selector: string): readonly number[] => {
            const place = document.querySelector(selector)?.getBoundingClientRect();
            return place ? [place.left, place.top, place.width].map(Math.round) : [];
          };
          return [of('h1'), of('main'), of('svg')];
        });
      try {
        await page.setViewportSize({ width, height });
        await page.goto(`${host.origin}/`, { waitUntil: 'commit' });
        await expect(page.locator('.shell h1')).toBeVisible();
        const before = await positions();
        release();
        await expect(page.getByTestId('connect-demo')).toBeVisible();
        expect(await positions()).toEqual(before);
      } finally {
        release();
        host.close();
      }
    },
  );
}

test('nothing of the first page moves while the bridge and the demo phone connect', async ({
  page,
  bridge,
}) => {
  await page.addInitScript(`
    window.places = new Set();
    const look = () => {
      const parts = [...document.querySelectorAll('.choice, .help > details > summary')];
      const tops = parts.map((part) => Math.round(part.getBoundingClientRect().top));
      if (tops.length > 0) window.places.add(String(tops));
      requestAnimationFrame(look);
    };
    look();
  `);
  await page.goto(bridge.url);
  await expect(page.getByText('Connect over Wi-Fi or by address')).toBeAttached();
  await page.getByTestId('connect-demo').click();
  await waitForPhone(page);
  expect(await page.evaluate('[...window.places]')).toHaveLength(1);
});

test('says what to do when its scripts do not load', async ({ page }) => {
  const host = await startStaticHost('/');
  try {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`${host.origin}/`);
    await expect(page.getByRole('alert')).toContainText('reload the page');
  } finally {
    host.close();
  }
});

test(
  'keeps the chosen theme from the first paint on, under the bridge’s policy',
  { tag: '@more' },
  async ({ page, bridge, pageErrors }) => {
    await page.goto(bridge.url);
    await page.getByRole('button', { name: /^Theme/ }).click();
    await page.route('**/assets/*.js', () => {});
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('.shell h1')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('body')).toHaveCSS('margin', '0px');
    expect(pageErrors).toEqual([]);
  },
);

test('shows the phone, its first buttons and the way to the panels on a narrow page, also while an agent calls', async ({
  console: page,
  agents,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const phone = page.getByTestId('phone-viewport');
  for (const part of [phone, page.getByTestId('button-home'), page.locator('#tab-agents')]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  const toPhone = page.getByTestId('to-phone');
  await expect(toPhone).toHaveAttribute('aria-current', 'true');
  await page.locator('#tab-tools').click();
  await expect(page.locator('#panel-tools')).toBeInViewport();
  await expect(phone).not.toBeInViewport();
  await expect(toPhone).toHaveAttribute('aria-current', 'false');
  await toPhone.click();
  await expect(phone).toBeInViewport({ ratio: 1 });
  await expect(toPhone).toHaveAttribute('aria-current', 'true');

  // A call neither covers nor moves the controls.
  await waitForBridge(page);
  const state = page.getByTestId('agent-state');
  // What agents may do, and Stop, come with the first agent.
  await expect(page.getByTestId('stop')).toHaveCount(0);
  const agent = await agents('v1', '/waiter');
  await expect(state).toHaveText('Agents ask before risky calls');
  const before = await page.getByTestId('read-now').boundingBox();
  const waiting = agent.call('wait_for_element', { selector: ':text("None")', timeout: 2_500 });
  await expect(state).toContainText('Wait for element');
  await expect(state).toBeInViewport({ ratio: 1 });
  expect(await page.getByTestId('read-now').boundingBox()).toEqual(before);
  // Fails if something covers it.
  await page.getByTestId('read-now').click({ trial: true });
  await waiting;
});

test.describe('a phone that refuses touches', { tag: '@more' }, () => {
  test.use({ demo: { faults: 'input-denied' } });

  test('keeps all its buttons in reach on a low page', async ({ console: page }) => {
    for (const [width, height] of [
      [1200, 760],
      [1280, 600],
      [1280, 500],
    ] as const)
      await test.step(`${width} × ${height}`, async () => {
        await page.setViewportSize({ width, height });
        await page.getByTestId('phone-viewport').click();
        await expect(page.getByTestId('problem')).toBeVisible();
        const line = await page.getByTestId('live-line').boundingBox();
        const buttons = page.getByRole('toolbar', { name: 'Phone buttons' });
        for (const button of await buttons.getByRole('button').all()) {
          const box = await button.boundingBox();
          expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(line?.y ?? 0);
        }
      });
  });
});

test.describe('an open console', { tag: '@more' }, () => {
  shareConsole({});

  test.beforeEach(async ({ console: page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test('does not animate under reduced motion', async ({ console: page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .map(({ effect }) => effect?.getComputedTiming().duration)
        .filter((duration) => typeof duration === 'number' && duration > 1),
    );
    expect(moving).toEqual([]);
    await page.evaluate("document.documentElement.style.scrollBehavior = 'smooth'");
    await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
  });

  test('puts the panels beside the phone on a wide and low page, as at high zoom, and shows the phone with all its buttons, and some elements', async ({
    console: page,
  }) => {
    await page.getByRole('tab', { name: /^Elements/ }).click();
    await page.setViewportSize({ width: 720, height: 450 });
    const phone = await page.getByTestId('phone-viewport').boundingBox();
    const tabs = await page.getByRole('tablist').boundingBox();
    expect(tabs?.x).toBeGreaterThan((phone?.x ?? 0) + (phone?.width ?? 0));
    expect(tabs?.y).toBeLessThan((phone?.y ?? 0) + (phone?.height ?? 0));
    for (const id of ['phone-viewport', 'button-back', 'more-buttons']) {
      await expect(page.getByTestId(id)).toBeInViewport({ ratio: 1 });
    }
    await expect(page.getByTestId('element-row').nth(2)).toBeInViewport();
  });

  test('a turned phone lies above the panels where both are larger so, and nothing is cut', async ({
    console: page,
  }) => {
    const boxOf = (id: string): Promise<DOMRect> =>
      page
        .locator(`#${id}, [data-testid="${id}"]`)
        .evaluate((part) => part.getBoundingClientRect());
    await page.getByTestId('button-rotate').dispatchEvent('click');
    await expect(page.locator('#screen')).toContainText('landscape');
    for (const [width, height] of [
      [1280, 800],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const wide = async (): Promise<number> => (await boxOf('phone-viewport')).width;
      await expect.poll(wide).toBeGreaterThan(width / 2);
      const phone = await boxOf('phone-viewport');
      const panels = await boxOf('details');
      expect(panels.top).toBeGreaterThan(phone.bottom);
      expect([panels.width > width - 50, panels.height > height / 3]).toEqual([true, true]);
      // What says how it is connected is beside the picture, not cut.
      const line = page.getByTestId('live-line').locator('.text');
      expect((await boxOf('live-line')).left).toBeGreaterThan(phone.right);
      expect(await line.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    }
    await page.getByTestId('button-rotate').dispatchEvent('click');
    await expect(page.locator('#screen')).toContainText('portrait');
  });

  test('no panel makes the page itself scroll', async ({ console: page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await expect(page.getByRole('tabpanel').getByRole('button').first()).toBeVisible();
      const overflow =
        'document.documentElement.scrollHeight - document.documentElement.clientHeight';
      expect(await page.evaluate(overflow), (await tab.textContent()) ?? '').toBe(0);
    }
  });

  test('keeps the footer of an empty list at the end of its panel', async ({ console: page }) => {
    await page.getByRole('tab', { name: 'Logs' }).click();
    await page.getByPlaceholder('Text or /regular expression/').fill('no line says this');
    await expect(page.getByText('No lines match')).toBeVisible();
    const panel = await page.getByRole('tabpanel').boundingBox();
    const count = await page.getByTestId('log-count').boundingBox();
    const bottomOf = (box: typeof panel): number => (box?.y ?? 0) + (box?.height ?? 0);
    expect(bottomOf(panel) - bottomOf(count)).toBeLessThan(20);
    await page.getByPlaceholder('Text or /regular expression/').fill('');
  });

  test('a narrow log panel has one row of controls above the lines, and shows the filters on request', async ({
    console: page,
  }) => {
    // As 1440 by 900 at 200 % zoom.
    await page.setViewportSize({ width: 720, height: 450 });
    await page.locator('#tab-logs').click();
    const list = page.getByTestId('log-list');
    await expect(list).toBeVisible();
    const tag = page.getByTestId('log-tag');
    const topOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? 0;
    const controlsHeight = async (): Promise<number> =>
      (await topOf(list)) - (await topOf(page.locator('#panel-logs')));
    expect(await controlsHeight()).toBeLessThan(64);
    const button = page.getByTestId('log-filters-button');
    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await tag.fill('Looper');
    // An expression that isn't valid excludes nothing.
    await page.getByTestId('log-text').fill('/(/');
    await button.click();
    await expect(tag).toBeHidden();
    // What hides lines can be seen, and taken back.
    await expect(button).toHaveText('Filter (1)');
    await expect.poll(controlsHeight).toBeLessThan(64);
    await page.getByTestId('log-clear-filters').click();
    await expect(button).toHaveText('Filter');
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(tag).toBeVisible();
    await expect(button).toBeHidden();
  });

  test('a narrow element table can be sorted by what it has no column for', async ({
    console: page,
  }) => {
    const heading = (name: string): Locator =>
      page.locator(`[role="columnheader"][data-column="${name}"] button`);
    await page.getByRole('tab', { name: /^Elements/ }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await heading('state').focus();
    await page.keyboard.press('ArrowRight');
    await expect(heading('bounds')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('[aria-sort="ascending"]')).toContainText('Bounds');
    await page.keyboard.press('End');
    await expect(heading('id')).toBeFocused();
  });
});
