/** What holds for every face of a panel. */
import type { Page } from '@playwright/test';
import { axeFaultsInBothThemes, overhangOf } from './axe.ts';
import { expect, test } from './fixtures.ts';

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
