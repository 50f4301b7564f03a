/** Runs axe on a settled page, and checks that the page fits its window. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/**
 * Resolves when no animation has run for two frames; earlier, axe would read outdated colours.
 * Even the shortest transition takes a frame, and one may start another.
 */
async function untilDrawn(): Promise<void> {
  const nextFrame = (): Promise<number> => new Promise((drawn) => requestAnimationFrame(drawn));
  const ends = ({ effect }: Animation): boolean => effect?.getComputedTiming().endTime !== Infinity;
  for (let still = 0; still < 2;) {
    await nextFrame();
    still = document.getAnimations().some(ends) ? 0 : still + 1;
  }
}

/** axe's violations, one line per rule with its elements; `configure` limits the scope or the rules. */
export async function axeFaults(
  page: Page,
  look: (axe: AxeBuilder) => AxeBuilder = (axe) => axe,
): Promise<readonly string[]> {
  await page.evaluate(untilDrawn);
  // The default mode opens a new page for every analysis.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await look(axe).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join()}`,
  );
}

/** Violations in the light theme, and contrast violations in the dark one. */
export async function axeFaultsInBothThemes(
  page: Page,
  look?: (axe: AxeBuilder) => AxeBuilder,
): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await axeFaults(page, look);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const inColours = (axe: AxeBuilder): AxeBuilder =>
    (look?.(axe) ?? axe).withRules('color-contrast');
  return [...light, ...(await axeFaults(page, inColours)).map((fault) => `dark: ${fault}`)];
}

/** By how many pixels the page is wider than its window; 0 when it fits. */
export function overhangOf(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** The states of a panel, in order; each function reaches its state from the one before. */
export type Faces = readonly (readonly [name: string, comeTo: (page: Page) => Promise<unknown>])[];

/** Declares a test: every state of this part of the page is accessible in both themes and fits 360 pixels. */
export function testFaces(part: string, faces: Faces): void {
  test('every state is accessible and fits 360 pixels, light and dark', async ({
    console: page,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    for (const [name, comeTo] of faces) {
      await comeTo(page);
      const found = await axeFaultsInBothThemes(page, (axe) => axe.include(part));
      expect([name, await overhangOf(page), ...found]).toEqual([name, 0]);
    }
  });
}
