/** The section Files of the Device panel: looking through the phone's folders, taking, sending and changing files. */
import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import { expect, shareConsole, test } from './fixtures.ts';

const file = (page: Page, name: string): Locator =>
  page.getByTestId('file').filter({ has: page.getByText(name, { exact: true }) });
const list = (page: Page): Locator => page.getByRole('listbox', { name: 'Files' });
const sendField = (page: Page): Locator =>
  page.getByTestId('files-section').getByTestId('send-files-input');
const preview = (page: Page): Locator => page.getByTestId('file-preview');
const action = (page: Page, name: string): Locator =>
  page.getByTestId('files-section').getByRole('button', { name, exact: true });

async function openFolder(page: Page, path: string): Promise<void> {
  await action(page, 'Type a path').click();
  await page.getByLabel('Path of the folder').fill(path);
  // A command of the palette may still be moving focus to the files.
  await page.getByLabel('Path of the folder').press('Enter');
  const name = path.split('/').at(-1) ?? '';
  const shown = page.getByTestId('path').locator('[aria-current="location"]');
  await expect(shown).toHaveText(name === '' ? '/' : name);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test.describe('in one console', () => {
  shareConsole({ live: 'off' });

  test.beforeEach(async ({ console: page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('#tab-device').click();
    await page.getByRole('tab', { name: 'Files' }).click();
    await openFolder(page, '/sdcard');
    await expect(file(page, 'DCIM')).toBeVisible();
  });

  test('goes through folders by mouse and by keys, and says why one is refused', async ({
    console: page,
  }) => {
    await file(page, 'DCIM').click();
    await file(page, 'Camera').click();
    await expect(page.getByTestId('file')).toHaveCount(2);
    await page.getByTestId('path').getByRole('button', { name: 'DCIM' }).click();
    await expect(file(page, 'Camera')).toBeVisible();
    await list(page).press('Backspace');
    await expect(file(page, 'DCIM')).toBeVisible();
    // The folder that was left is where the keys are.
    await list(page).press('Enter');
    await expect(file(page, 'Camera')).toBeVisible();
    await openFolder(page, '/data');
    const section = page.getByTestId('files-section');
    await expect(section).toContainText('The phone refused listing /data: Permission denied.');
    await action(page, 'Go to /sdcard').click();
    await openFolder(page, '/sdcard/Alarms');
    await expect(section).toContainText('This folder is empty');
    await openFolder(page, '/');
    await expect(file(page, 'metadata')).toContainText('Permission denied');
    await file(page, 'sdcard').click();
    await expect(file(page, 'DCIM')).toBeVisible();
  });

  test('sorts, hides hidden files, and selects as file managers do', async ({ console: page }) => {
    await openFolder(page, '/sdcard/Download');
    await expect(page.getByTestId('file')).toHaveCount(1);
    await action(page, 'Show hidden files').click();
    await expect(file(page, '.nomedia')).toBeVisible();
    await action(page, 'Show hidden files').click();
    await openFolder(page, '/sdcard/Documents');
    const names = (): Promise<string[]> =>
      page.getByTestId('file').locator('bdi').allTextContents();
    await expect.poll(names).toEqual(['Expenses 2026.csv', 'Packing list.txt']);
    await page.getByRole('button', { name: 'Changed', exact: true }).click();
    await page.getByRole('button', { name: 'Changed', exact: true }).click();
    await expect.poll(names).toEqual(['Packing list.txt', 'Expenses 2026.csv']);
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    const selected = page.getByRole('option', { selected: true });
    await file(page, 'Expenses 2026.csv').click();
    await file(page, 'Packing list.txt').click({ modifiers: ['Shift'] });
    await expect(selected).toHaveCount(2);
    await file(page, 'Packing list.txt').click({ modifiers: ['Control'] });
    await expect(selected).toHaveCount(1);
    await list(page).press('Escape');
    await expect(selected).toHaveCount(0);
    await expect(action(page, 'Download')).toHaveAttribute(
      'title',
      /Select a file or folder first/,
    );
    await list(page).press('ArrowDown');
    await list(page).press('Shift+ArrowDown');
    await expect(selected).toHaveCount(2);
    await list(page).press('Control+a');
    await expect(page.getByTestId('file-count')).toContainText('2 selected');
  });

  test(
    'shows pictures, text, sound and video, and nothing of it as a document',
    { tag: '@more' },
    async ({ console: page, pageErrors }) => {
      const write = (name: string, content: string): Promise<void> =>
        sendField(page).setInputFiles({
          name,
          mimeType: '',
          buffer: Buffer.from(content, name.startsWith('latin') ? 'latin1' : 'utf8'),
        });
      await openFolder(page, '/sdcard/Pictures/Screenshots');
      await file(page, 'Screenshot_20261120-101112.png').click();
      const width = (image: HTMLImageElement): number => image.naturalWidth;
      await expect.poll(() => preview(page).locator('img').evaluate(width)).toBe(120);
      const script = '<script>document.title = "run"</script>';
      await write(
        'evil.svg',
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`,
      );
      await file(page, 'evil.svg').click();
      await expect.poll(() => preview(page).locator('img').evaluate(width)).toBe(9);
      await write('evil.html', `${script}\u202e`);
      await file(page, 'evil.html').click();
      await expect(preview(page).locator('pre')).toHaveText(`${script}‹U+202E›`);
      await write('latin.txt', 'Grüße');
      await file(page, 'latin.txt').click();
      await expect(preview(page)).toContainText('Grüße');
      await expect(preview(page)).toContainText('Not UTF-8; shown as windows-1252.');
      await write('binary.bin', 'a\0b');
      await file(page, 'binary.bin').click();
      await expect(preview(page)).toContainText('There is no preview of this kind of file.');
      for (const [path, name, tag] of [
        ['/sdcard/Movies', 'VID_20261118_101700.webm', 'video'],
        ['/sdcard/Music', 'Tuning tone.wav', 'audio'],
      ] as const) {
        await openFolder(page, path);
        await file(page, name).click();
        const isReady = (media: HTMLMediaElement): boolean => media.readyState >= 1;
        await expect.poll(() => preview(page).locator(tag).evaluate(isReady)).toBe(true);
      }
      expect(await page.title()).not.toBe('run');
      expect(pageErrors).toEqual([]);
      // The copies of what was shown are deleted.
      await list(page).press('Escape');
      const keptFolders = (): Promise<number> =>
        page.evaluate(async () => {
          const origin = await navigator.storage.getDirectory();
          let count = 0;
          for await (const _ of (await origin.getDirectoryHandle('recordings')).keys()) count++;
          return count;
        });
      await expect.poll(keptFolders).toBe(0);
    },
  );

  test('downloads a file as it is, and a folder as a ZIP file; what is missing is said', async ({
    console: page,
  }) => {
    await openFolder(page, '/sdcard/Documents');
    await file(page, 'Packing list.txt').click();
    const saved = page.waitForEvent('download');
    await action(page, 'Download').click();
    expect((await saved).suggestedFilename()).toBe('Packing list.txt');
    expect(await readFile(await (await saved).path(), 'utf8')).toMatch(/^Passport\n/);
    await openFolder(page, '/');
    await file(page, 'etc').locator('.check').click();
    await file(page, 'data').locator('.check').click();
    const zipped = page.waitForEvent('download');
    await action(page, 'Download').click();
    expect((await zipped).suggestedFilename()).toBe('file.zip');
    const zip = await readFile(await (await zipped).path());
    expect(zip.toString('latin1')).toContain('etc/hosts');
    expect(zip.toString('latin1')).toContain('Not downloaded.txt');
    const entry = page.getByTestId('transfer').filter({ hasText: '2 files and folders' });
    await expect(entry).toContainText('Saved as file.zip, without 1 of the files');
    await entry.getByRole('button', { name: 'Details' }).click();
    await expect(entry).toContainText('/data: The phone refused listing /data: Permission denied.');
    await page.keyboard.press('Escape');
    await entry.getByRole('button', { name: 'Dismiss' }).click();
  });

  test('sends, makes, renames and deletes, with a question that says what', async ({
    console: page,
  }) => {
    await openFolder(page, '/sdcard/Podcasts');
    await action(page, 'New folder…').click();
    const name = `it's -a "b" \u202e😀`;
    await page.getByRole('textbox', { name: 'Name' }).fill('a/b');
    await expect(page.getByTestId('name-dialog')).toContainText('A name can’t contain a slash');
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Enter');
    const shown = name.replace('\u202e', '‹U+202E›');
    await expect(page.getByTestId('file-outcome')).toHaveText(`Made ${shown}`);
    await file(page, shown).click();
    await expect(page.getByTestId('files-section')).toContainText('This folder is empty');
    await sendField(page).setInputFiles([
      { name: 'one.apk', mimeType: '', buffer: Buffer.from('not installed here') },
      { name: 'two.txt', mimeType: '', buffer: Buffer.from('two') },
    ]);
    await expect(page.getByTestId('file')).toHaveCount(2);
    await sendField(page).setInputFiles([
      { name: 'two.txt', mimeType: '', buffer: Buffer.from('another') },
    ]);
    // Never over what is there.
    await expect(file(page, 'two (1).txt')).toBeVisible();
    await file(page, 'two.txt').click();
    await list(page).press('F2');
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await expect(file(page, 'one.txt')).toBeVisible();
    await file(page, 'one.txt').click();
    await action(page, 'Rename…').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('one.apk');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('files-section')).toContainText('File exists');
    await action(page, 'Up to the folder above').click();
    await file(page, shown).locator('.check').click();
    await list(page).press('Delete');
    const question = page.getByTestId('delete-question');
    await expect(question).toContainText(`Delete ${shown}?`);
    await expect(question).toContainText('3 files (28 bytes) in 1 folder.');
    await question.getByTestId('confirm').click();
    await expect(page.getByTestId('file-outcome')).toHaveText('Deleted 1 item');
    await openFolder(page, '/system/etc');
    await file(page, 'hosts').click();
    await list(page).press('Delete');
    await question.getByTestId('confirm').click();
    const section = page.getByTestId('files-section');
    await expect(section).toContainText('Not everything was deleted.');
    await section.getByRole('button', { name: 'Details' }).click();
    await expect(section).toContainText('/system/etc/hosts: Read-only file system');
    await page.keyboard.press('Escape');
  });

  test(
    '64 MB are the same after the way there and back',
    { tag: '@more' },
    async ({ console: page }, testInfo) => {
      test.setTimeout(120_000);
      await openFolder(page, '/sdcard/Ringtones');
      const bytes = randomBytes(64_000_000);
      const source = testInfo.outputPath('large.bin');
      await writeFile(source, bytes);
      await sendField(page).setInputFiles(source);
      await expect(file(page, 'large.bin')).toBeVisible({ timeout: 60_000 });
      await file(page, 'large.bin').click();
      const saved = page.waitForEvent('download', { timeout: 60_000 });
      await action(page, 'Download').click();
      expect(sha256(await readFile(await (await saved).path()))).toBe(sha256(bytes));
      await list(page).press('Delete');
      await page.getByTestId('confirm').click();
      await expect(file(page, 'large.bin')).toBeHidden();
    },
  );

  test(
    'is found in the palette, and accessible in both themes and on a narrow page',
    { tag: '@more' },
    async ({ console: page }) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('download a file from the phone');
      await page.keyboard.press('Enter');
      await expect(list(page)).toBeVisible();
      await openFolder(page, '/sdcard/Documents');
      await file(page, 'Packing list.txt').click();
      await expect(preview(page)).toContainText('Passport');
      expect(await axeViolationsInBothThemes(page)).toEqual([]);
      for (const width of [1440, 390, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await page.locator('#tab-device').click();
        await expect(preview(page)).toBeVisible();
        expect(await horizontalOverflowPx(page)).toBe(0);
      }
      expect(await axeViolationsInBothThemes(page)).toEqual([]);
    },
  );
});
