/** Steps of a file: edited and run, moved by dragging, deleted and brought back. */
import type { Page } from '@playwright/test';
import { axeViolationsInBothThemes } from './axe.ts';
import { waitForBridge } from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';
import { message, press, pressRecordSteps, steps } from './steps-page.ts';

const calculator = 'com.android.calculator2/.Calculator';
test.use({ demo: { activity: calculator } });

const digits = async (page: Page): Promise<string> =>
  (await page.getByTestId('step-title').allTextContents())
    .map((text) => /digit_(\d)/.exec(text)?.[1] ?? text)
    .join('');

async function openFile(page: Page, list: readonly object[]): Promise<void> {
  const file = { name: 'steps.json', mimeType: 'application/json' };
  const buffer = Buffer.from(JSON.stringify(list));
  await page.getByTestId('steps-file').setInputFiles({ ...file, buffer });
}

/** Opens a file with a press of each of these digits. */
async function openDigits(page: Page, pressed: string): Promise<void> {
  await waitForBridge(page);
  await page.getByRole('tab', { name: /^Timeline/ }).click();
  const open = page.getByTestId('open-steps');
  const back = page.getByTestId('steps-back');
  await expect(open.or(back).filter({ visible: true })).toHaveCount(1);
  if (await open.isVisible()) await open.click();
  const stepOf = (digit: string): object => ({
    tool: 'click_element',
    arguments: { selector: `@digit_${digit}` },
  });
  await openFile(page, [...pressed].map(stepOf));
  await expect.poll(() => digits(page)).toBe(pressed);
}

test.describe('a file that is opened', () => {
  shareConsole({ activity: calculator, live: 'off' });
  test('steps are added by hand, and repeated', async ({ console: page }) => {
    await openDigits(page, '1');
    await page.getByTestId('add-step').click();
    const search = page.getByTestId('steps-view').getByTestId('search-tools');
    await expect(search).toBeFocused();
    await search.fill('tap element');
    await search.press('Enter');
    await expect(page.getByTestId('step-tool')).toHaveValue('click_element');
    await page.getByTestId('save-step').click();
    await expect(page.getByTestId('problem-selector')).toHaveText('Enter a selector');
    await page.getByTestId('field-selector').fill('@digit_2');
    await page.getByTestId('save-step').click();
    await expect(steps(page)).toHaveCount(2);
    expect(await digits(page)).toBe('12');
    await page.getByTestId('duplicate-step').click();
    expect(await digits(page)).toBe('122');
    // Nothing is added where the form is left.
    await page.getByTestId('add-step').click();
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('add-step')).toBeFocused();
    await expect(steps(page)).toHaveCount(3);
  });

  test(
    'a step that is being edited runs as it is shown, or nothing runs',
    { tag: '@more' },
    async ({ console: page, agents }) => {
      const agent = await agents('v1', '/reader');
      const tree = async (): Promise<string> => (await agent.call('get_screen_tree')).text;
      await openDigits(page, '17');
      const selector = page.getByTestId('field-selector');
      await page.getByTestId('edit-step').first().click();
      await selector.fill('@(');
      const refused = 'Step 1 (Tap element) is being edited and isn’t valid yet.';
      for (const button of ['run-steps', 'export-steps', 'steps-back']) {
        await page.getByTestId(button).click();
        await expect(message(page)).toContainText(refused);
        await expect(selector).toBeFocused();
        await expect(selector).toHaveAttribute('aria-invalid', 'true');
      }
      await expect(page.getByTestId('export-steps-dialog')).toHaveCount(0);
      await expect(steps(page).first()).toHaveAttribute('data-state', 'pending');
      expect(await axeViolationsInBothThemes(page)).toEqual([]);

      await selector.fill('@digit_9');
      await expect(message(page)).not.toContainText(refused);
      await page.getByTestId('run-steps').click();
      await expect(message(page)).toHaveText('All 2 steps done.', { timeout: 30_000 });
      expect(await digits(page)).toBe('97');
      expect(await tree()).toContain('"97"');

      await test.step('what the tool answered is folded away', async () => {
        await expect(steps(page).first()).toContainText(/\d+ ms|\d\.\d s/);
        await expect(steps(page).last()).not.toContainText('Click performed');
        await expect(page.getByTestId('step-response')).toBeHidden();
        await steps(page).first().getByText('Result').click();
        await expect(page.getByText('Click performed on')).toBeVisible();
      });

      await test.step('the form of another step saves the first', async () => {
        await page.getByTestId('edit-step').first().click();
        await selector.fill('@digit_5');
        await page.getByTestId('edit-step').last().click();
        await expect(page.getByTestId('step-editor')).toHaveCount(1);
        await expect(selector).toHaveValue('@digit_7');
        // What only agents need is not in the form.
        for (const name of ['element_id', 'observe'])
          await expect(page.getByTestId(`field-${name}`)).toHaveCount(0);
        expect(await digits(page)).toBe('57');
      });

      await test.step('an element is chosen in place of a selector that fits none, and of a place', async () => {
        await page.getByTestId('field-selector').fill('@digit_77');
        await page.getByTestId('save-step').click();
        await page.getByTestId('run-steps').click();
        await expect(page.getByTestId('stopped-at')).toBeVisible({ timeout: 30_000 });
        const row = steps(page).last();
        await page.getByRole('button', { name: 'Use @digit_7', exact: true }).click();
        expect(await digits(page)).toBe('57');
        // Nothing of the run is left in the row that was mended.
        await expect(row).toHaveAttribute('data-state', 'pending');
        for (const id of ['step-difference', 'step-result', 'step-response'])
          await expect(row.getByTestId(id)).toHaveCount(0);

        await openFile(page, [{ tool: 'tap', arguments: { x: 540, y: 300 } }]);
        // The file replaces the two steps that were there.
        await expect(steps(page)).toHaveText([/Uses a fixed point/]);
        await page.getByTestId('step-title').click();
        await page.getByTestId('choose-element').click();
        const layer = await page.getByTestId('pick-layer').boundingBox();
        if (layer === null) throw new Error('There is nothing to pick from.');
        const x = (412 / 1080) * layer.width;
        const y = (1336 / 2400) * layer.height;
        await page.mouse.click(layer.x + x, layer.y + y);
        await expect(steps(page)).toContainText(/Tap element.*@digit_8/s);
        await expect(steps(page)).not.toContainText('Uses a fixed point');
      });
    },
  );

  test('steps are dragged to another place, and a deletion is undone by the keyboard', async ({
    console: page,
  }) => {
    await openDigits(page, '123');
    const handle = page.getByTestId('step-handle');
    /** Drags the first step over this one; releases it with `end`. */
    async function drag(over: number, end: () => Promise<void>): Promise<void> {
      const from = await handle.first().boundingBox();
      const to = await handle.nth(over).boundingBox();
      if (from === null || to === null) throw new Error('The steps are not there to be dragged.');
      await page.mouse.move(from.x + 4, from.y + 4);
      await page.mouse.down();
      await page.mouse.move(to.x + 4, to.y + 6, { steps: 4 });
      await expect(steps(page).nth(over)).toHaveAttribute('data-drop', 'after');
      await end();
      await expect(steps(page).nth(over)).not.toHaveAttribute('data-drop');
    }
    await page.getByTestId('step-title').nth(1).focus();
    await drag(2, async () => {
      await page.keyboard.press('Escape');
      await page.mouse.up();
    });
    expect(await digits(page)).toBe('123');
    await drag(2, () => page.mouse.up());
    expect(await digits(page)).toBe('231');
    await expect(page.getByText('Moved to step 3 of 3.')).toBeAttached();
    await expect(page.getByTestId('step-title').first()).toBeFocused();

    await page.getByTestId('step-title').last().press('Delete');
    expect(await digits(page)).toBe('23');
    await expect(page.getByTestId('undo-steps')).toHaveAttribute('aria-keyshortcuts', 'Control+Z');
    // In a field the keys undo what was typed there.
    await page.getByTestId('edit-step').first().click();
    await page.getByTestId('field-selector').press('Control+z');
    expect(await digits(page)).toBe('23');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    expect(await digits(page)).toBe('231');
    await expect(page.getByText('Undone: delete step 3.')).toBeAttached();
    // Once: what was changed before stays.
    await expect(page.getByTestId('undo-steps')).toBeDisabled();
    await page.keyboard.press('Control+z');
    expect(await digits(page)).toBe('231');
  });

  test('what is recorded goes after the open step, in order', async ({ console: page }) => {
    await openDigits(page, '13');
    await page.getByTestId('step-title').first().click();
    await page.getByTestId('record-steps').click();
    await page.getByTestId('button-back').click();
    await expect(steps(page)).toHaveCount(3);
    await page.getByTestId('button-home').click();
    await expect(steps(page)).toHaveText([/digit_1/, /Back/, /Home/, /digit_3/]);
    // A deletion is undone while recording, too; what is recorded then goes behind the step.
    await steps(page).nth(2).getByTestId('delete-step').click();
    await expect(steps(page)).toHaveText([/digit_1/, /Back/, /digit_3/]);
    await page.getByTestId('undo-steps').click();
    await page.getByTestId('button-back').click();
    await expect(steps(page)).toHaveText([/digit_1/, /Back/, /Home/, /Back/, /digit_3/]);
    await page.getByTestId('record-steps').click();
  });

  test('a step whose element is not on the screen says so', async ({ console: page, agents }) => {
    await openDigits(page, '7');
    await page.getByTestId('delete-step').click();
    await page.getByTestId('undo-steps').click();
    await (await agents('v1', '/reader')).call('press_home');
    await page.getByTestId('run-steps').click();
    await expect(page.getByTestId('stopped-at')).toBeVisible();
    await expect(page.getByTestId('step-result')).toHaveText(
      /^Expected @digit_7, but the screen \(com\.android\.launcher3\) shows “.*”\.$/,
    );
    // Screen readers hear it, and nothing of what was undone before.
    const announced = page.getByRole('status').filter({ hasText: 'Expected @digit_7' });
    await expect(announced).toHaveText(/^Stopped at step 1: Tap element\. Expected/);
    await expect(page.getByTestId('step-title')).toHaveAccessibleDescription(/^Expected @digit_7/);
    await expect(page.getByText('Undone')).toHaveCount(0);
  });
});

test(
  'two clicks at one place delete two steps that follow each other',
  { tag: '@more' },
  async ({ console: page }) => {
    await openDigits(page, '123456');
    const topOfList = async () => (await page.getByTestId('steps-list').boundingBox())?.y;
    const top = await topOfList();
    // With nothing to say, the line below the list takes no room.
    const line = page.locator('.status:has(> [data-testid=steps-message])');
    expect((await line.boundingBox())?.height).toBe(0);
    await page.getByTestId('step-title').nth(1).click();
    await steps(page).nth(2).getByTestId('delete-step').hover();
    for (const left of ['12456', '1256']) {
      await page.mouse.down();
      await page.mouse.up();
      await expect.poll(() => digits(page)).toBe(left);
    }
    await expect(page.getByTestId('step-title').nth(2)).toBeFocused();
    await expect(page.getByTestId('step-title').nth(2)).toHaveAttribute('aria-expanded', 'false');
    // What is said of a run neither covers a button nor moves the list.
    await page.getByTestId('add-step').click({ trial: true });
    await page.getByTestId('record-steps').click();
    await expect(message(page)).toContainText('Recording.');
    expect(await topOfList()).toBe(top);
    await page.getByTestId('record-steps').click();
    await page.getByTestId('run-steps').click();
    await expect(message(page)).toHaveText('All 4 steps done.', { timeout: 30_000 });
    expect(await topOfList()).toBe(top);
    await page.getByTestId('add-step').click({ trial: true });
  },
);

test(
  'steps are recorded in order, after those that are there, and never into a list that is being run',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    const agent = await agents('v1', '/reader');
    await waitForBridge(page);
    await pressRecordSteps(page);
    await expect(message(page)).toContainText('Recording.');
    await press(page, agent, ':id/digit_7');
    // The text is still open when the expectation is picked.
    await page.keyboard.type('5');
    await page.getByTestId('add-check').click();
    await page.getByTestId('pick-layer').click({ position: { x: 60, y: 300 } });
    await page.getByTestId('expect-choice').first().click();
    await expect(steps(page)).toHaveText([/Tap “7”/, /Type text/, /Wait for element/]);
    // Choices do not outlast the recording.
    await page.getByTestId('add-check').click();
    await page.getByTestId('pick-layer').click({ position: { x: 60, y: 300 } });
    await expect(page.getByTestId('expect-choice')).not.toHaveCount(0);
    await pressRecordSteps(page);
    await expect(page.getByTestId('expect-choice')).toHaveCount(0);

    const args = { by: 'text', value: 'Nowhere', timeout: 30_000 };
    await openFile(page, [{ tool: 'wait_for_element', arguments: args }]);
    await page.getByTestId('run-steps').click();
    await expect(steps(page).first()).toHaveAttribute('data-state', 'running');
    await pressRecordSteps(page);
    await expect(message(page)).toContainText('Recording.');
    await expect(page.getByTestId('stop-steps')).toHaveCount(0);
    await press(page, agent, ':id/digit_8');
    // The list stays.
    await expect(steps(page)).toHaveText([/Wait for element/, /@digit_8/]);
    await pressRecordSteps(page);

    await page.getByTestId('more-steps').click();
    const deleteAll = page.getByRole('button', { name: 'Delete all steps' });
    await deleteAll.click();
    await expect(steps(page)).toHaveCount(0);
    await page.getByTestId('undo-steps').click();
    await expect(steps(page)).toHaveText([/Wait for element/, /@digit_8/]);
    await page.getByTestId('more-steps').click();
    await deleteAll.click();
    await pressRecordSteps(page);
    await press(page, agent, ':id/digit_9');
    await pressRecordSteps(page);
    await expect(steps(page)).toHaveText([/@digit_9/]);
  },
);
