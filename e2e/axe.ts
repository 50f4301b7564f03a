/** Runs axe on a settled page, and checks that the page fits its window. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/**
 * Resolves when no animation has run for two frames; earlier, axe would read outdated colours.
 * Even the shortest transition takes a frame, and one may start another.
 */
async function waitForAnimations(): Promise<void> {
  const nextFrame = (): Promise<number> => new Promise((drawn) => requestAnimationFrame(drawn));
  const hasEnd = ({ effect }: Animation): boolean =>
    effect?.getComputedTiming().endTime !== Infinity;
  for (let quietFrames = 0; quietFrames < 2;) {
    await nextFrame();
    quietFrames = document.getAnimations().some(hasEnd) ? 0 : quietFrames + 1;
  }
}

/** axe's violations, one line per rule with its elements; `configure` limits the scope or the rules. */
export async function axeViolations(
  page: Page,
  configure: (axe: AxeBuilder) => AxeBuilder = (axe) => axe,
): Promise<readonly string[]> {
  await page.evaluate(waitForAnimations);
  // AxeBuilder evaluates axe's source twice in every analysis; the page keeps the first.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const source = isLoaded ? { axeSource: ';' } : {};
  // The default mode opens a new page for every analysis.
  const axe = new AxeBuilder({ page, ...source })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  const { violations } = await configure(axe).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join()}`,
  );
}

/** Violations in the light theme, and contrast violations in the dark one. */
export async function axeViolationsInBothThemes(
  page: Page,
  configure?: (axe: AxeBuilder) => AxeBuilder,
): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await axeViolations(page, configure);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const inColours = (axe: AxeBuilder): AxeBuilder =>
    (configure?.(axe) ?? axe).withRules('color-contrast');
  return [...light, ...(await axeViolations(page, inColours)).map((fault) => `dark: ${fault}`)];
}

/** By how many pixels the page is wider than its window; 0 when it fits. */
export function horizontalOverflowPx(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** The states of a panel, in order; each function reaches its state from the one before. */
export type PanelStates = readonly (readonly [
  name: string,
  comeTo: (page: Page) => Promise<unknown>,
])[];

/** Declares a test: every state of this part of the page is accessible in both themes and fits 360 pixels. */
export function testPanelStates(selector: string, states: PanelStates): void {
  test(
    'every state is accessible and fits 360 pixels, light and dark',
    { tag: '@nightly' },
    async ({ console: page }) => {
      await page.setViewportSize({ width: 360, height: 800 });
      for (const [name, reach] of states) {
        await reach(page);
        const found = await axeViolationsInBothThemes(page, (axe) => axe.include(selector));
        expect([name, await horizontalOverflowPx(page), ...found]).toEqual([name, 0]);
      }
    },
  );
}
