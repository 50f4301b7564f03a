/** Checks every view of the console with axe and by keyboard: wide and narrow, light and dark, no sideways scrolling. */
import type { Page } from '@playwright/test';
import type { Agent, AgentKind } from './agents.ts';
import { axeViolations, horizontalOverflowPx } from './axe.ts';
import type { Bridge } from './bridge-process.ts';
import { waitForPhone, setRule, setScreenMode, elementRow } from './console-page.ts';
import { expectActive, goToRow } from './elements-page.ts';
import { expect, test } from './fixtures.ts';

const widePx = 1440;
const narrowPx = 360;
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Expects no axe violations and no horizontal overflow in light. */
async function expectAccessible(page: Page, name: string): Promise<void> {
  const all = await axeViolations(page, (axe) => axe.withTags(rules));
  expect([name, await horizontalOverflowPx(page), ...all]).toEqual([name, 0]);
}

/** Expects enough contrast and no horizontal overflow in dark, which changes only colours. */
async function expectContrastInDark(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 768, height: 800 });
  const colours = await axeViolations(page, (axe) => axe.withRules('color-contrast'));
  expect([name, 'dark', await horizontalOverflowPx(page), ...colours]).toEqual([name, 'dark', 0]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: widePx, height: 800 });
}

interface ConsoleFixtures {
  readonly page: Page;
  readonly bridge: Bridge;
  readonly agents: (kind: AgentKind) => Promise<Agent>;
}

interface ViewContext {
  readonly page: Page;
  readonly agent: Agent;
}

const openTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

/** The views, in order; each function opens its view from the one before. */
const views: readonly (readonly [string, (context: ViewContext) => Promise<void>])[] = [
  ['welcome', async () => undefined],
  ...['more', 'guide', 'troubleshooting'].map(
    (part) =>
      [
        `welcome, ${part}`,
        async ({ page }: ViewContext) => {
          if (part === 'guide') await page.getByTestId('help-help').locator('summary').click();
          const help = page.getByTestId(`help-${part}`);
          await help.locator('summary').first().click();
          if (part === 'troubleshooting')
            await help.getByTestId('troubleshooting-denied').locator('summary').click();
        },
      ] as const,
  ),
  [
    'elements, table',
    async ({ page }) => {
      await page.getByTestId('connect-demo').click();
      await waitForPhone(page);
      await setScreenMode(page, 'inspect');
      await elementRow(page, 'Calculator').click();
      await expect(page.getByTestId('suggested-selector').first()).toBeVisible();
      // On a narrow page the selectors cover the lower half; scrolled to the end they cover nothing.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    },
  ],
  [
    'elements, tree',
    async ({ page }) => {
      await page.locator('#panel-elements').getByText('Tree', { exact: true }).click();
      await expect(page.getByTestId('element-row').first()).toBeVisible();
    },
  ],
  [
    'elements, changes',
    async ({ page, agent }) => {
      await page.getByRole('button', { name: 'Unpin' }).click();
      await page.getByRole('button', { name: 'Start comparing' }).click();
      await agent.call('open_notifications');
      await expect(page.getByTestId('change').first()).toBeVisible();
    },
  ],
  [
    'tools, a form and its result',
    async ({ page, agent }) => {
      await agent.call('press_home');
      await openTab(page, 'Tools');
      await page.getByTestId('tool-get_screen_state').click();
      await page.getByTestId('run-tool').click();
      await expect(page.getByTestId('call-result')).toBeVisible();
    },
  ],
  [
    'timeline, the list and a call',
    async ({ page, agent }) => {
      await agent.call('click_element', { element_id: 'gone' });
      await openTab(page, 'Timeline');
      await page.getByTestId('call-filter').click();
      await page.getByTestId('call').nth(1).click();
      await expect(page.getByTestId('agent-text')).toBeVisible();
    },
  ],
  [
    'timeline, export',
    async ({ page }) => {
      await page.getByTestId('open-export').click();
      await expect(page.getByTestId('export-dialog')).toBeVisible();
    },
  ],
  [
    'timeline, steps',
    async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.getByTestId('open-steps').click();
      await expect(page.getByTestId('steps-view')).toBeVisible();
    },
  ],
  [
    'logs, a crash',
    async ({ page }) => {
      await openTab(page, 'Logs');
      await page.getByTestId('log-crashes-button').click();
      await expect(page.getByTestId('log-details')).toBeVisible();
    },
  ],
  [
    'agents, all of it, and a question',
    async ({ page, agent }) => {
      await openTab(page, 'Agents');
      // The section is closed once an agent has connected.
      await page.getByTestId('section-connect').locator('summary').first().click();
      await page.getByText('Another client, address, token, agent name').click();
      await expect(page.getByTestId('client-config')).toBeVisible();
      await page.getByTestId('single-tools').locator('summary').click();
      await page.getByTestId('section-browser').locator('summary').first().click();
      await setRule(page, 'act', 'Ask me');
      void agent.call('press_back').catch(() => undefined);
      // The buttons are disabled for a moment after the question appears.
      await expect(page.getByRole('button', { name: 'Allow once', disabled: false })).toBeVisible();
    },
  ],
  [
    'agents, stopped',
    async ({ page }) => {
      await page.getByTestId('stop').click();
      await expect(page.getByTestId('stop-note')).toContainText('Stopped');
    },
  ],
  [
    'palette',
    async ({ page }) => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByTestId('palette-input').fill('screen');
    },
  ],
  [
    'keyboard help',
    async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.getByTestId('stop').focus();
      await page.keyboard.press('?');
      await expect(page.getByTestId('keyboard-help')).toBeVisible();
    },
  ],
];

/** The views that the short run checks; it opens the others on the way to them. */
const mainViews = [
  'welcome',
  'elements, table',
  'tools, a form and its result',
  'timeline, the list and a call',
  'logs, a crash',
  'agents, all of it, and a question',
];

async function openViews(
  { page, bridge, agents }: ConsoleFixtures,
  width: number,
  check: (name: string) => Promise<void>,
): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(bridge.url);
  const agent = await agents('v1');
  for (const [name, openView] of views) {
    await openView({ page, agent });
    await check(name);
  }
}

test('axe finds no violations in the main views', async ({ page, bridge, agents }) => {
  await openViews({ page, bridge, agents }, widePx, async (name) => {
    if (mainViews.includes(name)) await expectAccessible(page, name);
  });
});

test.describe('in any view', { tag: '@nightly' }, () => {
  // The axe analyses take most of the time.
  test.slow();

  test(`axe finds no violations at ${widePx} pixels, light and dark`, async ({
    page,
    bridge,
    agents,
  }) => {
    await openViews({ page, bridge, agents }, widePx, async (name) => {
      if (!mainViews.includes(name)) await expectAccessible(page, name);
      await expectContrastInDark(page, name);
    });
  });

  test(`axe finds no violations at ${narrowPx} pixels`, async ({ page, bridge, agents }) => {
    // The colours are the same as on a wide page.
    await openViews({ page, bridge, agents }, narrowPx, (name) => expectAccessible(page, name));
  });
});

/** Pairs of selectors: a selected item, and one beside it that is not selected. */
const selectedItems: readonly (readonly [string, string])[] = [
  ['[role="tab"][aria-selected="true"]', '[role="tab"][aria-selected="false"]'],
  ['[role="row"][aria-selected="true"]', '[role="row"][aria-selected="false"]'],
  ['input[type="radio"]:checked + span', 'input[type="radio"]:not(:checked) + span'],
  [
    '[data-testid="command"][aria-selected="true"]',
    '[data-testid="command"][aria-selected="false"]',
  ],
  ['[role="switch"] .track', '[role="switch"] .thumb'],
];

test.describe('in forced-colors mode', { tag: '@nightly' }, () => {
  test.use({ live: 'on' });

  test('selected items stand out', async ({ console: page }) => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await setScreenMode(page, 'inspect');
    await page.getByTestId('element-row').nth(2).click();
    await page.keyboard.press('ControlOrMeta+k');
    const backgroundColor = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    for (const [one, other] of selectedItems) {
      await expect
        .poll(async () => (await backgroundColor(one)) === (await backgroundColor(other)), one)
        .toBe(false);
    }
  });
});

/** The accessible name or text of the focused element; `nothing` when focus is on the body. */
function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body) return 'nothing';
    return (at.getAttribute('aria-label') ?? at.textContent).trim().replaceAll(/\s+/g, ' ');
  });
}

test(
  'focus is never lost: when the focused element goes, focus moves to one near it',
  { tag: '@more' },
  async ({ page, bridge }) => {
    const press = async (name: string | RegExp): Promise<void> => {
      const button = page.getByRole('button', { name }).first();
      // A disabled button cannot be focused.
      await expect(button).toBeEnabled();
      await button.press('Enter');
    };
    await page.goto(bridge.url);
    await press(/^Try the demo phone/);
    await waitForPhone(page);
    await expect.poll(() => focusedText(page)).toMatch(/^Device/);

    await setScreenMode(page, 'inspect');
    await goToRow(elementRow(page, 'Calculator'));
    await page.keyboard.press('Enter');
    await press('Unpin');
    await expectActive(elementRow(page, 'Calculator'));
    await press('Start comparing');
    await expect.poll(() => focusedText(page)).toMatch(/^Comparison/);
    await press('Stop comparing');
    await expectActive(elementRow(page, 'Calculator'));
    await press('Refresh the screen');
    await expect.poll(() => focusedText(page)).toBe('Refresh the screen');

    await page.keyboard.press('Control+Shift+Digit4');
    await press('Read the screen as an agent would');
    await expect(page.getByTestId('call')).toHaveCount(1);
    await expect.poll(() => focusedText(page)).not.toBe('nothing');
    await press('Run again');
    await expect(page.getByTestId('call')).toHaveCount(2);
    await expect.poll(() => focusedText(page)).toBe('Run again');
    // Delay the view of the steps, so that focus must wait for it.
    await page.route(/StepsView-.*\.js/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await press(/^Steps$/);
    await expect.poll(() => focusedText(page)).toBe('Steps');
    await press('Back to the calls');
    await expect.poll(() => focusedText(page)).toBe('Steps');
    await press('Clear the timeline');
    await expect.poll(() => focusedText(page)).toBe('Undo');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedText(page)).toBe('Steps');
    await press('Export');
    await expect.poll(() => focusedText(page)).toBe('Close');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedText(page)).toBe('Export');

    await press('Disconnect the phone');
    await expect.poll(() => focusedText(page)).toMatch(/^Your Android phone/);
  },
);
