/** Runs of steps that fail: what the list says, and what it offers. */
import { waitForBridge } from './console-page.ts';
import { expect, test } from './fixtures.ts';
import { message, press, pressRecordSteps, steps } from './steps-page.ts';

test.use({ demo: { activity: 'com.android.calculator2/.Calculator' } });

test(
  'an expectation that does not come true ends the run',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    const agent = await agents('v1', '/reader');
    await waitForBridge(page);
    await agent.call('wait_for_element', { selector: '@digit_5', timeout: 300 });
    await agent.call('wait_for_element', { selector: ':text("Nowhere")', timeout: 300 });
    await page.getByRole('tab', { name: /^Timeline/ }).click();
    await page.getByTestId('open-steps').click();
    await expect(steps(page)).toHaveCount(2);
    await expect(steps(page).nth(1)).toContainText('Failed when it was recorded');
    // A list that is only made of calls comes back, too.
    await page.getByTestId('more-steps').click();
    await page.getByRole('button', { name: 'Delete all steps' }).click();
    await expect(steps(page)).toHaveCount(0);
    await page.getByTestId('undo-steps').click();
    await expect(steps(page)).toHaveCount(2);
    await page.getByTestId('run-steps').click();
    await expect(message(page)).toHaveText('Step done.');
    await steps(page).nth(1).getByRole('checkbox').check();
    await page.getByTestId('run-steps').click();
    await expect(page.getByTestId('stopped-at')).toHaveText('Stopped at step 2: Wait for element');
    const status = page.getByRole('status').filter({ hasText: 'Stopped at step 2' });
    await expect(status).toHaveCount(1);
    await expect(steps(page).first()).toContainText(/@digit_5 appeared after [\d.]+ m?s/);
    await expect(steps(page).nth(1)).toContainText(
      /:text\("Nowhere"\) didn’t appear within \d+ ms/,
    );
  },
);

test.describe('a recording', { tag: '@more' }, () => {
  test.use({ live: 'on' });

  test('checks the whole text of an element first, which another value fails', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1', '/reader');
    await waitForBridge(page);
    await pressRecordSteps(page);
    for (const digit of ['digit_5', 'digit_6']) await press(page, agent, `:id/${digit}`);
    await page.getByTestId('add-check').click();
    const layer = await page.getByTestId('pick-layer').boundingBox();
    if (layer === null) throw new Error('There is nothing to pick from.');
    await page.mouse.click(layer.x + 0.85 * layer.width, layer.y + 0.25 * layer.height);
    const choices = page.getByTestId('expect-choice');
    await expect(choices.first()).toHaveText('@formula shows “56”');
    await expect(choices.last()).toHaveText('Element @formula is gone');
    await choices.first().click();
    await page.getByTestId('record-steps').click();
    await page.getByTestId('run-steps').click();
    await expect(message(page)).toHaveText('All 3 steps done.', { timeout: 30_000 });
    // 556 contains 56.
    await page.getByTestId('step-title').first().click();
    await page.getByTestId('duplicate-step').click();
    await page.getByTestId('run-steps').click();
    await expect(page.getByTestId('stopped-at')).toHaveText(/^Stopped at step 4: /);
  });

  test.describe('on an upright phone', () => {
    test.use({ demo: { activity: 'com.handset.notes/.MainActivity' } });

    test('offers to rotate one that is turned, and shows both screens', async ({
      console: page,
      agents,
    }) => {
      await waitForBridge(page);
      await pressRecordSteps(page);
      await press(page, await agents('v1', '/reader'), 'fab_new_note');
      await page.getByTestId('record-steps').click();
      // Once its screen is recorded, with which the phone is compared.
      await page.getByTestId('steps-back').click();
      await page.getByTestId('calls').getByRole('option').first().click();
      await expect(page.getByTestId('compare').getByRole('img', { name: 'After' })).toBeVisible();
      await page.getByTestId('open-steps').click();
      const rotate = page.getByTestId('rotate-for-steps');
      await expect(page.getByTestId('run-steps')).toBeEnabled();
      await expect(rotate).toHaveCount(0);
      await page.getByTestId('more-buttons').click();
      await page.getByTestId('button-rotate').click();
      await expect(rotate).toBeVisible();
      await page.getByTestId('run-steps').click();
      // It shows the same, only turned.
      await expect(message(page)).toHaveText('Step done.');
      await page.getByTestId('step-title').click();
      const screens = page.getByTestId('step-screens');
      await expect(screens.getByRole('figure')).toHaveCount(2);
      await rotate.click();
      await expect(rotate).toHaveCount(0);
      await screens.getByRole('button', { name: 'Recorded', exact: true }).click();
      await expect(page.getByTestId('step-screens-dialog').getByRole('figure')).toHaveCount(2);
      await page.keyboard.press('Escape');
    });
  });
});

test.describe('a step of an agent that names two elements', { tag: '@more' }, () => {
  test.use({ live: 'on' });

  test('or a description instead of a text offers the element with that description', async ({
    console: page,
    agents,
  }) => {
    await waitForBridge(page);
    const agent = await agents('v1', '/claude');
    await agent.call('press_home');
    await agent.call('click_element', { selector: ':text("Voice search")' });
    await page.getByRole('tab', { name: /^Timeline/ }).click();
    await page.getByTestId('open-steps').click();
    await steps(page).nth(1).getByRole('checkbox').check();
    await page.getByTestId('run-steps').click();
    await expect(steps(page).nth(1)).toHaveText(
      /Expected :text\("Voice search"\), which isn’t on the screen\.\s*Use @mic_icon.*Choose an element/s,
    );
  });

  test('offers the one where the agent touched', async ({ console: page, agents }) => {
    await waitForBridge(page);
    const agent = await agents('v1', '/claude');
    expect((await agent.call('click_element', { selector: ':text("7")' })).isError).toBe(false);
    await page.getByRole('tab', { name: /^Timeline/ }).click();
    await page.getByTestId('open-steps').click();
    await page.getByTestId('step-title').click();
    // By the second time the display says 7, too, above the key.
    await page.getByTestId('duplicate-step').click();
    await page.getByTestId('run-steps').click();
    const offered = page.getByTestId('use-selector');
    await expect(offered).toHaveText('Use @digit_7');
    await offered.click();
    await expect(page.getByTestId('step-title').last()).toHaveText(/@digit_7$/);
  });
});

test.describe('a start that fails', { tag: '@more' }, () => {
  test.use({ live: 'on', demo: { activity: 'com.handset.notes/.MainActivity' } });

  test('ends the run, and can be left out', async ({ console: page, agents }) => {
    await waitForBridge(page);
    await pressRecordSteps(page);
    await press(page, await agents('v1', '/reader'), 'Groceries');
    await page.getByTestId('record-steps').click();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByTestId('palette-input').fill('uninstall notes');
    await expect(page.getByTestId('command').first()).toContainText('Notes…');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('field-package_id')).toHaveValue('com.handset.notes');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByTestId('history-call')).toHaveCount(1);
    await page.getByRole('tab', { name: /^Timeline/ }).click();

    const start = page.getByTestId('start-step');
    const stoppedAt = page.getByTestId('stopped-at');
    await page.getByTestId('run-steps').click();
    await expect(stoppedAt).toHaveText(/^Stopped at the start: Open/);
    await expect(start).toHaveAttribute('data-state', 'failed');
    await page.getByTestId('run-without-start').click();
    await expect(stoppedAt).toHaveText(/^Stopped at step 1: /, { timeout: 30_000 });
  });
});
