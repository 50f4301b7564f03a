/** What axe finds on a page at rest, and whether the page fits its window. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/**
 * Resolves when the page is drawn and at rest: before, axe reads colours of what was before.
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

/** What axe finds, a line for each rule with its elements; `look` says where and by which rules. */
export async function axeFaults(
  page: Page,
  look: (axe: AxeBuilder) => AxeBuilder = (axe) => axe,
): Promise<readonly string[]> {
  await page.evaluate(untilDrawn);
  // The other mode opens a new page for every analysis.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await look(axe).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join()}`,
  );
}

/** What axe finds in the light theme, and which contrasts it finds too low in the dark one. */
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

/** How many pixels the page reaches beyond its window; 0 when nothing has to be scrolled sideways. */
export function overhangOf(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** The faces of a panel: how to come to each from the one before. */
export type Faces = readonly (readonly [name: string, comeTo: (page: Page) => Promise<unknown>])[];

/** Declares that each face of this part of the page is accessible in both themes and fits a small phone. */
export function testFaces(part: string, faces: Faces): void {
  test('every face is accessible and fits 360 pixels, light and dark', async ({
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
