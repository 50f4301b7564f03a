/** The command palette, the keyboard shortcuts, and the keyboard help. */
import type { Locator, Page } from '@playwright/test';
import { axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import { elementRow, waitForBridge, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';

// No test here needs the live picture.
test.use({ demo: { live: 'off' } });

const paletteInput = (page: Page): Locator => page.getByTestId('palette-input');
const commands = (page: Page): Locator => page.getByTestId('command');
const selectedOption = (page: Page): Locator => page.locator('[role=option][aria-selected=true]');
const tab = (page: Page, name: string): Locator =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) });

/** Accessibility violations in the open dialog. */
function faultsOf(page: Page): Promise<readonly string[]> {
  return axeViolationsInBothThemes(page, (axe) => axe.include('dialog'));
}

test('opens by shortcut, finds a tool by a few letters, and restores focus', async ({
  console: page,
  pageErrors,
}) => {
  await tab(page, 'Elements').focus();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(paletteInput(page)).toBeFocused();
  // Typing does not trigger shortcuts.
  await paletteInput(page).pressSequentially('gss');
  await expect(selectedOption(page)).toContainText('Get screen state');
  await expect(selectedOption(page).locator('mark')).toHaveText(['G', 's', 's']);
  await expect(paletteInput(page)).toHaveAttribute(
    'aria-activedescendant',
    (await selectedOption(page).getAttribute('id')) ?? '',
  );
  await paletteInput(page).fill('screen state');
  await expect(selectedOption(page)).toContainText('Get screen state');
  await paletteInput(page).fill('screen');
  const first = (await selectedOption(page).textContent()) ?? '';
  await page.keyboard.press('ArrowDown');
  await expect(selectedOption(page)).not.toHaveText(first);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(commands(page).last()).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('Escape');
  await expect(paletteInput(page)).toBeHidden();
  await expect(tab(page, 'Elements')).toBeFocused();

  await page.getByTestId('open-palette').click();
  await paletteInput(page).fill('zzzz');
  await expect(page.getByText('No command of this name')).toBeVisible();
  await paletteInput(page).fill('long press');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('tool-form')).toContainText('long_press');
  await expect(page.getByTestId('field-x')).toBeFocused();
  expect(pageErrors).toEqual([]);
});

test('runs commands, lists recent ones first, and labels them by the current state', async ({
  console: page,
}) => {
  const runCommand = async (typed: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await paletteInput(page).fill(typed);
    await page.keyboard.press('Enter');
    await expect(paletteInput(page)).toBeHidden();
  };
  await runCommand('dark theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await runCommand('pause agents');
  await expect(page.getByTestId('pause')).toHaveText('Resume');
  await runCommand('show timeline');
  await expect(tab(page, 'Timeline')).toBeFocused();

  await page.keyboard.press('ControlOrMeta+k');
  await expect(commands(page).nth(0)).toContainText('Show timeline');
  await expect(commands(page).nth(1)).toContainText('Resume agents');
  await commands(page).nth(1).click();
  await expect(page.getByTestId('pause')).toHaveText('Pause');

  await page.getByTestId('run-screen-state').click();
  await expect(page.getByTestId('open-export')).toBeEnabled();
  await runCommand('export');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await runCommand('clear the');
  await expect(page.getByTestId('open-export')).toBeDisabled();

  // A phone is connected: unavailable commands are found, are disabled, and do nothing.
  await page.keyboard.press('ControlOrMeta+k');
  await paletteInput(page).fill('connect the demo');
  await expect(selectedOption(page)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect(paletteInput(page)).toBeVisible();
  await paletteInput(page).fill('disconnect');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('phone-status')).toHaveText('No phone');
  await runCommand('connect the demo');
  await expect(page.getByTestId('phone-status')).toContainText('Android');
});

test('commands of a panel work before it was ever shown', async ({ console: page }) => {
  const runCommand = async (typed: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await paletteInput(page).fill(typed);
    await page.keyboard.press('Enter');
    await expect(paletteInput(page)).toBeHidden();
  };
  await runCommand('wrap');
  await expect(page.getByTestId('log-wrap')).toHaveAttribute('aria-pressed', 'true');
  await runCommand('log: only errors');
  await expect(page.getByTestId('log-chips')).toContainText('Error and up');
  await runCommand('log: show everything');
  await expect(page.getByTestId('log-chips')).toHaveCount(0);

  await runCommand('as an agent');
  await expect(page.getByTestId('call')).toHaveCount(1);
  await runCommand('failed calls');
  await expect(page.getByTestId('call')).toHaveCount(0);
  await expect(page.getByTestId('call-counts')).toHaveText(/^0 of 1 call/);
  await runCommand('filter the timeline');
  await expect(page.getByTestId('filter-end')).toHaveValue('failed');
  await runCommand('show all calls');
  await expect(page.getByTestId('call')).toHaveCount(1);

  await runCommand('refresh the screen');
  await runCommand('layout rows');
  await expect(page.getByTestId('layout-rows')).toBeChecked();
  await runCommand('elements as a tree');
  await expect(page.getByRole('tree')).toBeVisible();
});

test.describe('with fields on the screen', () => {
  test.use({ demo: { live: 'off', activity: 'com.handset.notes/.SignInActivity' } });

  test('the buttons of a tool’s form and of the pinned element are commands', async ({
    console: page,
  }) => {
    const runCommand = async (typed: string): Promise<void> => {
      await page.keyboard.press('ControlOrMeta+k');
      await paletteInput(page).fill(typed);
      await expect(commands(page).first()).toHaveAttribute('aria-disabled', 'false');
      await page.keyboard.press('Enter');
      await expect(paletteInput(page)).toBeHidden();
    };
    await runCommand('refresh the screen');
    await elementRow(page, 'Email').first().click();
    await tab(page, 'Logs').click();
    await runCommand('set pinned');
    const newText = page.getByRole('textbox', { name: 'New text' });
    await expect(newText).toBeFocused();
    await newText.fill('ada@example.com');
    await page.keyboard.press('Enter');
    await runCommand('show timeline');
    await expect(page.getByTestId('call')).toContainText('Set text');

    await runCommand('press key');
    const field = page.getByTestId('field-key');
    await expect(field).toBeVisible();
    await runCommand('arguments as json');
    await expect(page.getByRole('textbox', { name: 'Arguments of press_key' })).toBeVisible();
    await runCommand('arguments in a form');
    await expect(field).toBeVisible();
    await runCommand('show all tools');
    await expect(page.getByTestId('tool-form')).toHaveCount(0);
    await runCommand('get screen state');
    await tab(page, 'Logs').click();
    await runCommand('run get screen state');
    await expect(page.getByTestId('result-table')).toBeVisible();
    await runCommand('result as raw');
    await expect(page.getByTestId('result-table')).toHaveCount(0);
    await runCommand('repeat the last call');
    await expect(page.getByTestId('history-call')).toHaveCount(2);
    await runCommand('calls of get screen state');
    await expect(page.getByTestId('call')).toHaveCount(2);
    await runCommand('show all calls');
    await expect(page.getByTestId('call')).toHaveCount(3);

    await runCommand('long press');
    await runCommand('point at x');
    await expect(page.getByTestId('pick-x')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('pick-x')).toBeFocused();
  });
});

test('shortcuts open panels and the help, but not while typing', async ({ console: page }) => {
  await page.keyboard.press('Control+Shift+Digit2');
  await expect(tab(page, 'Tools')).toBeFocused();
  await page.getByTestId('search-tools').fill('what');
  await page.keyboard.press('?');
  await expect(page.getByTestId('search-tools')).toHaveValue('what?');
  await page.keyboard.press('Control+Shift+Digit5');
  await expect(tab(page, 'Agents')).toBeFocused();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts and help' });
  await expect(help).toContainText('Show timeline');
  await page.keyboard.press('Control+Shift+Digit1');
  await expect(tab(page, 'Agents')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(tab(page, 'Agents')).toBeFocused();

  // Keys typed on the phone's screen go to the phone; those it does not use are shortcuts.
  const phoneKeys = page.getByTestId('phone-keys');
  await phoneKeys.focus();
  await page.keyboard.press('?');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(paletteInput(page)).toBeFocused();
  await expect(help).toBeHidden();
  // While the palette is open, other shortcuts do nothing.
  await page.keyboard.press('F2');
  await expect(page.getByRole('radio', { name: 'Use' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(phoneKeys).toBeFocused();
  await page.keyboard.press('Control+Shift+Digit4');
  await expect(tab(page, 'Logs')).toBeFocused();
  await page.keyboard.press('F2');
  await expect(page.getByRole('radio', { name: 'Inspect' })).toBeChecked();
  await page.keyboard.press('ControlOrMeta+k');
  await paletteInput(page).fill('use the phone');
  await expect(selectedOption(page).locator('kbd')).toHaveText('F2');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Use' })).toBeChecked();
});

/** What people type, and the command that must come first. */
const searches = {
  'Save screenshot': ['screenshot', 'save picture', 'save screen', 'png', 'capture', 'image'],
  'Copy screenshot': ['copy picture', 'copy screenshot'],
  'Volume up': ['volume', 'louder', 'sound'],
  'Watch an agent use the phone': ['watch agent', 'script tour'],
  'Volume down': ['mute', 'volume down'],
  'Rotate the screen': ['rotate', 'landscape', 'orientation'],
  'Press Power': ['power', 'power button'],
  'Press Home': ['home', 'press home'],
  'Press Back': ['back', 'press back'],
  'Show recent apps': ['recent', 'recents', 'overview'],
  'Send files to the phone': ['send file', 'install', 'upload', 'apk', 'push'],
  'Replay the timeline': ['replay', 'rerun'],
  'Export the timeline': ['export', 'report'],
  'Clear the timeline': ['clear', 'clear timeline'],
  'Record steps': ['record', 'record steps', 'codegen', 'macro'],
  'Record the screen': ['record screen', 'screencast'],
  'Show timeline': ['history', 'timeline'],
  'Filter the timeline': ['filter timeline', 'filter calls'],
  'Show only failed calls': ['failed', 'failed calls'],
  'Oldest calls first': ['oldest', 'sort calls', 'order'],
  'Group the calls by agent': ['group by agent'],
  'Run the chosen call again': ['run again', 'repeat call'],
  'Read the screen as an agent': ['as an agent'],
  'Save the log': ['save log', 'download log'],
  'Wrap long lines of the log': ['wrap', 'long lines'],
  'Log: warnings and errors': ['warnings'],
  'Log: only the app in front': ['log app'],
  'Show logs': ['logs', 'logcat', 'crashes'],
  'Show elements': ['tree', 'elements', 'hierarchy'],
  'Show the elements as a tree': ['as a tree'],
  'List elements that are only layout': ['layout rows', 'layout', 'containers'],
  'Show agents': ['agents', 'bridge', 'mcp'],
  'Copy the selector of the pinned element': ['copy selector', 'locator'],
  'Copy the token': ['token', 'copy token'],
  'Keyboard shortcuts and help': ['shortcuts', 'help', 'hotkeys', 'keyboard shortcuts'],
  'Open the small window': ['small window', 'mini', 'picture-in-picture', 'pip'],
  'Offer all tools to agents': ['all tools'],
  'Risky calls: Ask me': ['ask risky'],
  'Dark theme': ['dark', 'dark mode', 'night'],
  'Light theme': ['light'],
  'Open app': ['notes', 'launch', 'start app'],
  'Open quick settings': ['quick settings', 'settings'],
  'Set device': ['wifi', 'bluetooth', 'airplane', 'language'],
  'Inspect elements': ['inspect', 'inspector'],
  'Refresh the screen': ['refresh', 'reload'],
  'Turn Live on': ['live', 'video'],
  'Pause agents': ['pause', 'pause agents'],
  'Stop everything': ['stop', 'cancel', 'emergency'],
  'Disconnect the phone': ['disconnect', 'unplug'],
  'Connect the demo phone': ['demo', 'simulated'],
  'Input text': ['type', 'input text'],
  'Copy the configuration for Cursor': ['cursor'],
  'Copy the configuration for Claude Code': ['claude'],
} as const;

test('finds the command that a person means', async ({ console: page }) => {
  await waitForBridge(page);
  // So that there are calls to export.
  await tab(page, 'Timeline').click();
  await page.getByTestId('run-screen-state').click();
  await expect(page.getByTestId('open-export')).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+k');
  const found: Record<string, string[]> = {};
  for (const query of Object.values(searches).flat()) {
    await paletteInput(page).fill(query);
    const [label = 'nothing'] = await selectedOption(page).locator('.label').allInnerTexts();
    (found[label] ??= []).push(query);
  }
  expect(found).toEqual(searches);
});

test('a reload keeps the demo phone and the panel', async ({ page, bridge }) => {
  await page.goto(bridge.url);
  await page.keyboard.press('ControlOrMeta+k');
  await paletteInput(page).fill('demo');
  await page.keyboard.press('Enter');
  await waitForPhone(page);
  await tab(page, 'Logs').click();
  expect(new URL(page.url()).search).toBe('?phone=demo&panel=logs');
  await page.reload();
  await waitForPhone(page);
  await expect(tab(page, 'Logs')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ControlOrMeta+k');
  await paletteInput(page).fill('disconnect');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('phone-status')).toHaveText('No phone');
  expect(new URL(page.url()).search).toBe('?panel=logs');
});

test('one key stops everything, wherever the focus is', async ({ console: page, agents }) => {
  const agent = await agents('v1');
  const pause = page.getByTestId('pause');
  await expect(page.getByTestId('stop')).toHaveAttribute('title', 'Stop everything (Ctrl+Shift+X)');
  await tab(page, 'Tools').click();
  const places: readonly (() => Promise<void>)[] = [
    () => page.getByTestId('phone-keys').focus(),
    () => page.getByTestId('search-tools').fill('what'),
    async () => {
      await page.keyboard.press('ControlOrMeta+k');
      await expect(paletteInput(page)).toBeVisible();
    },
  ];
  for (const goTo of places) {
    const waiting = agent.call('wait_for_element', { by: 'text', value: 'never', timeout: 30_000 });
    await expect(page.getByTestId('agent-state')).toContainText('Wait for element');
    await goTo();
    await page.keyboard.press('ControlOrMeta+Shift+x');
    expect((await waiting).text).toContain('The user stopped everything');
    await expect(pause).toHaveText('Resume');
    if (await paletteInput(page).isVisible()) await page.keyboard.press('Escape');
    await pause.click();
  }
});

test('is accessible and fits 360 pixels, light and dark', async ({ console: page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.keyboard.press('ControlOrMeta+k');
  for (const typed of ['', 'screen', 'connect', 'zzzz']) {
    await paletteInput(page).fill(typed);
    expect([typed, ...(await faultsOf(page))]).toEqual([typed]);
  }
  const box = await page.getByTestId('palette').boundingBox();
  expect(box?.width).toBeLessThanOrEqual(360);
  await page.keyboard.press('Escape');
  await page.getByTestId('open-palette').focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  expect(await horizontalOverflowPx(page)).toBe(0);
});
