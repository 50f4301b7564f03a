/** What the browser keeps: the runs, over reloads, renamed, opened, deleted, exported and imported; and the demo phone. */
import type { Page } from '@playwright/test';
import { axeViolationsInBothThemes } from './axe.ts';
import { consoleUrl, waitForBridge, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';
import { expectLiveState, workerOf } from './live-picture.ts';
import { calls, openSessions, openTimeline, setFull, storedSessions } from './sessions-page.ts';

const password = 'hunter2-secret';
test.use({ demo: { activity: 'com.handset.notes/com.handset.notes.SignInActivity' } });

test('calls and pictures survive a reload, without what was typed as a password', async ({
  console: page,
  agents,
  pageErrors,
}) => {
  await openTimeline(page);
  const agent = await agents('v1', '/claude');
  await agent.call('set_text', { selector: '@password', text: password });
  await agent.call('get_screen_state', { include_screenshot: true });
  await expect(calls(page)).toHaveCount(2);
  await expect.poll(() => storedSessions(page)).toContain('get_screen_state');
  expect(await storedSessions(page)).not.toContain(password);

  await page.reload();
  await openTimeline(page);
  await expect(calls(page)).toHaveCount(2);
  await calls(page).filter({ hasText: 'Get screen state' }).click();
  await expect(page.getByTestId('agent-picture')).toBeVisible();
  // Later calls go on in the same run.
  await agent.call('run_steps', { steps: [{ tool: 'press_home' }] });
  await expect(calls(page)).toHaveCount(4);
  const dialog = await openSessions(page);
  await expect(dialog.getByTestId('session')).toContainText('3 calls · Handset 14 · Android 14');
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
});

test(
  'a session is renamed, opened beside a new one, exported, deleted and imported',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    await openTimeline(page);
    const agent = await agents('v1', '/claude');
    await agent.call('press_home');
    await expect(calls(page)).toHaveCount(1);
    let dialog = await openSessions(page);
    await dialog.getByLabel(/^Name of the session/).fill('Going home');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByTestId('clear-calls').click();
    await expect(calls(page)).toHaveCount(0);
    await agent.call('press_back');
    await agent.call('press_recents');

    dialog = await openSessions(page);
    await expect(dialog.getByTestId('session')).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Open the session Going home' }).click();
    await expect(page.getByTestId('opened-session')).toContainText('Going home');
    await expect(calls(page)).toHaveText([/Press Home/]);

    await page.getByTestId('open-export').click();
    await page.getByTestId('export-dialog').getByText('JSON', { exact: true }).click();
    const downloading = page.waitForEvent('download');
    await page.getByTestId('export-save').click();
    const file = test.info().outputPath('going-home.json');
    await (await downloading).saveAs(file);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back to this tab’s calls' }).click();
    await expect(calls(page)).toHaveCount(2);

    dialog = await openSessions(page);
    await dialog.getByRole('button', { name: 'Delete the session Going home' }).click();
    await expect(dialog.getByTestId('session')).toHaveCount(1);
    const broken = { name: 'broken.json', mimeType: '', buffer: Buffer.from('{"calls": 3}') };
    await dialog.getByTestId('session-file').setInputFiles(broken);
    await expect(dialog).toContainText('broken.json couldn’t be imported: it is not a JSON export');
    page.once('filechooser', (chooser) => void chooser.setFiles(file));
    await dialog.getByRole('button', { name: 'Choose another file' }).click();
    // Its name gets the focus, so that a screen reader says what is shown now.
    await expect(page.getByText(/^going-home/)).toBeFocused();
    await expect(calls(page)).toHaveText([/Press Home/]);

    dialog = await openSessions(page);
    await dialog.getByTestId('delete-sessions').click();
    await dialog.getByTestId('delete-sessions').click();
    await expect(dialog.getByTestId('session')).toHaveCount(0);
  },
);

test(
  'above 200 MB the oldest session goes first',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    await openTimeline(page);
    const agent = await agents('v1', '/claude');
    await agent.call('press_home');
    await expect.poll(() => storedSessions(page)).toContain('press_home');
    await storeTwoSessions(page, 99_000_000);
    const dialog = await openSessions(page);
    await expect(dialog.getByTestId('session')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await storeTwoSessions(page, 99_999_999);
    await agent.call('get_screen_state', { include_screenshot: true });
    await expect.poll(() => storedSessions(page)).not.toContain('Oldest');
    await openSessions(page);
    const names = dialog.getByLabel(/^Name of the session/);
    await expect(names).toHaveCount(2);
    await expect(names.last()).toHaveValue('Second');
  },
);

/** Stores two sessions that are as large as they say, but for the calls themselves: 100 MB, and this. */
async function storeTwoSessions(page: Page, bytesOfSecond: number): Promise<void> {
  await page.evaluate(
    (bytes) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('handset-runs');
        opening.onerror = () => reject(opening.error ?? new Error('not opened'));
        opening.onsuccess = () => {
          const writing = opening.result.transaction('runs', 'readwrite');
          const run = { phone: '', startedAtEpochMs: 1, callCount: 0 };
          const runs = writing.objectStore('runs');
          runs.put({ ...run, id: 'b', name: 'Oldest', lastAtEpochMs: 1, bytes: 100_000_000 });
          runs.put({ ...run, id: 'a', name: 'Second', lastAtEpochMs: 2, bytes });
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    bytesOfSecond,
  );
}

test(
  'nothing is kept once that is switched off, or while the storage is full',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    await openTimeline(page);
    const agent = await agents('v1', '/claude');
    await setFull(page, true);
    await agent.call('get_screen_state', { include_screenshot: true });
    const problem = page.getByRole('alert').filter({ hasText: 'New calls aren’t saved' });
    await expect(problem).toBeVisible();
    await expect(calls(page)).toHaveCount(1);
    await setFull(page, false);
    await agent.call('press_home');
    await expect(problem).toHaveCount(0);

    const dialog = await openSessions(page);
    await dialog.getByTestId('keep-calls').click();
    await page.keyboard.press('Escape');
    await agent.call('press_back');
    await expect(calls(page)).toHaveCount(3);
    await page.reload();
    await openTimeline(page);
    await expect(calls(page)).not.toHaveCount(0);
    await expect(calls(page).filter({ hasText: 'Press Back' })).toHaveCount(0);
  },
);

test(
  'a duplicated tab begins a session of its own',
  { tag: '@more' },
  async ({ console: page }) => {
    await openTimeline(page);
    await page.getByTestId('run-screen-state').click();
    await expect(calls(page)).toHaveCount(1);
    await expect.poll(() => storedSessions(page)).toContain('get_screen_state');
    // Like a duplicated tab, it gets a copy of what is stored for this one.
    const opening = page.waitForEvent('popup');
    await page.evaluate(() => void window.open(location.href));
    const copy = await opening;
    await openTimeline(copy);
    await copy.getByTestId('run-screen-state').click();
    await expect(calls(copy)).toHaveCount(1);
    const dialog = await openSessions(copy);
    await expect(dialog.getByTestId('session')).toHaveCount(2);
    await page.reload();
    await openTimeline(page);
    await expect(calls(page)).toHaveCount(1);
    await copy.close();
  },
);

test(
  'the demo phone keeps its notes over a full disk and a reload, until it is reset',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    await waitForBridge(page);
    const agent = await agents('v1', '/claude');
    const notes = async (): Promise<string> => {
      await agent.call('open_app', { package_id: 'com.handset.notes', fresh: true });
      return (await agent.call('get_screen_state')).text;
    };
    expect(await notes()).not.toContain('Kept note');
    await setFull(workerOf(page), true);
    await agent.call('click_element', { selector: '@fab_new_note' });
    await agent.call('set_text', { selector: '@edit_title', text: 'Kept note' });
    await agent.call('click_element', { selector: '@action_save' });
    const problem = page
      .getByRole('alert')
      .filter({ hasText: 'your last changes to the demo phone' });
    await expect(problem).toContainText('storage is full');
    await setFull(workerOf(page), false);
    // It is saved now.
    await expect(problem).toHaveCount(0, { timeout: 15_000 });
    await page.reload();
    await waitForBridge(page);
    await waitForPhone(page);
    expect(await notes()).toContain('Kept note');
    await page.getByTestId('more-buttons').click();
    await page.getByTestId('reset-demo').click();
    await page.getByTestId('confirm').click();
    await waitForPhone(page);
    await expect.poll(notes).not.toContain('Kept note');
  },
);

test.describe('with live video', { tag: '@more' }, () => {
  test.use({ live: 'on' });

  test('a session outlives the crash of its tab', async ({
    console: page,
    context,
    agents,
    bridge,
  }) => {
    await openTimeline(page);
    await expectLiveState(page, 'video');
    const agent = await agents('v1', '/claude');
    await agent.call('press_home');
    await expect(page.getByTestId('compare').getByRole('img')).toHaveCount(2);
    await agent.call('get_screen_state', { include_screenshot: true });
    await expect.poll(() => storedSessions(page)).toContain('get_screen_state');
    const crashing = page.waitForEvent('crash');
    const session = await context.newCDPSession(page);
    session.send('Page.crash').catch(() => undefined);
    await crashing;

    const other = await context.newPage();
    await other.goto(consoleUrl(bridge.url, { phone: 'demo' }));
    await openTimeline(other);
    const dialog = await openSessions(other);
    await expect(dialog.getByTestId('session')).toHaveCount(1);
    await expect(dialog.getByTestId('session')).toContainText('2 calls · Handset 14 · Android 14');
    await dialog.getByRole('button', { name: /^Open the session / }).click();
    await expect(calls(other)).toHaveText([/Get screen state/, /Press Home/]);
    await expect(other.getByTestId('agent-picture')).toBeVisible();
    await calls(other).last().click();
    await expect(other.getByTestId('compare').getByRole('img')).toHaveCount(2);
  });
});
