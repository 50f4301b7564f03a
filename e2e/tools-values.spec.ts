/** Tool forms offer the keys, apps and tools that the console knows, and show results as what they are. */
import type { Locator, Page } from '@playwright/test';
import { expect, shareConsole, test } from './fixtures.ts';

const form = (page: Page): Locator => page.getByTestId('tool-form');
const record = (page: Page): Locator => page.getByTestId('call-result');
const field = (page: Page, path: string): Locator => page.getByTestId(`field-${path}`);
const problem = (page: Page, name: string): Locator => page.getByTestId(`problem-${name}`);

async function openTool(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: /^Tools/ }).click();
  await page.getByTestId(`tool-${name}`).click();
  await expect(form(page)).toContainText(name);
}

test.describe('in one console', { tag: '@more' }, () => {
  shareConsole({ live: 'off' });

  test('a screen result is shown as a table and a picture, or raw', async ({ console: page }) => {
    await openTool(page, 'get_screen_state');
    await field(page, 'include_screenshot').click();
    await page.getByTestId('run-tool').click();
    await expect(page.getByTestId('result-table')).toContainText('bounds');
    // The result begins below the run bar, both in sight.
    await expect(page.getByTestId('run-tool')).toBeInViewport({ ratio: 1 });
    await expect(record(page).getByRole('heading')).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 800 });
    const picture = page.getByTestId('result-picture');
    const small = await picture.boundingBox();
    await picture.click();
    await expect
      .poll(async () => (await picture.boundingBox())?.height)
      .toBeGreaterThan(2 * (small?.height ?? 0));
    // The table has the whole width, so that no column is cut.
    const table = page.getByTestId('result-table');
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await record(page).getByText('Raw').click();
    await expect(page.getByTestId('result-text')).toContainText('id\tclass\ttext');
    await expect(page.getByTestId('result-table')).toBeHidden();
  });

  test('fields offer what is known, and name what is like a misspelt value', async ({
    console: page,
  }) => {
    const offered = (value: string): Locator =>
      form(page).locator(`datalist option[value="${value}"]`);
    await openTool(page, 'press_key');
    await expect(offered('VOLUME_UP')).toHaveCount(1);
    await field(page, 'key').fill('zzz');
    await expect(problem(page, 'key')).toHaveText('No key is called zzz.');
    await field(page, 'key').fill('vol');
    await expect(problem(page, 'key')).toBeHidden();
    await page.getByTestId('run-tool').click();
    await form(page).getByRole('button', { name: 'VOLUME_UP' }).click();
    await expect(field(page, 'key')).toHaveValue('VOLUME_UP');
    await expect(problem(page, 'key')).toBeHidden();
    await field(page, 'key').fill('a');
    for (const name of ['shift', 'ctrl']) await form(page).getByRole('checkbox', { name }).check();
    await page.getByTestId('run-tool').click();
    await expect(record(page)).toContainText('"modifiers":["ctrl","shift"]');

    await openTool(page, 'uninstall_app');
    await expect(form(page)).toContainText('Risky');
    await field(page, 'package_id').focus();
    await expect(offered('com.android.settings')).toHaveText('Settings');

    // An app that is not installed is reported once: at its field, then by the result.
    await openTool(page, 'open_app');
    await field(page, 'package_id').fill('com.nope');
    await expect(problem(page, 'package_id')).toHaveText('No app is called com.nope.');
    await page.getByTestId('run-tool').click();
    await expect(record(page)).toContainText("'com.nope' is installed");
    await expect(problem(page, 'package_id')).toBeHidden();

    // The permissions are those of the app that was chosen.
    await openTool(page, 'set_permission');
    await field(page, 'package_id').fill('com.handset.weather');
    await field(page, 'permission').focus();
    await expect(offered('android.permission.ACCESS_FINE_LOCATION')).toHaveCount(1);

    // Steps are JSON, with each problem at its line.
    await openTool(page, 'run_steps');
    const steps = page.getByTestId('json-run_steps-steps');
    const problems = page.getByTestId('json-problem');
    await steps.fill('[\n{"tool":"press_home"},\n{"tool":"tap","arguments":{"x":-5,"y":5}}\n]');
    await expect(problems).toHaveText('Line 3: Enter a number of at least 0 (steps.1.arguments.x)');
    await steps.fill('[{"tool":"press_home"},{"tool":"tap","arguments":{"x":5}}]');
    await page.getByTestId('run-tool').click();
    await expect(problems).toHaveText('Y is required (steps.1.arguments.y)');
    await steps.fill('[{"tool":"press_home"},{"tool":"tap","arguments":{"x":5,"y":5}}]');
    await page.getByTestId('run-tool').click();
    await expect(record(page)).toContainText(
      '{"steps":[{"tool":"press_home"},{"tool":"tap","arguments":{"x":5,"y":5}}]}',
    );

    // In JSON, what is missing is said as in the form, and a misspelt name is refused where it stands.
    const made = await page.getByTestId('history-call').count();
    await form(page).getByText('As JSON', { exact: true }).click();
    const json = page.getByTestId('json-run_steps-json');
    await json.fill('{"steps":[{"arguments":{}}]}');
    await page.getByTestId('run-tool').click();
    await expect(page.getByTestId('json-problem')).toHaveText('Tool is required (steps.0.tool)');
    await json.fill('{"steps":[{"tool":"tap"}],"obsrve":"none"}');
    await page.getByTestId('run-tool').click();
    await expect(page.getByTestId('json-problem')).toContainText("Did you mean 'observe'?");
    await expect(page.getByTestId('history-call')).toHaveCount(made);
  });
});
