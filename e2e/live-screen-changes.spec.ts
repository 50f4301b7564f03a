/** Changes of the phone's screen size, density and rotation while video streams. */
import { decodePixels } from '#core/testing/pixels.ts';
import type { Agent } from './agents.ts';
import { expect, test } from './fixtures.ts';
import {
  boundingBoxOf,
  expectFormula,
  expectScreenSize,
  pressElement,
  viewportOf,
  type ScreenSize,
} from './live-picture.ts';
import { recordTouches, runPhoneCommand, touchDownPoints } from './console-page.ts';
import type { Locator, Page } from '@playwright/test';

test.use({ live: 'on' });

const calculator = 'com.android.calculator2/.Calculator';
const defaultSize = { width: 1080, height: 2400 };

/** The screen line of an agent's text, and the aspect ratio of its screenshot. */
async function screenSeenBy(
  agent: Agent,
): Promise<{ readonly text: string; readonly ratio: number }> {
  const args = { include_screenshot: true, annotate: false };
  const { images, text } = await agent.call('get_screen_state', args);
  const { size } = await decodePixels(images[0]?.bytes ?? Buffer.of());
  return {
    text: /^screen:\S+ density:\d+/m.exec(text)?.[0] ?? text,
    ratio: size.width / size.height,
  };
}

async function expectAgentSees(agent: Agent, size: ScreenSize, density: number): Promise<void> {
  const { text, ratio } = await screenSeenBy(agent);
  expect(text).toBe(`screen:${size.width}x${size.height} density:${density}`);
  expect(Math.abs(ratio / (size.width / size.height) - 1)).toBeLessThan(0.02);
}

/** Turns the phone as a program does. */
const rotate = (rotation: 0 | 1 | 2 | 3): string =>
  `settings put system accelerometer_rotation 0; settings put system user_rotation ${rotation}`;

/** Shell commands, with the screen size and density after each. */
const changes = [
  ['wm size 720x1280', { width: 720, height: 1280 }, 420],
  ['wm density 320', { width: 720, height: 1280 }, 320],
  [rotate(1), { width: 1280, height: 720 }, 320],
  [rotate(3), { width: 1280, height: 720 }, 320],
  [`${rotate(0)}; wm size reset; wm density reset`, defaultSize, 420],
  // The video's size does not change here.
  ['wm size 810x1800; wm density 315', { width: 810, height: 1800 }, 315],
  [rotate(2), { width: 810, height: 1800 }, 315],
  // Like unfolding a foldable phone.
  [`${rotate(0)}; wm size 2208x1840; wm density 420`, { width: 2208, height: 1840 }, 420],
] as const;

test.describe('while video streams', { tag: '@nightly' }, () => {
  const record = 'sizes';
  test.use({ demo: { activity: calculator, record }, viewport: { width: 1280, height: 1300 } });

  test('the viewport, elements, touches and agents’ screenshots follow', async ({
    console: page,
    agents,
    pageErrors,
  }) => {
    const agent = await agents('v1');
    const touches = await recordTouches(page, record);
    await expectScreenSize(page, defaultSize);
    const pressed: string[] = [];
    let formula = '';
    for (const [i, [line, size, density]] of changes.entries()) {
      await runPhoneCommand(page, record, line);
      // The first result after the change already has the new screen.
      await expectAgentSees(agent, size, density);
      await expectScreenSize(page, size);
      await expect(page.locator('#screen')).toContainText(`${density} dpi`);
      await expect(viewportOf(page)).not.toHaveClass(/stale/);
      pressed.push(await pressElement(page, `digit_${i + 1}`, size));
      formula += `${i + 1}`;
      await expectFormula(page, formula);
      await expectAgentSees(agent, size, density);
    }
    expect(touchDownPoints(await touches())).toEqual(pressed);
    expect(pageErrors).toEqual([]);
  });
});

test.describe(
  'on a phone that does not report changes to the scrcpy server',
  { tag: '@nightly' },
  () => {
    const record = 'deaf';
    test.use({ demo: { activity: calculator, record, faults: 'deaf-video' } });

    test('the video restarts, and agents see the new screen at once', async ({
      console: page,
      agents,
    }) => {
      const agent = await agents('v1');
      await expectScreenSize(page, defaultSize);
      for (const [line, size, formula] of [
        [rotate(1), { width: 2400, height: 1080 }, '7'],
        ['wm size 720x1280', { width: 1280, height: 720 }, '77'],
      ] as const) {
        await runPhoneCommand(page, record, line);
        await expectAgentSees(agent, size, 420);
        await expectScreenSize(page, size);
        await expect(viewportOf(page)).not.toHaveClass(/stale/);
        await pressElement(page, 'digit_7', size);
        await expectFormula(page, formula);
      }
    });
  },
);

// Rotating the phone with the console's button while video streams.

const record = 'turning';
const calculatorActivity = 'com.android.calculator2/.Calculator';

const moreButton = (page: Page): Locator => page.getByTestId('more-buttons');

const pressRotate = (page: Page): Promise<void> => page.keyboard.press('ControlOrMeta+Shift+H');

const portrait = { width: 1080, height: 2400 };
const landscape = { width: 2400, height: 1080 };

/** Scroll position and positions of controls beside the picture, which must not change. */
async function layoutOf(page: Page): Promise<unknown> {
  const boxes = await Promise.all(
    [page.getByRole('tablist').first(), page.locator('#screen-title'), moreButton(page)].map(
      boundingBoxOf,
    ),
  );
  return [
    await page.evaluate(() => [scrollX, scrollY, document.documentElement.scrollWidth]),
    ...boxes.map(({ y }) => Math.round(y)),
  ];
}

test.describe('through the scrcpy server', { tag: '@nightly' }, () => {
  test.use({ demo: { activity: calculatorActivity, record } });

  test('the viewport and elements rotate, the layout stays, and touches hit', async ({
    console: page,
    pageErrors,
  }) => {
    const touches = await recordTouches(page, record);
    await expectScreenSize(page, portrait);
    const frame = await layoutOf(page);
    const pressed = [await pressElement(page, 'digit_7', portrait)];
    await expectFormula(page, '7');
    for (const [size, digit, formula] of [
      [landscape, 'digit_8', '78'],
      [portrait, 'digit_9', '789'],
    ] as const) {
      await moreButton(page).focus();
      await pressRotate(page);
      await expectScreenSize(page, size);
      await expect(moreButton(page)).toBeFocused();
      pressed.push(await pressElement(page, digit, size));
      await expectFormula(page, formula);
    }
    expect(await layoutOf(page)).toEqual(frame);
    expect(touchDownPoints(await touches())).toEqual(pressed);
    expect(pageErrors).toEqual([]);
  });

  test('after quick rotations, the picture matches the phone', async ({
    console: page,
    agents,
  }) => {
    await expectScreenSize(page, portrait);
    for (let i = 0; i < 7; i++) await pressRotate(page);
    await expectScreenSize(page, landscape);
    const agent = await agents('v1');
    const { images } = await agent.call('get_screen_state', { include_screenshot: true });
    expect(images).toHaveLength(1);
  });
});

test.describe('without the scrcpy server', { tag: '@nightly' }, () => {
  test.use({ demo: { faults: 'no-scrcpy', activity: calculatorActivity } });

  test('the button says why it cannot rotate the screen', async ({ console: page }) => {
    await expect(page.getByTestId('live-line')).toContainText('limited touch');
    await moreButton(page).click();
    await page.getByTestId('button-rotate').click();
    const note = page.getByTestId('user-input-note');
    await expect(note).toContainText(
      'Couldn’t do that: Rotating the screen: not possible right now',
    );
    await expect(note).toContainText('switch auto-rotation off');
  });
});
