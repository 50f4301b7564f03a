/** The command palette. */
import type { Locator, Page } from '@playwright/test';
import { axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import { elementRow, readScreenAgain, waitForBridge, waitForPhone } from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';
import { searches } from './palette-searches.ts';

const paletteInput = (page: Page): Locator => page.getByTestId('palette-input');
const commands = (page: Page): Locator => page.getByTestId('command');
const selectedOption = (page: Page): Locator =>
  page.getByTestId('palette').locator('[role=option][aria-selected=true]');
const tab = (page: Page, name: string): Locator =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) });

/** Accessibility violations in the open dialog. */
function faultsOf(page: Page): Promise<readonly string[]> {
  return axeViolationsInBothThemes(page, (axe) => axe.include('dialog'));
}

test.describe('in one console', () => {
  // No test here needs the live picture.
  shareConsole({ live: 'off' });

  test('opens by shortcut, finds a tool by a few letters, and restores focus', async ({
    console: page,
    pageErrors,
  }) => {
    await tab(page, 'Elements').focus();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(paletteInput(page)).toBeFocused();
    // Typing does not trigger shortcuts.
    await paletteInput(page).pressSequentially('screen sta');
    await expect(selectedOption(page)).toContainText('Get screen state');
    await expect(selectedOption(page).locator('mark')).toHaveText(['screen', 'state']);
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
    await expect(page.getByTestId('palette')).toContainText('No command found.');
    await paletteInput(page).fill('');
    // The focus stays where typing searches.
    await page.keyboard.press('Tab');
    await expect(commands(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Shift+Tab');
    await expect(commands(page).nth(0)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type('rot');
    await expect(paletteInput(page)).toHaveValue('rot');
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
    // What loosens a protection is not offered for having been run.
    await expect(commands(page).nth(1)).not.toContainText('Resume agents');
    await page.keyboard.press('Escape');
    await runCommand('resume agents');
    await expect(page.getByTestId('pause')).toHaveCount(0);
    await runCommand('ask me before');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(paletteInput(page)).toBeVisible();
    await expect(selectedOption(page)).toContainText('Show timeline');
    await page.keyboard.press('Escape');
    await runCommand('let agents act');

    await page.getByTestId('run-screen-state').click();
    await expect(page.getByTestId('open-export')).toBeEnabled();
    await runCommand('export');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await runCommand('clear the');
    const button = page.getByTestId('open-export');
    await expect(button).toBeDisabled();
    // The button and the palette say the same.
    await expect(button).toHaveAttribute('title', 'Export the timeline: The timeline is empty');
    await page.keyboard.press('ControlOrMeta+k');
    await paletteInput(page).fill('export the timeline');
    await expect(selectedOption(page)).toHaveText('Export the timeline The timeline is empty');
    await page.keyboard.press('Escape');

    // A phone is connected: unavailable commands are found, are disabled, and do nothing.
    await page.keyboard.press('ControlOrMeta+k');
    await paletteInput(page).fill('connect the demo');
    await expect(selectedOption(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(selectedOption(page)).toContainText('A phone is already connected');
    await page.keyboard.press('Enter');
    await expect(paletteInput(page)).toBeVisible();
    await paletteInput(page).fill('disconnect');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('phone-status')).toHaveText('No phone');
    await page.keyboard.press('ControlOrMeta+k');
    await paletteInput(page).fill('zzzz');
    await expect(page.getByText('No command found.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all commands' }).click();
    await expect(paletteInput(page)).toHaveValue('');
    await expect(paletteInput(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await runCommand('connect the demo');
    await expect(page.getByTestId('phone-status')).toContainText('Android');
  });
});

test.describe('in another console', { tag: '@more' }, () => {
  shareConsole({ live: 'off' });

  test('keeps what is typed right after the shortcut, before the palette is loaded', async ({
    console: page,
  }) => {
    let load = (): void => undefined;
    const isAllowed = new Promise<void>((resolve) => (load = resolve));
    await page.route(/\/Palette-[^/]*\.js$/, async (route) => {
      await isAllowed;
      await route.continue();
    });
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('dark themes');
    await page.keyboard.press('Backspace');
    await expect(paletteInput(page)).toBeHidden();
    load();
    await expect(paletteInput(page)).toBeFocused();
    await expect(paletteInput(page)).toHaveValue('dark theme');
    // The caret is behind the text.
    await page.keyboard.type('s');
    await expect(paletteInput(page)).toHaveValue('dark themes');
    await page.keyboard.press('Escape');

    // Without any wait: the command is the one that the whole text finds.
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('dark theme');
    await page.keyboard.press('Enter');
    await expect(paletteInput(page)).toBeHidden();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
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
    await runCommand('log: errors only');
    await expect(page.getByTestId('log-clear-filters')).toBeVisible();
    await runCommand('clear the log filters');
    await expect(page.getByTestId('log-clear-filters')).toBeHidden();

    await runCommand('as an agent');
    await expect(page.getByTestId('call')).toHaveCount(1);
    await runCommand('failed calls');
    await expect(page.getByTestId('call')).toHaveCount(0);
    await expect(page.getByTestId('call-counts')).toHaveText(/^0 of 1 call/);
    await runCommand('filter the timeline');
    await expect(page.getByTestId('filter-end')).toHaveValue('failed');
    await runCommand('clear the timeline filters');
    await expect(page.getByTestId('call')).toHaveCount(1);
    await page.getByTestId('call-filter').focus();
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('filter-end')).toBeHidden();
    await page.keyboard.press('/');
    await expect(page.getByTestId('call-search')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByTestId('calls')).toBeFocused();

    await runCommand('refresh the screen');
    await runCommand('layout rows');
    await expect(page.getByTestId('layout-rows')).toBeChecked();
    await runCommand('elements as a tree');
    await expect(
      page.getByRole('treegrid').getByRole('row', { expanded: true }).first(),
    ).toBeVisible();
  });

  test('opens and stops an app, and changes a setting of the phone', async ({ console: page }) => {
    const status = page.getByTestId('command-status');
    // Enter may come before the apps are known.
    await page.keyboard.press('ControlOrMeta+k');
    await paletteInput(page).fill('calculator');
    await page.keyboard.press('Enter');
    await expect(status).toHaveText('Open Calculator: done');
    await page.keyboard.press('ControlOrMeta+k');
    await paletteInput(page).fill('open app');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Open app…' })).toHaveValue('');
    await paletteInput(page).fill('clock');
    await expect(commands(page)).toHaveText([/^Open Clock/]);
    await paletteInput(page).fill('');
    // Back to all commands, and to the apps again.
    await paletteInput(page).press('Backspace');
    await paletteInput(page).fill('open app');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('palette')).toContainText('Esc back');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox', { name: 'Type a command…' })).toBeFocused();
    await paletteInput(page).fill('open app');
    await page.keyboard.press('Enter');
    await paletteInput(page).fill('notes');
    await expect(commands(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(paletteInput(page)).toBeHidden();
    await expect(status).toHaveText('Open Notes: done');
    // What is typed may be the action.
    await page.keyboard.press('ControlOrMeta+k');
    await paletteInput(page).fill('tap 540 1200');
    await page.keyboard.press('Enter');
    await expect(status).toHaveText('Tap 540, 1200: done');
    // A setting that is a number opens its field.
    await page.keyboard.press('ControlOrMeta+k');
    await paletteInput(page).fill('brightness');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('spinbutton', { name: /^Brightness/ })).toBeFocused();
    // A tool that needs no argument is run at once.
    await page.keyboard.press('ControlOrMeta+k');
    await paletteInput(page).fill('lock');
    await expect(commands(page).first()).toHaveText(/^Lock phone/);
    await page.keyboard.press('Enter');
    await expect(status).toHaveText('Lock phone: done');

    // What can't be undone is only filled in.
    await page.keyboard.press('ControlOrMeta+k');
    await paletteInput(page).fill('clear data');
    await page.keyboard.press('Enter');
    await paletteInput(page).fill('notes');
    await expect(commands(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('field-package_id')).toHaveValue('com.handset.notes');

    await page.keyboard.press('ControlOrMeta+k');
    await paletteInput(page).fill('phone dark theme on');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('command-status')).toHaveText(
      'Turn the phone’s dark theme on: done',
    );
    // It is offered again the other way round.
    await page.keyboard.press('ControlOrMeta+k');
    await expect(commands(page).first()).toContainText('Turn the phone’s dark theme off');
    await paletteInput(page).fill('phone dark theme on');
    await expect(selectedOption(page)).toContainText('Already on');
  });
});

test('finds the command that a person means', { tag: '@more' }, async ({ console: page }) => {
  await waitForBridge(page);
  // What may be tapped.
  await readScreenAgain(page);
  // So that there are calls to export.
  await tab(page, 'Timeline').click();
  await page.getByTestId('run-screen-state').click();
  await expect(page.getByTestId('open-export')).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+k');
  // The apps and the settings are read from the phone.
  for (const [query, label] of [
    ['notes', 'Open Notes'],
    ['wifi', 'Turn Wi-Fi off'],
  ] as const) {
    await paletteInput(page).fill(query);
    await expect(selectedOption(page)).toContainText(label);
  }
  // All queries in one trip to the page, which renders after each input event.
  const labels = await paletteInput(page).evaluate(async (input: HTMLInputElement, queries) => {
    const found: [query: string, label: string][] = [];
    for (const query of queries) {
      input.value = query;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve));
      const option = document.querySelector('[role=option][aria-selected=true] .label');
      found.push([query, option?.textContent.trim() ?? 'nothing']);
    }
    return found;
  }, Object.values(searches).flat());
  const found: Record<string, string[]> = {};
  for (const [query, label] of labels) (found[label] ??= []).push(query);
  expect(found).toEqual(searches);
});

test.describe('with fields on the screen', { tag: '@more' }, () => {
  test.use({ demo: { activity: 'com.handset.notes/.SignInActivity' } });

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
    const table = page.getByTestId('call-result').getByTestId('result-table');
    await expect(table).toBeVisible();
    await runCommand('result as raw');
    await expect(table).toHaveCount(0);
    await runCommand('repeat the last call');
    await expect(page.getByTestId('history-call')).toHaveCount(2);
    await runCommand('show only failed calls');
    await expect(page.getByTestId('call')).toHaveCount(0);
    await runCommand('clear the timeline filters');
    await expect(page.getByTestId('call')).toHaveCount(3);

    await runCommand('long press');
    await runCommand('pick the point');
    await expect(page.getByTestId('pick-x')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('pick-x')).toBeFocused();
  });
});

test('a reload keeps the demo phone and the panel', { tag: '@more' }, async ({ page, bridge }) => {
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
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('ControlOrMeta+k');
  await paletteInput(page).fill('open capture');
  await page.keyboard.press('Enter');
  expect((await chooser).isMultiple()).toBe(true);
});

test(
  'is accessible and fits 360 pixels, light and dark',
  { tag: '@nightly' },
  async ({ console: page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.keyboard.press('ControlOrMeta+k');
    for (const typed of ['', 'screen', 'connect', 'zzzz']) {
      await paletteInput(page).fill(typed);
      expect([typed, ...(await faultsOf(page))]).toEqual([typed]);
    }
    const box = await page.getByTestId('palette').boundingBox();
    expect(box?.width).toBeLessThanOrEqual(360);
    await page.keyboard.press('Escape');
    // The panels are below the phone.
    await page.keyboard.press('Control+Shift+Digit5');
    await expect(page.getByTestId('log-wrap')).toBeInViewport();
    await page.getByTestId('open-palette').focus();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    expect(await horizontalOverflowPx(page)).toBe(0);
  },
);
