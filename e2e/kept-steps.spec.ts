/** Edited steps that the browser keeps: over reloads, in the session's file, and when nothing can be stored. */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeViolationsInBothThemes } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { expectLiveState } from './live-picture.ts';
import { openSessions, openTimeline, setFull, storedSessions } from './sessions-page.ts';
import { steps } from './steps-page.ts';

const password = 'hunter2-secret';
test.use({ demo: { activity: 'com.handset.notes/com.handset.notes.SignInActivity' } });

async function openSteps(page: Page): Promise<void> {
  await page.getByTestId('open-steps').click();
  await expect(page.getByTestId('steps-view')).toBeVisible();
}

test(
  'a broken file of steps changes nothing, and a full disk loses none',
  { tag: '@more' },
  async ({ console: page }) => {
    await openTimeline(page);
    await openSteps(page);
    const load = async (text: string): Promise<void> => {
      const file = test.info().outputPath('mine.steps.json');
      await writeFile(file, text);
      await page.getByTestId('steps-file').setInputFiles(file);
    };
    await load('[{"tool": "press_home"}, {"tool": "press_back"}]');
    await expect(steps(page)).toHaveCount(2);
    const broken = [
      ['[{"tool"', 'it is not JSON'],
      ['[{"tool": "tap", "arguments": 3}]', 'entry 1 has no tool name'],
      [`[{"tool":"a","arguments":{"a":${'['.repeat(9_999)}${']'.repeat(9_999)}}}]`, 'entry 1'],
      ['{"calls": [{"tool": "get_screen_state", "effect": "read"}]}', 'no actions'],
      [`[${'{"tool": "press_home"},'.repeat(2_000)}{"tool": "a"}]`, 'more than 2,000 steps'],
      [' '.repeat(51 * 1024 * 1024), 'larger than 50 MB'],
    ] as const;
    const problem = page.getByTestId('steps-view').getByRole('alert');
    for (const [text, reason] of broken) {
      await load(text);
      await expect(problem).toContainText('mine.steps.json couldn’t be opened: ');
      await expect(problem).toContainText(reason);
      await expect(steps(page)).toHaveCount(2);
    }
    await setFull(page, true);
    await load('[{"tool": "press_home"}, {"tool": "press_back"}, {"tool": "press_recents"}]');
    await expect(problem).toContainText('The steps couldn’t be saved');
    await expect(steps(page)).toHaveCount(3);
    await setFull(page, false);
    await steps(page)
      .first()
      .getByLabel(/^Step 1/)
      .uncheck();
    await expect(problem).toHaveCount(0);
    await page.reload();
    await openTimeline(page);
    await openSteps(page);
    await expect(steps(page)).toHaveCount(3);
  },
);

test.describe('with live video', { tag: '@more' }, () => {
  test.use({ live: 'on' });

  test('edited steps survive a reload with their screens, and travel with the session’s file', async ({
    console: page,
    agents,
    pageErrors,
  }) => {
    await openTimeline(page);
    await expectLiveState(page, 'video');
    const agent = await agents('v1', '/claude');
    await agent.call('set_text', { selector: '@password', text: password });
    await agent.call('press_home');
    await agent.call('open_app', { package_id: 'com.android.calculator2', fresh: false });
    // The screen after it; there is none before it where the call came at once.
    await expect(page.getByTestId('compare').getByRole('img', { name: 'After' })).toBeVisible();
    await openSteps(page);
    await expect(steps(page)).toHaveText([/Set text/, /Press Home/, /Open app/]);
    await page.getByTestId('step-title').last().click();
    await page.getByTestId('move-up').click();
    await steps(page)
      .first()
      .getByLabel(/^Step 1/)
      .uncheck();
    const edited = [/Set text.*•••/s, /Open app/, /Press Home/];
    await expect(steps(page)).toHaveText(edited);
    await steps(page).last().getByTestId('edit-step').click();
    await page.getByTestId('step-tool').selectOption('tap');
    for (const field of ['x', 'y']) await page.getByTestId(`field-${field}`).fill('1');
    await page.getByTestId('save-step').click();
    edited[2] = /Tap/;
    await expect.poll(() => storedSessions(page, 'steps')).toContain('"tap"');
    const expectEdited = async (): Promise<void> => {
      await expect(steps(page)).toHaveText(edited);
      await expect(steps(page).first().getByLabel(/^Step/)).not.toBeChecked();
      await expect(steps(page).last().getByLabel(/^Step/)).toBeChecked();
    };
    await page.reload();
    await openTimeline(page);
    await openSteps(page);
    await expectEdited();
    expect(await storedSessions(page)).not.toContain(password);
    await test.step('a screen of which only a picture is kept is compared by its pixels', async () => {
      await expectLiveState(page, 'video');
      await steps(page).nth(1).getByTestId('edit-step').click();
      await page.getByTestId('field-package_id').fill('com.handset.notes');
      await page.getByTestId('save-step').click();
      await expect(async () => {
        await page.getByTestId('run-step').click();
        await page.getByTestId('step-difference').getByText('differs').waitFor({ timeout: 5_000 });
      }).toPass();
    });

    await page.getByTestId('steps-back').click();
    await page.getByTestId('open-export').click();
    await page.getByTestId('export-dialog').getByText('JSON', { exact: true }).click();
    const downloading = page.waitForEvent('download');
    await page.getByTestId('export-save').click();
    const file = test.info().outputPath('edited.json');
    await (await downloading).saveAs(file);
    await page.keyboard.press('Escape');
    const dialog = await openSessions(page);
    await expect(dialog.getByTestId('session')).toContainText('3 edited steps');
    await dialog.getByTestId('session-file').setInputFiles(file);
    await expect(page.getByTestId('opened-session')).toContainText('edited');
    await openSteps(page);
    await expect(page.getByTestId('steps-source')).toHaveText('3 steps from edited.json');
    await expectEdited();
    await test.step('replacing them can be undone', async () => {
      await page.getByTestId('more-steps').click();
      await page.getByRole('button', { name: 'Make steps from the timeline’s calls' }).click();
      await expect(steps(page)).toHaveCount(3);
      await page.getByTestId('undo-steps').click();
      await expectEdited();
    });
    expect(await axeViolationsInBothThemes(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });
});
