/** Calls of the timeline, and steps of a file, run again. */
import { writeFile } from 'node:fs/promises';
import { waitForBridge } from './console-page.ts';
import { expect, test } from './fixtures.ts';

test.describe('repeating calls', { tag: '@more' }, () => {
  test.use({ demo: { activity: 'com.android.calculator2/.Calculator' } });

  test('by a run of the steps, until one fails', async ({ console: page, agents }) => {
    await waitForBridge(page);
    await page.getByRole('tab', { name: /^Timeline/ }).click();
    const rows = page.getByTestId('calls').getByRole('option');
    const agent = await agents('v1', '/claude');
    for (const digit of ['digit_7', 'digit_8']) {
      await agent.call('click_element', { selector: `@${digit}` });
    }
    await agent.call('set_clipboard', { text: 'a secret' });
    await expect(rows).toHaveCount(3);
    const tree = async (): Promise<string> => (await agent.call('get_screen_tree')).text;
    expect(await tree()).toContain('"78"');
    // What the user runs again is no step.
    await rows.filter({ hasText: '@digit_8' }).click();
    await page.getByTestId('run-again').click();
    await expect.poll(tree).toContain('"788"');
    const steps = test.info().outputPath('kept.steps.json');

    await test.step('a run goes to the end', async () => {
      await page.getByTestId('call-search').fill('click_element selector @digit');
      await page.getByTestId('open-steps').click();
      const chosen = page.getByTestId('steps-list').getByRole('listitem');
      await expect(chosen.first()).toContainText('Tap “7”');
      await page.getByTestId('run-steps').click();
      await expect(page.getByTestId('steps-message')).toHaveText(/All \d steps done/);
      expect(await tree()).toContain('"78"');
    });

    await test.step('a steps file is completed, and its run ends at the first failure', async () => {
      await writeFile(
        steps,
        JSON.stringify([
          { tool: 'set_clipboard', arguments: { text: '•••' } },
          { tool: 'click_element', arguments: { element_id: 'gone' } },
          { tool: 'click_element', arguments: { selector: '@digit_7' } },
        ]),
      );
      await page.getByTestId('steps-file').setInputFiles(steps);
      const chosen = page.getByTestId('steps-list').getByRole('listitem');
      await expect(chosen).toHaveCount(3);
      await expect(chosen.nth(1)).toContainText('Uses an element ID');
      await expect(page.getByTestId('run-steps')).toBeDisabled();
      await page.getByTestId('masked-text').fill('typed anew');
      await page.getByTestId('run-steps').click();
      await expect(page.getByTestId('stopped-at')).toHaveText('Stopped at step 2: Tap element');
      await expect(chosen.nth(1)).toBeInViewport();
      await expect(chosen.nth(1).getByTestId('run-from')).toBeEnabled();
      await expect(chosen.nth(2)).toHaveAttribute('data-state', 'skipped');
      expect((await agent.call('get_clipboard')).text).toContain('typed anew');
    });

    await test.step('nothing runs if a tool would reject a step', async () => {
      const clear = { tool: 'set_clipboard', arguments: { text: 'gone' } };
      for (const bad of [{ tool: 'no_such_tool' }, { tool: 'tap', arguments: { x: 'far' } }]) {
        await writeFile(steps, JSON.stringify([clear, bad]));
        await page.getByTestId('steps-file').setInputFiles(steps);
        await expect(page.getByTestId('steps-list')).toContainText(/No such tool|must be a/);
        await page.getByTestId('run-steps').click();
        await expect(page.getByTestId('stopped-at')).toHaveText(/^Stopped at step 2: /);
        await expect(page.getByTestId('steps-message')).toContainText('no step was run');
        const states = page.getByTestId('steps-list').getByRole('listitem');
        await expect(states.nth(0)).toHaveAttribute('data-state', 'skipped');
        await expect(states.nth(1)).toHaveAttribute('data-state', 'failed');
      }
      expect((await agent.call('get_clipboard')).text).toContain('typed anew');
    });

    await test.step('an invalid steps file is reported', async () => {
      const buffer = Buffer.from('{"a": 1}');
      const file = { name: 'odd.json', mimeType: 'application/json', buffer };
      await page.getByTestId('steps-file').setInputFiles(file);
      const problem = page.getByTestId('steps-view').getByTestId('problem');
      await expect(problem).toContainText('odd.json couldn’t be opened: it contains no steps.');
      const chooser = page.waitForEvent('filechooser');
      await problem.getByRole('button', { name: 'Choose another file' }).click();
      await chooser;
    });
    await page.getByTestId('steps-back').click();
    await expect(page.getByTestId('call-search')).toBeVisible();
  });
});
