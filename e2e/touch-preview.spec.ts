/** The phone's picture shows where an agent's call will touch, and where it touches, with real agents on a real page. */
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import type { Agent } from './agents.ts';
import { axeViolations, axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import { setRule, setScreenMode } from './console-page.ts';
import { expect, test } from './fixtures.ts';

const settings = 'com.android.settings/com.android.settings.Settings';
test.use({ live: 'on', demo: { activity: settings } });

const row = ':text("Network & internet")';
const size = { width: 1080, height: 2400 };

const edge = z.number();
const bounds = z.object({ left: edge, top: edge, right: edge, bottom: edge });
const foundSchema = z.object({ elements: z.array(z.object({ id: z.string(), bounds })) });

interface QuestionCard {
  readonly question: Locator;
  readonly touchPreview: Locator;
  answer(name: string): Promise<void>;
}

async function askBeforeActing(page: Page): Promise<QuestionCard> {
  await page.getByRole('tab', { name: /^Agents/ }).click();
  await setRule(page, 'act', 'Ask me');
  const question = page.getByTestId('question');
  return {
    question,
    touchPreview: page.getByTestId('touch-preview'),
    answer: (name) => question.getByRole('button', { name, exact: true }).click(),
  };
}

/** The centre of a mark on the picture, in device pixels. */
async function centerOf(page: Page, mark: Locator): Promise<{ x: number; y: number }> {
  const viewport = await page.getByTestId('phone-viewport').boundingBox();
  const box = await mark.boundingBox();
  if (viewport === null || box === null) throw new Error('The mark is not on the picture.');
  return {
    x: ((box.x + box.width / 2 - viewport.x) / viewport.width) * size.width,
    y: ((box.y + box.height / 2 - viewport.y) / viewport.height) * size.height,
  };
}

/** Expects the mark at the point, to within one page pixel (8 device pixels). */
async function expectMarkAt(
  page: Page,
  mark: Locator,
  place: { x: number; y: number },
): Promise<void> {
  const distance = async (): Promise<number> => {
    const { x, y } = await centerOf(page, mark);
    return Math.hypot(x - place.x, y - place.y);
  };
  await expect.poll(distance).toBeLessThan(8);
}

/** Refuses the open question; the card and the touch preview must go. */
async function refuseQuestion(
  { question, touchPreview, answer }: QuestionCard,
  call: ReturnType<Agent['call']>,
): Promise<void> {
  await answer('Deny');
  await expect(touchPreview).toHaveCount(0);
  await expect(question).toHaveCount(0);
  expect((await call).isError).toBe(true);
}

test('a question previews where the call would touch, until it is answered', async ({
  console: page,
  agents,
}) => {
  const agent = await agents('v1', '/claude');
  const questionCard = await askBeforeActing(page);
  const { question, touchPreview } = questionCard;

  const tapping = agent.call('tap', { x: 300, y: 1000 });
  await expectMarkAt(page, page.getByTestId('preview-point'), { x: 300.5, y: 1000.5 });
  await expect(question.getByRole('heading')).toHaveText(
    'claude wants to tap Connected devices in Settings',
  );
  await setScreenMode(page, 'inspect');
  await expect(page.getByTestId('preview-point')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await refuseQuestion(questionCard, tapping);
  await setScreenMode(page, 'use');

  const swiping = agent.call('swipe', { x1: 540, y1: 1800, x2: 540, y2: 600 });
  await expectMarkAt(page, page.getByTestId('preview-start'), { x: 540.5, y: 1800.5 });
  await expect(touchPreview.getByTestId('preview-path')).toHaveAttribute(
    'points',
    '540.5,1800.5 540.5,600.5',
  );
  await refuseQuestion(questionCard, swiping);

  // Resolved on the screen that was read last, even if this agent never saw it.
  const found = await agent.call('find_elements', { by: 'text', value: 'Network & internet' });
  const { id, bounds } = foundSchema.parse(found.data).elements[0] ?? {};
  const middle = {
    x: ((bounds?.left ?? 0) + (bounds?.right ?? 0)) / 2,
    y: ((bounds?.top ?? 0) + (bounds?.bottom ?? 0)) / 2,
  };
  for (const target of [{ element_id: id }, { selector: row }]) {
    const clicking = agent.call('click_element', target);
    await expect(question.getByRole('heading')).toHaveText(
      'claude wants to tap Network & internet in Settings',
    );
    await expectMarkAt(page, page.getByTestId('preview-box'), middle);
    await refuseQuestion(questionCard, clicking);
  }
  const unknown = agent.call('click_element', { element_id: 'node_unknown' });
  await expect(question).toContainText('node_unknown');
  await expect(question.getByRole('heading')).toHaveText('claude wants to tap node_unknown');
  await refuseQuestion(questionCard, unknown);

  // With several questions waiting, only the shown one has a preview.
  const first = { x: 200, y: 500 };
  const second = { x: 800, y: 1500 };
  const calls = [agent.call('tap', first)];
  await expect(question).toBeVisible();
  calls.push(agent.call('tap', second));
  await expect(question).toContainText('Next: ');
  await expect(page.getByTestId('preview-point')).toHaveCount(1);
  await expectMarkAt(page, page.getByTestId('preview-point'), { x: 200.5, y: 500.5 });
  await questionCard.answer('Allow once');
  await expectMarkAt(page, page.getByTestId('preview-point'), { x: 800.5, y: 1500.5 });
  await questionCard.answer('Allow once');
  await expect(touchPreview).toHaveCount(0);
  expect((await Promise.all(calls)).map(({ isError }) => isError)).toEqual([false, false]);
});

test(
  'marks fit a small window in both themes, and do not move under reduced motion',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 360, height: 800 });
    const agent = await agents('v1', '/claude');
    const questionCard = await askBeforeActing(page);
    // The card does not cover the point.
    for (const y of [700, 1_900]) {
      await page.evaluate(() => window.scrollTo(0, 0));
      const tapping = agent.call('tap', { x: 540, y });
      const card = questionCard.question;
      const place = page.getByTestId('preview-point');
      await expect(place).toBeVisible();
      const [above, below] = y < 1_200 ? [place, card] : [card, place];
      const bottom = async (): Promise<number> => {
        const a = await above.boundingBox();
        const b = await below.boundingBox();
        return (a?.y ?? NaN) + (a?.height ?? NaN) - (b?.y ?? NaN);
      };
      await expect.poll(bottom).toBeLessThan(0);
      if (card === below) await expectToStay(page, card);
      await refuseQuestion(questionCard, tapping);
    }
    const tapping = agent.call('double_tap', { x: 1079, y: 2399 });
    await expect(page.getByTestId('preview-point')).toBeVisible();
    expect(await horizontalOverflowPx(page)).toBe(0);
    expect(await axeViolationsInBothThemes(page)).toEqual([]);
    await refuseQuestion(questionCard, tapping);
    await setRule(page, 'act', 'Allow');
    const press = { x: 1079, y: 30, duration: 30_000 };
    const seen = new AbortController();
    const holding = agent
      .call('long_press', press, { signal: seen.signal })
      .catch(() => 'given up');
    const mark = page.getByTestId('touch-mark');
    await expect(mark.getByTestId('touch-finger')).toHaveCSS('opacity', '1');
    expect(await mark.evaluate((each) => each.getAnimations({ subtree: true }).length)).toBe(0);
    expect(await horizontalOverflowPx(page)).toBe(0);
    seen.abort();
    expect(await holding).toBe('given up');
    await expect(mark).toHaveCount(0);
  },
);

/** Turning the phone moves the point down; the card must not move with it, or a click could land on it. */
async function expectToStay(page: Page, card: Locator): Promise<void> {
  const bottomEdge = async (): Promise<number> => {
    const box = await card.boundingBox();
    return Math.round((box?.y ?? NaN) + (box?.height ?? NaN));
  };
  const before = await bottomEdge();
  const viewport = page.getByTestId('phone-viewport');
  const isLandscape = async (): Promise<boolean> => {
    const box = await viewport.boundingBox();
    return (box?.width ?? 0) > (box?.height ?? 0);
  };
  // The button may be under the card.
  await page.getByTestId('button-rotate').dispatchEvent('click');
  await expect.poll(isLandscape).toBe(true);
  await expect(page.getByTestId('preview-point')).toBeVisible();
  expect(await bottomEdge()).toBe(before);
  await page.getByTestId('button-rotate').dispatchEvent('click');
  await expect.poll(isLandscape).toBe(false);
}

/** Records touch marks as they appear: a tap is over before a test could look. */
async function watchMarks(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const seen: (string | null)[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const mark of document.querySelectorAll('[data-testid="touch-mark"]:not([data-seen])')) {
        mark.setAttribute('data-seen', '');
        seen.push(mark.textContent.trim());
      }
    }).observe(document.body, { subtree: true, childList: true });
  });
  return () => page.evaluate('window.seen');
}

test(
  'touch marks show the agent whose call moves them',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const seen = await watchMarks(page);
    // Loaded after the picture; a tap is over before that.
    await expect(page.locator('.marks-of-agents')).toBeAttached();
    const agent = await agents('v1', '/claude');
    const mark = page.getByTestId('touch-mark');
    expect((await agent.call('tap', { x: 20, y: 1200 })).isError).toBe(false);
    await expect.poll(seen).toEqual(['claude']);
    await expect(mark).toHaveCount(0);

    const swipe = { x1: 540, y1: 1800, x2: 540, y2: 600, duration: 50_000 };
    const swiping = agent.call('swipe', swipe);
    const finger = mark.getByTestId('touch-finger');
    await expect(finger).toHaveCSS('opacity', '1');
    const early = (await centerOf(page, finger)).y;
    expect(early).toBeLessThanOrEqual(1801);
    await expect.poll(async () => (await centerOf(page, finger)).y).toBeLessThan(early - 5);
    // The marks are shown in inspect mode too.
    await setScreenMode(page, 'inspect');
    await expect(finger).toBeVisible();
    await page.getByTestId('stop').click();
    expect((await swiping).isError).toBe(true);
    await expect(mark).toHaveCount(0);
  },
);

test.describe('without live video', { tag: '@more' }, () => {
  test.use({ demo: { activity: settings, faults: 'no-scrcpy' } });

  test('touch marks and previews are shown too', async ({ console: page, agents }) => {
    const seen = await watchMarks(page);
    await expect(page.locator('.marks-of-agents')).toBeAttached();
    const agent = await agents('v1', '/claude');
    expect((await agent.call('tap', { x: 20, y: 1200 })).isError).toBe(false);
    await expect.poll(seen).toEqual(['claude']);
    const questionCard = await askBeforeActing(page);
    const tapping = agent.call('tap', { x: 300, y: 900 });
    await expectMarkAt(page, page.getByTestId('preview-point'), { x: 300.5, y: 900.5 });
    await refuseQuestion(questionCard, tapping);
  });
});
