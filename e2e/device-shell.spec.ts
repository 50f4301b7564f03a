/** The Shell section of the Device panel: xterm.js, the worker, ADB and the demo phone's terminal. */
import type { Locator, Page } from '@playwright/test';
import { findAdb, startAdbClient, startDemoPhone } from './adb-client.ts';
import { axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import { bridgeFile, startBridge } from './bridge-process.ts';
import { consoleUrl, waitForBridge, waitForPhone } from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

const prompt = 'demo14:/ $';

/** The text of the terminal that is shown. */
const shown = (page: Page): Locator => page.locator('.xterm-rows:visible');

async function openShell(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Device' }).click();
  await page.getByRole('tab', { name: 'Shell' }).click();
  await expect(shown(page)).toContainText('$');
}

/** Types a line and waits until the terminal shows this. */
async function run(page: Page, line: string, expected: string | RegExp): Promise<void> {
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
  await expect(shown(page)).toContainText(expected);
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const options = { clipboardData, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', options));
  }, text);
}

/** Rows and columns, as the phone knows them. */
async function sizeOnPhone(page: Page): Promise<string> {
  await page.keyboard.press('Control+L');
  await run(page, 'clear; stty size', /\d+ \d+/);
  return /\d+ \d+/.exec((await shown(page).textContent()) ?? '')?.[0] ?? '';
}

test.describe('the shell', () => {
  shareConsole({ live: 'off' });
  // The first test, and the one after a failure, has a new page.
  test.beforeEach(async ({ console: page }) => {
    if (!(await shown(page).isVisible())) await openShell(page);
  });

  test('runs lines, with colors, history and exit codes; Ctrl+C interrupts', async ({
    console: page,
    pageErrors,
  }) => {
    await run(page, 'echo $((1))x; false', `1|${prompt}`);
    await run(page, 'ls --color -d /data', '/data');
    const blue = await shown(page)
      .locator('span', { hasText: /^\/data$/ })
      .evaluate((span) => getComputedStyle(span).color);
    expect(blue).not.toBe(await shown(page).evaluate((rows) => getComputedStyle(rows).color));
    await run(page, 'echo -e "\\e[38;2;1;119;3mtrue\\e[0m color"', 'true color');
    await expect(shown(page).locator('span', { hasText: /^true$/ })).toHaveCSS(
      'color',
      'rgb(1, 119, 3)',
    );
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await run(page, 'sleep 100', 'sleep 100');
    await page.keyboard.press('Control+C');
    await expect(shown(page)).toContainText(`130|${prompt}`);
    expect(pageErrors).toEqual([]);
  });

  test('follows the size of the panel', async ({ console: page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const wide = await sizeOnPhone(page);
    expect(wide).toMatch(new RegExp(`^${await shown(page).locator('> div').count()} `));
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect.poll(() => sizeOnPhone(page)).not.toBe(wide);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test(
    'stays quick and small while the phone floods it, and ends the flood by Ctrl+C',
    { tag: '@more' },
    async ({ console: page }) => {
      const devtools = await page.context().newCDPSession(page);
      const usedMb = async (): Promise<number> => {
        await devtools.send('HeapProfiler.collectGarbage');
        return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
      };
      /** The longest of so many frames, in ms. */
      const longestFrame = (frames: number): Promise<number> =>
        page.evaluate(async (count) => {
          let longestMs = 0;
          for (let at = 0, lastMs = performance.now(); at < count; at++) {
            const nowMs = await new Promise<number>(requestAnimationFrame);
            longestMs = Math.max(longestMs, nowMs - lastMs);
            lastMs = nowMs;
          }
          return longestMs;
        }, frames);
      await run(page, 'yes flood', 'flood flood'.slice(0, 5));
      await longestFrame(60);
      const before = await usedMb();
      expect(await longestFrame(120)).toBeLessThan(1_000);
      expect((await usedMb()) - before).toBeLessThan(10);
      await page.keyboard.press('Control+C');
      await expect(shown(page)).toContainText(`130|${prompt}`);
      await devtools.detach();
    },
  );

  test(
    'searches, copies, and asks before it pastes several lines',
    { tag: '@more' },
    async ({ console: page }) => {
      await page.evaluate(() => {
        navigator.clipboard.writeText = (text) => {
          document.body.dataset['copied'] = text;
          return Promise.resolve();
        };
      });
      await run(page, 'clear; echo needle', `needle${prompt}`);
      await page.keyboard.press('Control+Shift+F');
      await page.keyboard.type('needle');
      await expect(page.getByText('1 of 1')).toBeVisible();
      await page.keyboard.press('Escape');
      await shown(page)
        .getByText(/^needle$/)
        .dblclick({ force: true });
      await page.keyboard.press('Control+Shift+C');
      await expect(page.locator('body')).toHaveAttribute('data-copied', 'needle');
      await paste(page, 'echo one; \x1b\x03echo two');
      await page.keyboard.press('Enter');
      await expect(shown(page)).toContainText(`two${prompt}`);
      await paste(page, 'echo three\necho four\n');
      const question = page.getByTestId('paste-question');
      await expect(question).toContainText('Paste 2 lines?');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await paste(page, 'echo five\necho six\n');
      await question.getByRole('button', { name: 'Paste' }).click();
      await expect(shown(page)).toContainText(`six${prompt}`);
      await expect(shown(page)).not.toContainText('three');
    },
  );

  test('keeps Tab and Escape, and is left by F6', async ({ console: page }) => {
    await run(page, 'clear', '$');
    await page.keyboard.type('ls -d /sdc');
    await page.keyboard.press('Tab');
    await expect(shown(page)).toContainText('/sdcard/');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+U');
    await expect(page.getByRole('textbox', { name: /Press F6 to leave it/ })).toBeFocused();
    await page.keyboard.press('F6');
    await expect(page.getByTestId('new-shell')).toBeFocused();
  });

  test('is one of several, and ends', async ({ console: page }) => {
    await page.getByTestId('new-shell').click();
    await run(page, 'cd /data; exit 4', '');
    await expect(page.getByTestId('shell-ended').filter({ visible: true })).toHaveText(
      'The shell ended with exit code 4.',
    );
    await page.getByTestId('shell-2').getByRole('button', { name: 'New shell' }).click();
    await run(page, 'echo third', 'third');
    await page.getByText('Shell 1').click();
    await expect(shown(page)).not.toContainText('third');
    await page.getByText('Shell 3').click();
    await page.getByRole('button', { name: 'Close Shell 3' }).click();
    await expect(page.getByTestId('shell-3')).toHaveCount(0);
  });

  test('what the phone prints reaches neither page nor clipboard', async ({
    console: page,
    pageErrors,
  }) => {
    await page.evaluate(() => delete document.body.dataset['copied']);
    const title = await page.title();
    const background = await shown(page).evaluate((rows) => getComputedStyle(rows).color);
    await page.getByRole('textbox', { name: /Press F6/ }).focus();
    await run(page, "clear; echo c''leared", `cleared${prompt}`);
    const hostile = [
      ...['\\e]0;owned\\a', '\\e]52;c;b3duZWQ=\\a', '\\e]52;c;?\\a', '\\e]10;#ff0000\\a'],
      ...['\\e]10;?\\a', '\\e]8;;https://example.com\\alink\\e]8;;\\a https://example.com'],
      ...['\\e[21t', '\\e[5n', '\\e[>c', '<img src=x onerror=alert(1)>', '\\e[99999999b'],
    ].join('');
    await run(page, `echo -e "${hostile}end"`, 'onerror=alert(1)>end');
    // Answers would stand in the next line as if they had been typed.
    await run(page, 'echo quiet', `${prompt} echo quietquiet${prompt}`);
    expect(await page.title()).toBe(title);
    expect(await page.locator('body').getAttribute('data-copied')).toBeNull();
    expect(await shown(page).evaluate((rows) => getComputedStyle(rows).color)).toBe(background);
    await expect(shown(page).locator('a, img')).toHaveCount(0);
    const link = shown(page).getByText('link').first();
    await link.click({ modifiers: ['Control'], force: true });
    expect(page.context().pages()).toHaveLength(1);
    expect(pageErrors).toEqual([]);
  });

  test('is accessible and fits narrow pages', { tag: '@nightly' }, async ({ console: page }) => {
    const section = page.locator('#section-shell');
    await page.getByRole('button', { name: 'Read output to screen readers' }).click();
    await page.getByRole('textbox', { name: /Press F6/ }).focus();
    await run(page, 'echo read', 'read');
    await expect(page.locator('.xterm-accessibility')).toContainText('echo read');
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      if (width < 640) await page.getByRole('tab', { name: 'Device' }).click();
      await expect(section).toBeVisible();
      expect(await axeViolationsInBothThemes(page, (axe) => axe.include('#section-shell'))).toEqual(
        [],
      );
      expect(await horizontalOverflowPx(page)).toBe(0);
    }
  });
});

test.describe('a phone older than Android 7', { tag: '@more' }, () => {
  test.use({ demo: { faults: 'no-shell-v2' } });

  test('has a shell without size and exit code, and says so', async ({ console: page }) => {
    await openShell(page);
    await expect(page.getByText(/older than 7/)).toBeVisible();
    await run(page, 'sleep 100', 'sleep 100');
    await page.keyboard.press('Control+C');
    await expect(shown(page)).toContainText(`130|${prompt}`);
    await run(page, 'exit 7', 'exit 7');
    await expect(page.getByText('The shell has ended.')).toBeVisible();
  });
});

test.describe('a phone that is unplugged', { tag: '@more' }, () => {
  test.use({ demo: { faults: 'unplug-mid-transfer' } });

  test('ends its shells, and a new one needs one click', async ({ console: page, agents }) => {
    await openShell(page);
    await run(page, 'echo before', 'before');
    const agent = await agents('v1');
    await agent.call('get_screen_state', { include_screenshot: true });
    const ended = page.getByTestId('shell-1');
    await expect(ended).toContainText('was disconnected');
    await waitForPhone(page);
    await ended.getByRole('button', { name: 'New shell' }).click();
    await run(page, 'echo after', 'after');
  });
});

test('works through the adb server', { tag: '@more' }, async ({ page }) => {
  const adbPath = findAdb();
  test.skip(adbPath === undefined, 'no adb on this machine');
  const adb = await startAdbClient(adbPath ?? '');
  const bridge = await startBridge(bridgeFile, [], adb.env);
  const phone = await startDemoPhone('--android', '14');
  try {
    await adb.run('connect', phone.address);
    await adb.run('-s', phone.address, 'wait-for-device');
    await page.goto(consoleUrl(bridge.url, { live: 'off' }));
    await waitForBridge(page);
    await page.getByRole('button', { name: `${phone.address} through adb` }).click();
    await waitForPhone(page);
    await openShell(page);
    await run(page, 'yes', 'yyy');
    await page.keyboard.press('Control+C');
    await expect(shown(page)).toContainText(`130|${prompt}`);
    await run(page, 'exit 5', 'exit 5');
    await expect(page.getByTestId('shell-ended')).toContainText('exit code 5');
  } finally {
    await phone.stop();
    await bridge.stop();
    await adb.close();
  }
});

test('an agent runs a line only once the user has turned that on, and is asked each time', async ({
  console: page,
  agents,
}) => {
  const agent = await agents('v1');
  const call = { command: 'echo one; id -un \x1b | cat' };
  expect((await agent.call('run_shell', call)).text).toContain('off until the user turns it on');
  await page.getByRole('tab', { name: 'Agents' }).click();
  await page.getByTestId('single-tools').locator('summary').click();
  const rule = page.getByTestId('tool-rule-run_shell');
  await expect(rule.locator('option')).toHaveText([/Default \(Off\)/, 'Ask me', 'Off']);
  await rule.selectOption('ask');
  const answer = agent.call('run_shell', call);
  const question = page.getByTestId('question');
  await question.getByRole('button', { name: 'Show less' }).click();
  const command = question.getByText(call.command.replace('\x1b', '‹U+001B›'));
  await expect(command).toBeVisible();
  await expect(command).toHaveCSS('font-family', /mono/i);
  await expect(question.getByRole('button', { name: 'Allow actions' })).toHaveCount(0);
  await question.getByRole('button', { name: 'Allow once' }).click();
  expect((await answer).isError).toBe(false);
  const again = agent.call('run_shell', { command: 'echo again' });
  await question.getByRole('button', { name: 'Deny', exact: true }).click();
  expect((await again).text).toContain('denied');
});
