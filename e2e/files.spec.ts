/** Apps and files that are dropped onto the phone's screen or chosen, and their transfers. */
import type { Locator, Page } from '@playwright/test';
import { buildApk } from '#core/demo-phone/testing/build-apk.ts';
import { axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import { consoleUrl } from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

interface DroppedFile {
  readonly name: string;
  readonly type?: string;
  readonly bytes: Uint8Array | string;
}

const apkType = 'application/vnd.android.package-archive';
const apk = (packageName: string): Uint8Array => buildApk({ packageName });
const transferRow = (page: Page, name: string): Locator =>
  page.getByTestId('transfer').filter({ hasText: name });

/** Drags files over an element and, unless `falls` is false, drops them. */
async function dropFiles(
  page: Page,
  files: readonly DroppedFile[],
  { onto = 'drop-target', falls = true } = {},
): Promise<void> {
  const fileData = files.map(({ name, type = '', bytes }) => ({
    name,
    type,
    base64: Buffer.from(bytes).toString('base64'),
  }));
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const { name, type, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
    }
    return data;
  }, fileData);
  const target = page.getByTestId(onto);
  await target.dispatchEvent('dragenter', { dataTransfer: transfer });
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  if (falls) await target.dispatchEvent('drop', { dataTransfer: transfer });
}

test.describe('a phone', () => {
  shareConsole({ live: 'off' });

  test.beforeEach(async ({ console: page }) => {
    await page.mouse.move(0, 0);
    const clear = page.getByRole('button', { name: 'Clear finished' });
    if (await clear.isVisible()) await clear.click();
    await expect(page.getByTestId('transfer')).toHaveCount(0, { timeout: 15_000 });
  });

  test('says what a drop will do, only over the phone', async ({ console: page }) => {
    const dropNote = page.getByTestId('drop-hint');
    const file = { name: 'a.apk', bytes: 'x' };
    await dropFiles(page, [{ ...file, type: apkType }], { falls: false });
    await expect(dropNote).toHaveText('Install the app');
    await dropFiles(page, [{ ...file, type: 'image/png' }], { falls: false });
    await expect(dropNote).toHaveText('Copy to Download');
    await dropFiles(page, [file], { falls: false });
    await expect(dropNote).toHaveText('Install the app, or copy the file to Download');
    await page.getByTestId('drop-target').dispatchEvent('dragleave');
    await expect(dropNote).toBeHidden();
    // A file dropped beside the phone is not sent, and does not navigate the page either.
    const isPrevented = await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], 'a.txt'));
      const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    });
    expect(isPrevented).toBe(true);
    await expect(page.getByTestId('transfer')).toHaveCount(0);
  });

  test('an app is installed and files are copied, one after the other', async ({
    console: page,
    pageErrors,
  }) => {
    await dropFiles(page, [
      { name: 'app.apk', type: apkType, bytes: apk('com.example.app') },
      { name: 'hello world.txt', type: 'text/plain', bytes: 'Hello' },
      { name: 'hello world.txt', type: 'text/plain', bytes: 'Hello again' },
    ]);
    await expect(transferRow(page, 'app.apk')).toHaveAttribute('data-state', 'done');
    await expect(transferRow(page, 'app.apk')).toHaveText('Installed app.apk');
    const copied = transferRow(page, 'Copied hello world.txt');
    await expect(copied.first()).toContainText('Saved as /sdcard/Download/hello world.txt');
    // An existing file is never overwritten.
    await expect(copied.last()).toContainText('Saved as /sdcard/Download/hello world (1).txt');
    expect(pageErrors).toEqual([]);
  });

  test('a failed transfer shows the phone’s message, and can be tried again', async ({
    console: page,
  }) => {
    await dropFiles(page, [
      { name: 'broken.apk', bytes: 'no app' },
      { name: 'settings.apk', bytes: apk('com.android.settings') },
      { name: 'bundle.xapk', bytes: 'PK' },
    ]);
    const broken = transferRow(page, 'Couldn’t install broken.apk');
    // It stays, and takes no taps of the phone.
    const phone = await page.getByTestId('phone-viewport').boundingBox();
    const left = (await broken.boundingBox())?.x ?? 0;
    expect(left).toBeGreaterThan((phone?.x ?? NaN) + (phone?.width ?? NaN));
    await broken.getByRole('button', { name: 'Details' }).click();
    await expect(
      broken.getByText('the phone said: Error: Failed to parse APK file: broken.apk'),
    ).toBeVisible();
    await expect(transferRow(page, 'settings.apk')).toContainText(
      'INSTALL_FAILED_UPDATE_INCOMPATIBLE',
    );
    await expect(transferRow(page, 'settings.apk')).toContainText('signed with another key');
    const bundle = transferRow(page, 'bundle.xapk');
    await expect(bundle).toContainText('Phones can’t install .xapk files directly.');
    await expect(bundle.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await transferRow(page, 'broken.apk').getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByTestId('transfer').last()).toContainText('broken.apk');
    await expect(page.getByTestId('transfer').last()).toHaveAttribute('data-state', 'failed');
    await bundle.getByRole('button', { name: 'Dismiss bundle.xapk' }).click();
    await expect(bundle).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear finished' }).click();
    await expect(page.getByTestId('transfers')).toBeHidden();
  });

  test(
    'successes go by themselves, but not from under the pointer',
    { tag: '@more' },
    async ({ console: page }) => {
      await dropFiles(page, [{ name: 'hello world.txt', type: 'text/plain', bytes: 'Hello' }]);
      const copied = transferRow(page, 'Copied hello world.txt');
      await expect(copied).toHaveCount(1);
      await page.getByTestId('transfers').hover();
      await page.waitForTimeout(9_000);
      await expect(copied).toHaveCount(1);
      await page.mouse.move(0, 0);
      await expect(page.getByTestId('transfers')).toBeHidden({ timeout: 15_000 });
    },
  );
});

const mebibyte = 1024 * 1024;

/**
 * Drops a large file that is never whole in memory: `head`, then the same mebibyte many times, then
 * `tail`, the latter two as base64.
 */
async function dropLarge(
  page: Page,
  name: string,
  { mebibytes, head = '', tail = '' }: { mebibytes: number; head?: string; tail?: string },
): Promise<void> {
  const fileData = { name, mebibytes, mebibyte, head, tail };
  const transfer = await page.evaluateHandle((large) => {
    const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
      Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const piece = new Blob([new Uint8Array(large.mebibyte).fill(120)]);
    const middle = Array.from({ length: large.mebibytes }, () => piece);
    const data = new DataTransfer();
    data.items.add(new File([bytesOf(large.head), ...middle, bytesOf(large.tail)], large.name));
    return data;
  }, fileData);
  await page.getByTestId('drop-target').dispatchEvent('drop', { dataTransfer: transfer });
}

/** An APK split before its ZIP central directory, whose offset is moved by `laterBytes`; parts as base64. */
function splitApk(packageName: string, laterBytes: number): { head: string; tail: string } {
  const whole = apk(packageName);
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
  const end = whole.length - 22;
  const directory = view.getUint32(end + 16, true);
  view.setUint32(end + 16, directory + laterBytes, true);
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  return { head: text(whole.subarray(0, directory)), tail: text(whole.subarray(directory)) };
}

/** Records every different value of the row's progress bar, from 0 to 1. */
async function watchBar(row: Locator): Promise<() => Promise<readonly number[]>> {
  const values = await row.getByRole('progressbar').evaluateHandle((bar: HTMLProgressElement) => {
    const seen = new Set([bar.value / bar.max]);
    const watch = new MutationObserver(() => seen.add(bar.value / bar.max));
    watch.observe(bar, { attributes: true });
    return seen;
  });
  return async () => await values.evaluate((seen) => [...seen]);
}

test(
  'large files show progress, and a cancelled one leaves nothing behind',
  { tag: '@more' },
  async ({ console: page }) => {
    test.slow();
    await dropLarge(page, 'film.bin', { mebibytes: 128 });
    const film = transferRow(page, 'film.bin');
    const shown = await watchBar(film);
    await expect(film).toHaveAttribute('data-state', 'done');
    await expect(film).toContainText('/sdcard/Download/film.bin');
    const parts = (await shown()).filter((part) => part > 0 && part < 1);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts).toEqual(parts.toSorted((one, other) => one - other));

    // Too large to arrive before it is cancelled.
    await dropLarge(page, 'stopped.bin', { mebibytes: 4096 });
    const stopped = transferRow(page, 'stopped.bin').first();
    const bar = stopped.getByRole('progressbar');
    await expect
      .poll(() => bar.evaluate((node: HTMLProgressElement) => node.value))
      .toBeGreaterThan(0);
    // Starts as soon as the cancelled transfer has ended.
    await dropFiles(page, [{ name: 'stopped.bin', bytes: 'small' }]);
    await stopped.getByRole('button', { name: 'Cancel stopped.bin' }).click();
    await expect(stopped).toHaveAttribute('data-state', 'cancelled');
    // Keeps its name, since the cancelled file was removed.
    await expect(transferRow(page, 'stopped.bin').last()).toContainText(
      'Saved as /sdcard/Download/stopped.bin',
    );

    const laterMebibytes = 40;
    const parted = splitApk('com.example.large', laterMebibytes * mebibyte);
    await dropLarge(page, 'large.apk', { mebibytes: laterMebibytes, ...parted });
    await expect(transferRow(page, 'large.apk')).toContainText('Installed large.apk');
  },
);

test.describe('a phone that forbids installing over USB', { tag: '@more' }, () => {
  test.use({ demo: { faults: 'install-blocked' } });

  test('names the setting to change', async ({ console: page }) => {
    await dropFiles(page, [{ name: 'app.apk', bytes: apk('com.example.app') }]);
    await expect(transferRow(page, 'app.apk')).toContainText('INSTALL_FAILED_USER_RESTRICTED');
    await expect(transferRow(page, 'app.apk')).toContainText('Install via USB');
  });
});

test.describe('a slow phone', { tag: '@more' }, () => {
  // Each command takes three seconds longer, which leaves time to cancel.
  test.use({ demo: { faults: 'slow' } });

  test('shows progress, and can be cancelled', async ({ console: page }) => {
    await page.getByTestId('send-files-input').setInputFiles([
      { name: 'first.apk', mimeType: apkType, buffer: Buffer.from(apk('com.example.app')) },
      { name: 'second.txt', mimeType: 'text/plain', buffer: Buffer.from('second') },
      { name: 'third.txt', mimeType: 'text/plain', buffer: Buffer.from('third') },
    ]);
    const first = transferRow(page, 'first.apk');
    await expect(first).toHaveAttribute('data-state', 'installing');
    await expect(first.getByRole('progressbar')).toBeVisible();
    await expect(transferRow(page, 'third.txt')).toContainText('Waiting');
    await transferRow(page, 'third.txt').getByRole('button', { name: 'Cancel third.txt' }).click();
    await expect(transferRow(page, 'third.txt')).toHaveAttribute('data-state', 'cancelled');
    await first.getByRole('button', { name: 'Cancel first.apk' }).click();
    await expect(first).toContainText('check whether the app is on the phone');
    await expect(transferRow(page, 'second.txt')).toHaveAttribute('data-state', 'done');
  });
});

test(
  'without a phone, a dropped file does not navigate the page',
  { tag: '@more' },
  async ({ page, bridge }) => {
    await page.goto(consoleUrl(bridge.url, {}));
    await expect(page.getByTestId('phone-status')).toBeAttached();
    const isPrevented = await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], 'a.txt'));
      const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    });
    expect(isPrevented).toBe(true);
  },
);

test(
  'the list is accessible and fits 360 pixels, light and dark',
  { tag: '@nightly' },
  async ({ console: page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await dropFiles(page, [
      { name: `${'long-'.repeat(30)}name.txt`, bytes: 'x' },
      { name: 'broken.apk', bytes: 'no app' },
    ]);
    await expect(transferRow(page, 'broken.apk')).toHaveAttribute('data-state', 'failed');
    await dropFiles(page, [{ name: 'a.apk', bytes: 'x' }], { falls: false });
    const faults = await axeViolationsInBothThemes(page, (axe) =>
      axe.include('[data-testid="transfers"]').include('[data-testid="drop-hint"]'),
    );
    expect(faults).toEqual([]);
    expect(await horizontalOverflowPx(page)).toBe(0);
  },
);
