/** How elements are read: what the console and list_phones say of it, and the switch. */
import type { Page } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { elementRow, runPhoneCommand, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';

const settings = 'com.android.settings/.Settings';
const notes = 'com.handset.notes/.MainActivity';
const openDetails = (page: Page): Promise<void> =>
  page.getByTestId('live-line').locator('summary').click();

/** The channel of the phone's shell. */
const record = 'screen-reader';
test.use({ live: 'on', demo: { activity: settings, record } });

test(
  'the element reader is used once it is proven, can be freed, and turned off',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    const agent = await agents('v1');
    await openDetails(page);
    const reading = page.getByTestId('reading');
    await expect(reading).toHaveText(/element reader runs on the phone and reads/);
    expect((await agent.call('list_phones')).text).toContain('\telement reader\t');
    expect(await axeViolations(page)).toEqual([]);

    await agent.call('click_element', { selector: ':text("Battery")' });
    const { text } = await agent.call('get_screen_state', {});
    expect(text).toContain('Battery Saver');
    const dump = (): Promise<string> => runPhoneCommand(page, record, 'uiautomator dump 2>&1');
    // Android gives UiAutomation to one program at a time.
    expect(await dump()).toContain('Killed');
    // The Elements panel follows what happens on the phone, and so keeps it; other panels do not.
    await runPhoneCommand(page, record, `am start -n ${notes}`);
    await expect(elementRow(page, 'Notes').first()).toBeVisible();
    await page.waitForTimeout(6_000);
    expect(await dump()).toContain('Killed');
    await page.getByRole('tab', { name: 'Logs' }).click();
    await expect.poll(dump, { timeout: 10_000 }).toContain('dumped to');
    await page.getByRole('tab', { name: 'Elements' }).click();
    await runPhoneCommand(page, record, `am start -n ${settings}`);
    await expect(elementRow(page, 'Battery Saver').first()).toBeVisible();
    await runPhoneCommand(page, record, `am start -n ${notes}`);
    await expect(elementRow(page, 'Notes').first()).toBeVisible();
    await openDetails(page);
    await page.getByRole('button', { name: 'Let other programs read the screen' }).click();
    await expect.poll(dump).toContain('dumped to');
    // Nor does the next change take it back.
    await runPhoneCommand(page, record, `am start -n ${settings}`);
    await expect(reading).toContainText('Other programs can read the screen now');
    await page.waitForTimeout(1_500);
    expect(await dump()).toContain('dumped to');
    await expect(elementRow(page, 'Notes').first()).toBeVisible();
    await page.getByTestId('live-line').getByRole('button', { name: 'Refresh the screen' }).click();
    await expect(elementRow(page, 'Battery Saver').first()).toBeVisible();

    await page.getByRole('switch', { name: 'Element reader' }).click();
    await expect(reading).toContainText('Handset’s element reader isn’t used: turned off');
    expect((await agent.call('list_phones')).text).toContain(
      '\tuiautomator dump, not the element reader: turned off\t',
    );
    expect((await agent.call('get_screen_state', {})).text).toContain('Battery Saver');
    await page.reload();
    await waitForPhone(page);
    await openDetails(page);
    await expect(reading).toContainText('Handset’s element reader isn’t used: turned off');
  },
);
