/** The live screen's panel in each of its states, checked by axe. */
import type { Page } from '@playwright/test';
import { axeViolations, horizontalOverflowPx } from './axe.ts';
import { consoleUrl, setScreenMode, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';
import { expectLiveState, statusLineOf } from './live-picture.ts';

test.use({ live: 'on' });

/** The states of the panel: a name, the query parameters, and how to wait for the state. */
const panelStates: readonly (readonly [
  string,
  Parameters<typeof consoleUrl>[1],
  (page: Page) => Promise<void>,
])[] = [
  [
    'empty',
    { live: 'off' },
    async (page) => {
      await expect(statusLineOf(page)).toContainText('Live video is off');
      await expect(page.getByTestId('phone-viewport')).toContainText('No screenshot yet');
    },
  ],
  [
    'working',
    { faults: 'slow' },
    async (page) => {
      await expect(page.getByTestId('phone-viewport').locator('.skeleton')).toBeVisible();
    },
  ],
  [
    'ready, used',
    {},
    async (page) => {
      await expectLiveState(page, 'video');
      await expect(page.getByTestId('element-row').first()).toBeVisible();
      await page.getByTestId('phone-keys').focus();
    },
  ],
  [
    'ready, inspected',
    {},
    async (page) => {
      await expectLiveState(page, 'video');
      await setScreenMode(page, 'inspect');
      await expect(page.getByTestId('element-box').first()).toBeVisible();
    },
  ],
  [
    'failed',
    { faults: 'no-scrcpy' },
    async (page) => {
      await expect(statusLineOf(page)).toHaveAttribute('data-state', 'pictures');
      await statusLineOf(page).locator('summary').click();
    },
  ],
  [
    'refusing touches',
    { faults: 'input-denied' },
    async (page) => {
      await expectLiveState(page, 'video');
      await setScreenMode(page, 'use');
      const problem = page.getByTestId('problem');
      // The phone reports the refusal of the first touch a moment later.
      await expect(async () => {
        await page.getByTestId('phone-viewport').click();
        await expect(problem).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await expect(problem).toContainText('turn on “USB debugging (Security settings)”');
    },
  ],
  [
    'lying on its side',
    { faults: 'landscape' },
    async (page) => {
      await expectLiveState(page, 'video');
      const isLandscape = async (): Promise<boolean> => {
        const viewportBox = await page.getByTestId('phone-viewport').boundingBox();
        return (viewportBox?.width ?? 0) > (viewportBox?.height ?? 0);
      };
      await expect.poll(isLandscape).toBe(true);
    },
  ],
];

test(
  'every state is accessible, narrow and light, wide and dark',
  { tag: '@nightly' },
  async ({ page, bridge }) => {
    for (const [name, query, waitForState] of panelStates) {
      await page.setViewportSize({ width: 360, height: 800 });
      await page.goto(consoleUrl(bridge.url, { phone: 'demo', ...query }));
      await waitForPhone(page);
      await waitForState(page);
      for (const [width, colorScheme] of [
        [360, 'light'],
        [1280, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const found = await axeViolations(page, (axe) => axe.include('#screen'));
        expect([name, width, await horizontalOverflowPx(page), ...found]).toEqual([name, width, 0]);
      }
    }
  },
);
