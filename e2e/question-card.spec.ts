/** The card that asks about a call: its sentence, its picture, its keys, and a word with a refusal. */
import type { Locator, Page } from '@playwright/test';
import { axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import { recordTouches, runPhoneCommand, setRule, touchDownPoints } from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

const settings = 'com.android.settings/com.android.settings.Settings';
test.use({ live: 'on', demo: { activity: settings } });

async function askBeforeActing(page: Page): Promise<Locator> {
  await page.getByRole('tab', { name: /^Agents/ }).click();
  await setRule(page, 'act', 'Ask me');
  return page.getByTestId('question');
}

/** Whether the small picture shows more than one colour. */
async function hasPicture(crop: Locator): Promise<boolean> {
  return await crop.evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return false;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, 20) ?? {};
    return data?.some((value, i) => value !== data[i % 4]) === true;
  });
}

test('says what the call would do, shows where, and takes keys', async ({
  console: page,
  agents,
}) => {
  const agent = await agents('v1', '/claude');
  const question = await askBeforeActing(page);
  await agent.call('get_screen_tree');
  const click = { selector: ':text("Network & internet")' };

  const refused = agent.call('click_element', click);
  await expect(question.getByRole('heading')).toHaveText(
    'claude wants to tap Network & internet in Settings',
  );
  await expect.poll(() => hasPicture(question.getByTestId('question-crop'))).toBe(true);
  const allow = question.getByRole('button', { name: 'Allow once' });
  await expect(allow).toBeEnabled();
  // Folded, it covers little.
  await question.getByRole('button', { name: 'Show less' }).click();
  await expect(question.getByTestId('question-crop')).toBeHidden();
  await expect(question.getByRole('button')).toHaveText([/^\s*$/, /Allow once/, /Deny/]);
  await question.getByRole('button', { name: 'Show more' }).click();
  // Not while somebody types.
  await question.getByRole('button', { name: 'Deny with a note…' }).click();
  await page.keyboard.press('Alt+Enter');
  await page.keyboard.press('Escape');
  // Also from the phone, which does not get these keys.
  await page.getByTestId('phone-keys').focus();
  await page.keyboard.press('Alt+Backspace');
  expect((await refused).text).toMatch(/^The user denied `click_element` /);

  const allowed = agent.call('click_element', click);
  await page.getByRole('tab', { name: /^Elements/ }).click();
  await page.getByTestId('element-filter').focus();
  await expect(allow).toBeEnabled();
  await page.keyboard.press('Alt+Enter');
  expect((await allowed).isError).toBe(false);

  // The focus goes back to where it was.
  const next = agent.call('press_back');
  await expect(allow).toBeEnabled();
  await allow.focus();
  await page.keyboard.press('Enter');
  await next;
  await expect(page.getByTestId('element-filter')).toBeFocused();

  // The palette, which covers the question, says that there is one.
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByTestId('palette');
  await expect(palette).toBeVisible();
  const last = agent.call('press_back');
  await expect(palette).toContainText('claude wants to run “Press Back”. Close this dialog');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(page.getByTestId('element-filter')).toBeFocused();
  // So does every other dialog.
  await page.getByRole('tab', { name: /^Elements/ }).focus();
  await page.keyboard.press('?');
  await expect(page.getByTestId('keyboard-help')).toContainText('claude wants to run “Press Back”');
  await page.keyboard.press('Escape');
  await expect(allow).toBeEnabled();
  await page.keyboard.press('Alt+Enter');
  expect((await last).isError).toBe(false);

  const stopped = agent.call('press_back');
  await expect(allow).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+Shift+x');
  expect((await stopped).text).toMatch(/^The user stopped everything .* Nothing was done\./);
});

test.describe('in Settings', () => {
  shareConsole({ activity: settings });

  test('tells the agent why it was refused', async ({ console: page, agents }) => {
    const agent = await agents('v1', '/claude');
    const question = await askBeforeActing(page);
    const refused = agent.call('press_home');
    await expect(question.getByRole('heading')).toHaveText('claude wants to press Home');
    await page.keyboard.press('Control+K');
    await page.getByTestId('palette-input').fill('show the question');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Notices' })).toBeFocused();
    // The keys work on the phone, too.
    await page.getByTestId('phone-keys').focus();
    await expect(page.getByTestId('user-input-note')).toHaveText(/^Typing goes to the phone/);
    await page.keyboard.press('Alt+Shift+Backspace');
    await expect(question.getByTestId('refusal-reason')).toBeFocused();
    await expect(page.getByTestId('user-input-note')).toHaveText('');
    await page.keyboard.type('Stay in "Settings"');
    await page.keyboard.press('Enter');
    const { isError, text } = await refused;
    expect(isError).toBe(true);
    expect(text).toContain(
      'Nothing was done. They wrote: "Stay in \\"Settings\\"". Do not repeat it;',
    );
    expect(text).toContain('do what they wrote, or ask them.');
    await page.getByRole('tab', { name: /^Timeline/ }).click();
    await expect(page.getByTestId('agent-text')).toHaveText(
      'You denied this call.\nYou wrote: Stay in "Settings"',
    );
  });

  test(
    'says which step it asks about, and what follows',
    { tag: '@more' },
    async ({ console: page, agents }) => {
      const agent = await agents('v1', '/claude');
      const question = await askBeforeActing(page);
      const typing = { tool: 'input_text', arguments: { text: 'Bread' } };
      const running = agent.call('run_steps', { steps: [{ tool: 'press_home' }, typing] });
      await expect(question.getByTestId('plan')).toHaveText('Step 1 of 2 · then: type “Bread”');
      const seen = page.getByTestId('agents-seen');
      await expect(seen).toContainText('Run steps · waiting for you');
      await expect(seen).toContainText('Press Home · waiting for you');
      await question.getByRole('button', { name: 'Deny', exact: true }).click();
      expect((await running).isError).toBe(true);
    },
  );

  test('fits a small window', { tag: '@more' }, async ({ console: page, agents }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const agent = await agents('v1', '/claude-code');
    const question = await askBeforeActing(page);
    await agent.call('get_screen_tree');
    const asking = agent.call('click_element', { selector: ':text("Network & internet")' });
    await expect(question.getByTestId('question-crop')).toBeVisible();
    await expect(question.getByRole('button', { name: 'Allow once' })).toBeEnabled();
    expect(await horizontalOverflowPx(page)).toBe(0);
    expect(await axeViolationsInBothThemes(page)).toEqual([]);
    await question.getByRole('button', { name: 'Deny', exact: true }).click();
    expect((await asking).isError).toBe(true);

    // A long text leaves the answers above the tabs.
    await page.setViewportSize({ width: 360, height: 640 });
    const typing = agent.call('input_text', { text: 'A long text. '.repeat(60) });
    const refuse = question.getByRole('button', { name: 'Deny', exact: true });
    await expect(question).toContainText('wants to type');
    await expect(refuse).toBeInViewport({ ratio: 1 });
    const tabs = page.getByRole('tablist').filter({ has: page.locator('#tab-tools') });
    const answer = await refuse.boundingBox();
    const dock = await tabs.boundingBox();
    expect((answer?.y ?? NaN) + (answer?.height ?? NaN)).toBeLessThanOrEqual(dock?.y ?? NaN);
    await refuse.click();
    expect((await typing).isError).toBe(true);
  });

  test(
    'says when the element is no longer on the screen, and names no place',
    { tag: '@more' },
    async ({ console: page, agents }) => {
      await page.setViewportSize({ width: 1280, height: 720 });
      const agent = await agents('v1', '/claude');
      const question = await askBeforeActing(page);
      await agent.call('get_screen_tree');
      const asking = agent.call('click_element', { selector: ':text("Network & internet")' });
      await expect(question.getByTestId('question-crop')).toBeVisible();
      await page.getByRole('button', { name: /^Home/ }).click();
      await agent.call('get_screen_tree');
      await expect(question.getByTestId('target-gone')).toBeVisible();
      await expect(question.getByRole('heading')).toHaveText(
        'claude wants to tap Network & internet',
      );
      await expect(question.getByTestId('question-crop')).toHaveCount(0);
      await question.getByRole('button', { name: 'Deny', exact: true }).click();
      expect((await asking).isError).toBe(true);
    },
  );
});

test.describe('with a screen that changes unseen', () => {
  const record = 'question-card';
  test.use({
    // With Live off nothing reads the screen while the question waits.
    demo: { activity: settings, live: 'off', record },
  });

  for (const { tool, args, label, isReadBefore } of [
    {
      tool: 'click_element',
      args: { selector: '[clickable][0]' },
      label: 'Owner',
      isReadBefore: true,
    },
    { tool: 'tap', args: { x: 300, y: 1000 }, label: 'Connected devices', isReadBefore: false },
  ])
    test(
      `${tool} asks again when by the yes another element would be tapped, and taps nothing before`,
      isReadBefore ? {} : { tag: '@more' },
      async ({ console: page, agents }) => {
        const touches = await recordTouches(page, record);
        const agent = await agents('v1', '/claude');
        const question = await askBeforeActing(page);
        if (isReadBefore) await agent.call('get_screen_tree');
        const click = agent.call(tool, args);
        const heading = question.getByRole('heading');
        await expect(heading).toHaveText(`claude wants to tap ${label} in Settings`);
        const allow = question.getByRole('button', { name: 'Allow once' });
        await expect(allow).toBeEnabled();
        await runPhoneCommand(page, record, 'am start -n com.android.calculator2/.Calculator');
        await allow.click();

        await expect(question.getByTestId('asked-again')).toHaveText(
          'The screen has changed since you allowed this. Please look again.',
        );
        await expect(heading).toContainText('in Calculator');
        await expect(heading).not.toContainText(label);
        expect(await touches()).toEqual([]);
        await expect(allow).toBeEnabled();
        await allow.click();
        expect((await click).isError).toBe(false);
        expect(touchDownPoints(await touches())).toHaveLength(1);
        await expect(question).toHaveCount(0);
      },
    );
});
