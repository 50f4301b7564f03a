/** Tool forms: built from the schema, validated by the tool, run on the phone, and repeated. */
import type { Locator, Page } from '@playwright/test';
import { axeViolationsInBothThemes, type PanelStates, testPanelStates } from './axe.ts';
import {
  allowCalls,
  recordTouches,
  refuseCalls,
  touchDownPoints,
  waitForPhone,
} from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

const channelName = 'tools-panel';
test.use({ demo: { record: channelName } });

const form = (page: Page): Locator => page.getByTestId('tool-form');
const record = (page: Page): Locator => page.getByTestId('call-result');
const field = (page: Page, path: string): Locator => page.getByTestId(`field-${path}`);
const problem = (page: Page, name: string): Locator => page.getByTestId(`problem-${name}`);
const calls = (page: Page): Locator => page.getByTestId('history-call');

async function openTool(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: /^Tools/ }).click();
  await page.getByTestId(`tool-${name}`).click();
  await expect(form(page)).toContainText(name);
}

/** Records where fingers touch the phone from now on, as `x,y`. */
async function watchTouches(page: Page): Promise<() => Promise<readonly string[]>> {
  const recorded = await recordTouches(page, channelName);
  return async () => touchDownPoints(await recorded());
}

/** Clicks the picture at a point in device pixels of the 1080 x 2400 screen. */
async function pressPicture(page: Page, x: number, y: number): Promise<void> {
  const layer = page.getByTestId('pick-layer');
  const box = await layer.boundingBox();
  if (box === null) throw new Error('Nothing can be picked.');
  const position = { x: (x / 1080) * box.width, y: (y / 2400) * box.height };
  await layer.click({ position });
}

test.describe('a form', () => {
  shareConsole({ record: channelName });

  test('Enter in the search only opens a tool', async ({ console: page }) => {
    await page.getByRole('tab', { name: /^Tools/ }).click();
    for (const name of ['press home', 'drag']) {
      await page.getByTestId('search-tools').fill(name);
      await page.keyboard.press('Enter');
      await expect(form(page)).toContainText(name.replace(' ', '_'));
    }
    await page.getByTestId('pick-from').click();
    await pressPicture(page, 160, 1730);
    await expect(field(page, 'from')).toHaveValue(':text("Calculator")');
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
    await expect(calls(page)).toHaveCount(0);
    await page.getByTestId('search-tools').fill('');
  });

  test('each field says what is wrong with its value', async ({ console: page }) => {
    const touchedPoints = await watchTouches(page);
    await openTool(page, 'tap');
    // The form takes focus, and shows no errors before there is input.
    await expect(field(page, 'x')).toBeFocused();
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
    await field(page, 'y').fill('-3');
    await expect(problem(page, 'y')).toHaveText('Enter a number of at least 0');
    await expect(problem(page, 'x')).toBeHidden();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(problem(page, 'x')).toHaveText('X is required');
    await expect(field(page, 'x')).toBeFocused();
    await expect(field(page, 'x')).toHaveAttribute('aria-invalid', 'true');

    await field(page, 'x').fill('540');
    await field(page, 'y').fill('2399');
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
    await field(page, 'observe').getByText('Element list').click();
    await page.getByTestId('run-tool').click();
    await expect(record(page)).toContainText('Done');
    await expect(page.getByTestId('result-table')).toContainText('node_');
    expect(await touchedPoints()).toEqual(['540,2399']);

    // Errors that only the phone can detect appear at the field too.
    await field(page, 'y').fill('2400');
    await page.getByTestId('run-tool').click();
    await expect(record(page)).toContainText('Failed');
    await expect(problem(page, 'y')).toContainText('2400');
    expect(await touchedPoints()).toHaveLength(1);

    // What a person uses comes first, named plainly and as agents name it.
    await openTool(page, 'click_element');
    await expect(form(page).getByLabel('Element selector')).toBeFocused();
    await page.getByTestId('run-tool').click();
    await expect(problem(page, 'selector')).toHaveText('Enter a selector or an element ID');
    await expect(field(page, 'selector')).toBeFocused();
    await field(page, 'selector').fill('@a:tex');
    await expect(problem(page, 'selector')).toContainText('column 4');
    await field(page, 'selector').fill('@a');
    await field(page, 'element_id').fill('node_1');
    await expect(problem(page, 'element_id')).toContainText('not both');
  });

  test('points and elements can be picked on the picture', async ({ console: page }) => {
    const touchedPoints = await watchTouches(page);
    await openTool(page, 'tap');
    await page.getByTestId('pick-x').click();
    await expect(page.getByTestId('pick-x')).toHaveAttribute('aria-pressed', 'true');
    await pressPicture(page, 540, 1200);
    await expect(page.getByTestId('pick-layer')).toBeHidden();
    await expect(page.getByTestId('pick-x')).toBeFocused();
    const x = Number(await field(page, 'x').inputValue());
    const y = Number(await field(page, 'y').inputValue());
    // One page pixel covers several device pixels.
    expect(Math.abs(x - 540)).toBeLessThan(6);
    expect(Math.abs(y - 1200)).toBeLessThan(6);
    // The click went to the form, not to the phone.
    expect(await touchedPoints()).toEqual([]);
    await page.getByTestId('run-tool').click();
    await expect(record(page)).toContainText(`Tap executed at (${x}, ${y})`);
    expect(await touchedPoints()).toEqual([`${x},${y}`]);

    // Escape cancels picking.
    await page.getByTestId('pick-x').click();
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('pick-layer')).toBeHidden();
    await expect(field(page, 'x')).toHaveValue(String(x));

    await openTool(page, 'click_element');
    await field(page, 'element_id').fill('node_1');
    await page.getByTestId('pick-selector').click();
    await pressPicture(page, 412, 1730);
    await expect(field(page, 'selector')).toHaveValue(/Notes/);
    // The two fields exclude each other.
    await expect(field(page, 'element_id')).toHaveValue('');
    await page.getByTestId('pick-element_id').click();
    await pressPicture(page, 412, 1730);
    await expect(field(page, 'element_id')).toHaveValue(/^node_/);
    await expect(field(page, 'selector')).toHaveValue('');
    await page.getByTestId('run-tool').click();
    await expect(record(page)).toContainText('Done');
    // Leaving the form ends picking.
    await page.getByTestId('pick-selector').click();
    await page.getByTestId('tool-press_home').click();
    await expect(page.getByTestId('pick-layer')).toBeHidden();
  });

  test('a multi-finger gesture is entered as JSON, with each problem at its line', async ({
    console: page,
  }) => {
    const touchedPoints = await watchTouches(page);
    await openTool(page, 'custom_gesture');
    const paths = page.getByTestId('json-custom_gesture-paths');
    await paths.fill('[[1,]]');
    await expect(page.getByTestId('json-problem')).toContainText('line 1, column 5: unexpected ]');
    await paths.fill(
      '[\n [{"x": 100, "y": 900, "time": 0},\n  {"x": -1, "y": 900, "time": 50}]\n]',
    );
    await expect(page.getByTestId('json-problem')).toHaveText(
      'Line 3: Enter a number of at least 0 (paths.0.1.x)',
    );
    const finger = (x: number) => [
      { x, y: 900, time: 0 },
      { x, y: 1200, time: 80 },
    ];
    await paths.fill(JSON.stringify([finger(100), finger(300)]));
    await expect(page.getByTestId('json-problem')).toBeHidden();

    // Switching to JSON of all arguments and back loses nothing.
    await form(page).getByText('As JSON', { exact: true }).click();
    const json = page.getByTestId('json-custom_gesture-json');
    await expect(json).toHaveValue(/"time": 80/);
    await json.fill(JSON.stringify({ paths: [finger(100), finger(300)], fast: true }));
    await expect(page.getByTestId('json-problem').first()).toContainText(
      "Unknown parameter: 'fast'",
    );
    await form(page).getByText('Form', { exact: true }).click();
    await expect(page.getByTestId('json-problem')).toContainText('Parameters: paths');
    await expect(form(page).getByRole('radio', { name: 'As JSON' })).toBeChecked();
    await json.fill(JSON.stringify({ paths: [finger(100), finger(300)] }));
    await form(page).getByText('Form', { exact: true }).click();
    await page.getByTestId('run-tool').click();
    await expect(record(page)).toContainText('with 2 path(s), total 4 point(s)');
    expect([...(await touchedPoints())].sort()).toEqual(['100,900', '300,900']);
  });

  test('a long call shows progress, and can be cancelled', async ({ console: page }) => {
    await openTool(page, 'wait_for_element');
    await field(page, 'selector').fill('@nothing_of_the_kind');
    await field(page, 'timeout').fill('30000');
    await page.keyboard.press('ControlOrMeta+Enter');
    const result = page.getByTestId('tool-result');
    await expect(page.getByTestId('run-time')).toHaveText(/^[\d.]+ s$/);
    await expect(result).toContainText(/attempt \d+/);
    await expect(result.getByRole('progressbar')).toHaveAttribute('max', '30000');
    await page.keyboard.press('Escape');
    await expect(result).toContainText('You canceled this call');
    // What the user wanted is no problem.
    await expect(result.getByTestId('problem')).toHaveCount(0);
    await expect(page.getByTestId('run-tool')).toBeFocused();
    await expect(calls(page).first()).toContainText('stopped');
    // The cancelled call has ended: the next one runs at once.
    await field(page, 'selector').fill('*');
    await page.getByTestId('run-tool').click();
    await expect(page.getByTestId('result-text')).toContainText('* appeared after');
  });

  test('the tool and its arguments survive a reload, except text for the phone', async ({
    console: page,
  }) => {
    await openTool(page, 'set_text');
    await field(page, 'selector').fill('@field');
    await field(page, 'text').fill('my secret\nof two lines');
    await openTool(page, 'swipe');
    await field(page, 'x1').fill('77');
    const kept = (): Promise<string> => page.evaluate(() => Object.values(sessionStorage).join());
    await expect.poll(kept).toContain('"x1":77');
    expect(await kept()).not.toContain('secret');
    await page.reload();
    await expect(field(page, 'x1')).toHaveValue('77');
    await page.getByTestId('tool-set_text').click();
    await expect(field(page, 'selector')).toHaveValue('@field');
    await expect(field(page, 'text')).toHaveValue('');
  });

  test(
    'a failed tool list is reported, and can be reloaded',
    { tag: '@more' },
    async ({ console: page }) => {
      await refuseCalls(page, 'listTools');
      await page.reload();
      await waitForPhone(page);
      await page.getByRole('tab', { name: /^Tools/ }).click();
      const problem = page.locator('#panel-tools').getByTestId('problem');
      await expect(problem).toBeVisible();
      // Other messages to the worker do not hide the problem.
      await page.keyboard.press('ControlOrMeta+Shift+X');
      await expect(page.getByTestId('pause')).toHaveText('Resume');
      await expect(problem).toBeVisible();
      expect(await axeViolationsInBothThemes(page, (axe) => axe.include('#panel-tools'))).toEqual(
        [],
      );
      await allowCalls(page);
      await problem.getByRole('button', { name: 'Reload the page' }).click();
      await expect(page.getByTestId('tool-tap')).toBeVisible();
    },
  );
});

/** The states of the panel; each is reached from the one before. */
const panelStates: PanelStates = [
  [
    'nothing chosen',
    async (page) => {
      await page.getByRole('tab', { name: /^Tools/ }).click();
      await expect(page.getByTestId('tool-tap')).toBeVisible();
    },
  ],
  [
    'nothing found',
    async (page) => {
      await page.getByTestId('search-tools').fill('zzz');
      await expect(page.getByText('No tool matches “zzz”.')).toBeVisible();
      await page.getByTestId('clear-search').click();
    },
  ],
  [
    'failed',
    async (page) => {
      await page.getByTestId('tool-custom_gesture').click();
      await page.getByTestId('run-tool').click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    },
  ],
  ['as JSON', (page) => form(page).getByText('As JSON', { exact: true }).click()],
  [
    'working',
    async (page) => {
      await page.getByRole('button', { name: 'All tools' }).click();
      await page.getByTestId('tool-wait_for_element').click();
      await field(page, 'selector').fill('@nothing_of_the_kind');
      await field(page, 'timeout').fill('30000');
      await page.getByTestId('run-tool').click();
      await expect(page.getByTestId('run-time')).not.toBeEmpty();
    },
  ],
  ['cancelled', (page) => page.getByTestId('cancel-tool').click()],
  [
    'done',
    async (page) => {
      await page.getByRole('button', { name: 'All tools' }).click();
      await page.getByTestId('tool-get_screen_state').click();
      await page.getByTestId('run-tool').click();
      await expect(page.getByTestId('result-table')).toBeVisible();
    },
  ],
];

testPanelStates('#panel-tools', panelStates);
