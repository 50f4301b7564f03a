/** What a person does on the phone, recorded as steps: edited, run, and exported as what runs. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parseAllDocuments } from 'yaml';
import type { Agent } from './agents.ts';
import { axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import { waitForBridge } from './console-page.ts';
import { expect, test } from './fixtures.ts';
import { message, press, pressRecordSteps, steps } from './steps-page.ts';

test.use({ live: 'on' });

const password = 'hunter2 & co';

/** Types on the phone, and waits until that is a step. */
async function type(page: Page, text: string): Promise<void> {
  const count = await steps(page).count();
  // From mouse to keyboard. A text that comes before the field is known is masked.
  await page.waitForTimeout(1_000);
  await page.keyboard.type(text);
  await expect(steps(page)).toHaveCount(count + 1);
}

/** Presses a button of the phone, and waits until that is a step. */
async function pressButton(page: Page, name: string): Promise<void> {
  const count = await steps(page).count();
  await page.getByTestId(`button-${name}`).click();
  await expect(steps(page)).toHaveCount(count + 1);
}

/** Swipes over the middle of the screen, and waits until that is a step. */
async function swipeUp(page: Page): Promise<void> {
  const count = await steps(page).count();
  const box = await page.getByTestId('touch-layer').boundingBox();
  if (box === null) throw new Error('The screen is not there to be touched.');
  const session = await page.context().newCDPSession(page);
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', share: number) =>
    session.send('Input.dispatchMouseEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + share * box.height,
      button: 'left',
      buttons: 1,
      clickCount: 1,
    });
  // Together: a finger that rests for half a second before it moves drags, and on a busy computer one call can take that long.
  await Promise.all([mouse('mousePressed', 0.7), mouse('mouseMoved', 0.66)]);
  for (const share of [0.62, 0.58, 0.54, 0.5]) await mouse('mouseMoved', share);
  await mouse('mouseReleased', 0.5);
  await session.detach();
  await expect(steps(page)).toHaveCount(count + 1);
}

/** Records eleven steps: a note is written and looked for, and a password typed. */
async function recordNote(page: Page, agent: Agent): Promise<void> {
  await waitForBridge(page);
  await pressRecordSteps(page);
  await expect(message(page)).toContainText('Recording.');
  await press(page, agent, '\tNotes\t');
  await press(page, agent, 'fab_new_note');
  await press(page, agent, 'edit_title');
  await type(page, 'Milk and bread');
  await press(page, agent, 'action_save');
  await swipeUp(page);
  await test.step('an element is picked to be expected', async () => {
    await expect.poll(async () => (await agent.call('get_screen_state')).text).toContain('fab_new');
    await page.getByTestId('add-check').click();
    const layer = await page.getByTestId('pick-layer').boundingBox();
    if (layer === null) throw new Error('There is nothing to pick from.');
    await page.mouse.click(layer.x + layer.width / 2, layer.y + (247 / 2400) * layer.height);
    await page.getByRole('button', { name: '@toolbar_title shows “Notes”' }).click();
  });
  await press(page, agent, 'action_account');
  await press(page, agent, ':id/password');
  await type(page, password);
  await pressButton(page, 'back');
  await page.getByTestId('record-steps').click();
  await expect(message(page)).not.toContainText('Recording.');
}

async function save(page: Page, format: string): Promise<string> {
  const dialog = page.getByTestId('export-steps-dialog');
  await dialog.getByText(format, { exact: true }).click();
  const downloading = page.waitForEvent('download');
  await dialog.getByTestId('save-steps').click();
  const download = await downloading;
  const path = test.info().outputPath(download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

test(
  'a recording by hand runs again, and is written for Maestro',
  { tag: '@more' },
  async ({ console: page, agents, pageErrors }) => {
    test.slow();
    const agent = await agents('v1', '/reader');
    await recordNote(page, agent);
    await expect(steps(page)).toHaveText([
      /Open “Notes”.*com\.handset\.notes/s,
      /Tap “New note”.*@fab_new_note/s,
      /Tap .*@edit_title/s,
      /Type.*“Milk and bread” in @edit_title/s,
      /Tap .*@action_save/s,
      /Swipe/,
      /Wait for element.*@toolbar_title.*Notes/s,
      /Tap .*@action_account/s,
      /Tap .*@password/s,
      /Type.*“•••”/s,
      /Press Back/,
    ]);

    await test.step('each step is a call of the timeline with its pictures, without the password', async () => {
      await page.getByTestId('steps-back').click();
      const calls = page.getByTestId('calls').getByRole('option').filter({ hasText: 'You' });
      await expect(calls.filter({ hasText: 'Tap element' })).toHaveCount(5);
      // No input follows the last step, so a video that lags has time to show the screen after it.
      await calls.filter({ hasText: 'Press Back' }).click();
      await expect(page.getByTestId('compare').getByRole('img', { name: 'After' })).toBeVisible();
      await expect(page.getByTestId('calls')).not.toContainText('hunter2');
      await page.getByTestId('open-steps').click();
      await expect(steps(page)).toHaveCount(11);
    });

    await page.getByTestId('export-steps').click();
    const flow = await save(page, 'Maestro');
    await expect(page.getByTestId('step-variables')).toContainText('HANDSET_TEXT_1');
    const json = await save(page, 'JSON');
    expect(await axeViolationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await test.step('the flow is valid YAML', async () => {
      const text = await readFile(flow, 'utf8');
      expect(text).not.toContain('hunter2');
      const documents = parseAllDocuments(text);
      const [head, commands] = Array.isArray(documents) ? documents : [];
      expect(head?.toJS()).toEqual({ appId: 'com.handset.notes' });
      expect(commands?.toJS()).toEqual([
        { launchApp: { appId: 'com.handset.notes', stopApp: true } },
        { tapOn: { id: 'fab_new_note' } },
        { tapOn: { id: 'edit_title' } },
        { inputText: 'Milk and bread' },
        { tapOn: { id: 'action_save' } },
        {
          swipe: {
            start: expect.stringMatching(/^5[34]\d,16[78]\d$/),
            end: expect.stringMatching(/^5[34]\d,(?:1199|120\d)$/),
            duration: expect.any(Number),
          },
        },
        { extendedWaitUntil: { visible: { id: 'toolbar_title', text: 'Notes' }, timeout: 5000 } },
        { tapOn: { id: 'action_account' } },
        { tapOn: { id: 'password' } },
        { inputText: '${HANDSET_TEXT_1}' },
        'back',
      ]);
    });

    await test.step('a run starts from the list and from the file, and asks for the password', async () => {
      await expect(page.getByTestId('run-steps')).toBeDisabled();
      await page.getByTestId('masked-text').fill(password);
      await page.getByTestId('run-steps').click();
      await expect(message(page)).toHaveText(/^All 11 steps done/, { timeout: 60_000 });
      await page.getByTestId('steps-file').setInputFiles(json);
      await expect(page.getByTestId('run-steps')).toBeDisabled();
      await page.getByTestId('masked-text').fill(password);
      await page.getByTestId('run-steps').click();
      await expect(message(page)).toHaveText(/^All 11 steps done/, { timeout: 60_000 });
    });
    expect(pageErrors).toEqual([]);
  },
);

test(
  'Tab goes from field to field of a login, is recorded, and leaves the phone with Shift',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    const agent = await agents('v1', '/reader');
    await waitForBridge(page);
    await agent.call('open_app', { package_id: 'com.handset.notes' });
    await pressRecordSteps(page);
    await expect(message(page)).toContainText('Recording.');
    await expect(page.getByTestId('recording-dot')).toBeVisible();
    await press(page, agent, 'action_account');
    await press(page, agent, ':id/email');
    await type(page, 'me@example.org');
    await page.keyboard.press('Tab');
    await expect(steps(page)).toHaveCount(4);
    await type(page, password);
    await expect(page.getByTestId('phone-keys')).toBeFocused();
    await expect(steps(page).nth(2)).toContainText('me@example.org');
    await expect(steps(page).nth(3)).toContainText('Tab');
    await expect(steps(page).nth(4)).toContainText(/•••.*@password/);
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByTestId('phone-keys')).not.toBeFocused();
    // Who only passes by goes on.
    await page.keyboard.press('Tab');
    await expect(page.getByTestId('phone-keys')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByTestId('phone-keys')).not.toBeFocused();
    await pressRecordSteps(page);
    await expect(page.getByTestId('user-input-note')).toHaveText('Recording stopped: 5 steps');
  },
);

test(
  'what a step made disappear can be expected to be gone',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    const agent = await agents('v1', '/reader');
    await waitForBridge(page);
    await pressRecordSteps(page);
    await expect(message(page)).toContainText('Recording.');
    for (const text of ['\tNotes\t', 'Groceries', 'action_delete', '\tCancel\t'])
      await press(page, agent, text);
    await page.getByTestId('add-check').click();
    // One sentence says what to do now.
    await expect(message(page)).toHaveText('');
    await page.getByRole('button', { name: 'Text “Delete note?” is gone' }).click();
    await page.getByTestId('add-check').click();
    await page.getByTestId('gone-text').fill('Not on any screen');
    await page.getByTestId('gone-text').press('Enter');
    await expect(page.getByTestId('pick-layer')).toHaveCount(0);
    await page.getByTestId('record-steps').click();

    await page.getByTestId('export-steps').click();
    const flow = await readFile(await save(page, 'Maestro'), 'utf8');
    expect(flow).toMatch(/notVisible:\s+text: '\.\*Delete note/);
    expect(flow).toContain('---\n- launchApp:\n');
    const json: unknown = JSON.parse(await readFile(await save(page, 'JSON'), 'utf8'));
    expect(json).toHaveLength(6);
    expect(json).toHaveProperty('0.arguments.fresh', true);
    await page.keyboard.press('Escape');
    // A run begins where the recording did, wherever the phone is.
    await agent.call('open_app', { package_id: 'com.android.calculator2' });
    await page.getByTestId('run-steps').click();
    await expect(message(page)).toHaveText('All 6 steps done.', { timeout: 60_000 });
    await expect(steps(page).nth(4)).toContainText(/“Delete note\?” disappeared after [\d.]+ m?s/);
    // Without the step that closes the dialog it stays.
    await steps(page).nth(3).getByRole('checkbox').uncheck();
    await page.getByTestId('run-steps').click();
    await expect(page.getByTestId('stopped-at')).toHaveText('Stopped at step 5: Wait for element');
    await expect(steps(page).nth(4)).toContainText(
      /“Delete note\?” didn’t disappear within \d\.\d s/,
    );
  },
);

test.describe('steps', { tag: '@more' }, () => {
  test.use({ demo: { activity: 'com.android.calculator2/.Calculator' } });

  test('are moved, edited, deleted and run one by one; a screen that differs is shown', async ({
    console: page,
    agents,
    pageErrors,
  }) => {
    const agent = await agents('v1', '/reader');
    await waitForBridge(page);
    await expect(page.getByTestId('live-line')).toHaveAttribute('data-state', 'video');
    await pressRecordSteps(page);
    await expect(message(page)).toContainText('Recording.');
    // What an agent does meanwhile is a step, too; what it reads is none.
    await agent.call('click_element', { selector: '@digit_1' });
    await press(page, agent, ':id/digit_7');
    await press(page, agent, ':id/digit_8');
    await pressRecordSteps(page);
    const titles = page.getByTestId('step-title');
    const texts = async (): Promise<readonly string[]> =>
      (await titles.allTextContents()).map((text) => /digit_\d/.exec(text)?.[0] ?? text);
    expect(await texts()).toEqual(['digit_1', 'digit_7', 'digit_8']);

    await titles.last().click();
    await titles.last().press('Alt+ArrowUp');
    expect(await texts()).toEqual(['digit_1', 'digit_8', 'digit_7']);
    await expect(titles.nth(1)).toBeFocused();
    await titles.nth(1).press('Alt+ArrowDown');
    expect(await texts()).toEqual(['digit_1', 'digit_7', 'digit_8']);
    await expect(titles.last()).toBeFocused();
    await titles.last().press('Alt+ArrowUp');
    await page.getByTestId('move-down').click();
    expect(await texts()).toEqual(['digit_1', 'digit_7', 'digit_8']);
    await titles.last().press('Delete');
    expect(await texts()).toEqual(['digit_1', 'digit_7']);
    await page.getByTestId('undo-steps').click();
    expect(await texts()).toEqual(['digit_1', 'digit_7', 'digit_8']);

    const all = page.getByTestId('select-steps');
    await steps(page).first().getByRole('checkbox').uncheck();
    await expect(all).toHaveJSProperty('indeterminate', true);
    await expect(page.getByText('2 of 3 selected')).toBeVisible();
    await all.check();
    await expect(page.getByText('All selected')).toBeVisible();
    await all.uncheck();
    await expect(page.getByText('None of 3 selected')).toBeVisible();
    await all.check();

    await steps(page).last().getByTestId('edit-step').click();
    const editor = page.getByTestId('step-editor');
    const selector = editor.getByTestId('field-selector');
    await selector.fill('@(');
    // What else changes the step leaves its form open.
    const chosen = steps(page).last().getByRole('checkbox');
    await chosen.uncheck();
    await expect(selector).toHaveValue('@(');
    await chosen.check();
    await page.getByTestId('save-step').click();
    await expect(selector).toHaveAttribute('aria-invalid', 'true');
    await selector.fill('@digit_9');
    await page.getByTestId('save-step').click();
    await expect(editor).toHaveCount(0);
    expect(await texts()).toEqual(['digit_1', 'digit_7', 'digit_9']);

    const tree = async (): Promise<string> => (await agent.call('get_screen_tree')).text;
    await page.getByTestId('run-step').click();
    await expect(message(page)).toHaveText('Step done.');
    expect(await tree()).toContain('"1789"');
    await titles.nth(1).click();
    await page.getByTestId('run-from').click();
    await expect(message(page)).toHaveText('All 2 steps done.');
    expect(await tree()).toContain('"178979"');
    await test.step('a step that leads elsewhere says where, until it is edited', async () => {
      const row = steps(page).first();
      await row.getByTestId('edit-step').click();
      await page.getByTestId('step-tool').selectOption('press_home');
      await page.getByTestId('save-step').click();
      await row.getByTestId('run-step').click();
      await expect(message(page)).toHaveText('Step done, but 1 screen differs from the recording.');
      await expect(row).toContainText('done, screen differs');
      await expect(row.getByTestId('step-difference')).toHaveText(
        /^Another screen: the home screen, recorded /,
      );
      await row.getByTestId('edit-step').click();
      await page.getByTestId('step-tool').selectOption('press_back');
      await page.getByTestId('save-step').click();
      await expect(row).toHaveAttribute('data-state', 'pending');
      await expect(row.getByTestId('step-difference')).toHaveCount(0);
    });

    await test.step('a run counts its own screens alone', async () => {
      await agent.call('open_app', { package_id: 'com.android.calculator2' });
      await page.getByTestId('add-step').click();
      const search = page.getByTestId('steps-view').getByTestId('search-tools');
      await search.fill('wait_for_idle');
      await search.press('Enter');
      await page.getByTestId('save-step').click();
      await page.getByTestId('run-step').click();
      await expect(message(page)).toHaveText('Step done.');
    });

    await page.setViewportSize({ width: 360, height: 800 });
    expect(await horizontalOverflowPx(page)).toBe(0);
    expect(await axeViolationsInBothThemes(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });
});
