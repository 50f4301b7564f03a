/** "Watch an agent use it": the scripted agent on the phone that the console shows. */
import { axeViolations, horizontalOverflowPx } from './axe.ts';
import { expect, test } from './fixtures.ts';

/** A goal takes a dozen calls, and a pause after each line. */
const goalTimeout = { timeout: 60_000 };

test(
  'the first page shows an agent at work on the demo phone',
  { tag: '@more' },
  async ({ page, bridge, pageErrors }) => {
    await page.goto(bridge.url);
    // The demo phone allows the connection itself.
    const asked = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const look = (): void => {
            if (document.body.innerText.includes('Tap Allow')) resolve(true);
            else if (document.querySelector('[data-testid=scripted-agent]')) resolve(false);
          };
          const observed = { subtree: true, childList: true, characterData: true };
          new MutationObserver(look).observe(document.body, observed);
        }),
    );
    await page.getByTestId('watch-agent').click();
    expect(await asked).toBe(false);
    const card = page.getByTestId('scripted-agent');
    const steps = card.getByTestId('steps').getByRole('listitem');
    await expect(card).toBeFocused();
    await expect(steps.first()).toHaveText('Turn on dark theme');
    await expect(page.getByTestId('agent-state')).toContainText('scripted-agent');
    await expect(steps.last()).toHaveText('Dark theme is on.', goalTimeout);
    // The list is scrolled to its end, and cuts no row in half.
    await expect(card.getByTestId('agent-stop')).toHaveCount(0);
    const cutRows = (): Promise<number> =>
      card.getByTestId('steps').evaluate((list) => {
        const { top } = list.getBoundingClientRect();
        const rows = [...list.children].map((row) => row.getBoundingClientRect());
        return rows.filter((row) => row.top < top - 1 && row.bottom > top + 1).length;
      });
    await expect.poll(cutRows).toBe(0);
    await expect(steps.last()).toBeInViewport({ ratio: 1 });

    // Its calls are an agent's: in the timeline, under its name.
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(
      page.getByTestId('call').filter({ hasText: 'scripted-agent' }).first(),
    ).toBeVisible();
    expect(
      await axeViolations(page, (axe) => axe.include('[data-testid="scripted-agent"]')),
    ).toEqual([]);

    await card.getByRole('button', { name: 'Calculate 12 × 7' }).click();
    await expect(steps.filter({ hasText: 'digit_1' })).toBeVisible(goalTimeout);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await horizontalOverflowPx(page)).toBe(0);
    await card.getByTestId('agent-stop').click();
    await expect(steps.last()).toHaveText('Stopped.');
    await expect(card.getByTestId('agent-stop')).toHaveCount(0);
    await card.getByRole('button', { name: 'Close the scripted agent' }).click();
    await expect(card).toHaveCount(0);
    expect(pageErrors).toEqual([]);
  },
);

test('the key that stops everything stops the scripted agent', async ({ console: page }) => {
  await page.getByRole('tab', { name: 'Agents' }).click();
  await page.getByTestId('watch-here').click();
  await expect(page.getByTestId('watch-here')).toHaveCount(0);
  const card = page.getByTestId('scripted-agent');
  const steps = card.getByTestId('steps').getByRole('listitem');
  await expect(steps.filter({ hasText: 'press_home' })).toBeVisible();
  await page.getByTestId('stop').click();
  await expect(card.getByTestId('agent-stop')).toHaveCount(0);
  await expect(steps.filter({ hasText: 'Dark theme is on.' })).toHaveCount(0);
  // Agents are paused now, and so is this one.
  await card.getByRole('button', { name: 'Tell me what is on the screen' }).click();
  await expect(steps.last()).toHaveText(/paused/i);

  // On a narrow page both are fixed at the bottom, and a command's message too.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByTestId('palette').getByRole('combobox').fill('save screenshot');
  await page.keyboard.press('Enter');
  const boxes = await Promise.all(
    [page.getByTestId('command-status'), card, page.getByTestId('stop-note')].map((each) =>
      each.boundingBox(),
    ),
  );
  const [message, agentCard, note] = boxes.map((box) => box ?? { y: NaN, height: NaN });
  expect((agentCard?.y ?? NaN) + (agentCard?.height ?? NaN)).toBeLessThanOrEqual(note?.y ?? NaN);
  expect((message?.y ?? NaN) + (message?.height ?? NaN)).toBeLessThanOrEqual(note?.y ?? NaN);

  // It can be watched again, also now that an agent is listed.
  await card.getByRole('button', { name: 'Close the scripted agent' }).click();
  await expect(page.getByTestId('watch-here')).toBeVisible();
});
