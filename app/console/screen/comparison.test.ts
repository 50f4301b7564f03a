import { describe, expect, it } from 'vitest';
import type { PinnedDiff, ScreenChange } from '#core/link/inspection.ts';
import { concernsElement, drawnChanges, isFoundChange } from './comparison.svelte.ts';

const size = { width: 100, height: 200 };
const bounds = { left: 0, top: 0, right: 10, bottom: 10 };
const appeared: ScreenChange = {
  kind: 'appeared',
  id: 'new',
  bounds,
  before: null,
  name: '',
  element: '',
  detail: '',
};
const gone: ScreenChange = { ...appeared, kind: 'disappeared', id: 'gone' };
it('finds a change by its line, and by its element while that is on the screen', () => {
  const named = { ...appeared, name: 'Photos' };
  expect(isFoundChange(named, 'photo', null)).toBe(true);
  expect(isFoundChange(named, '@x', new Set(['new']))).toBe(true);
  expect(isFoundChange(gone, '@x', new Set(['gone']))).toBe(false);
  expect(isFoundChange(named, 'notes', new Set())).toBe(false);
});

const empty: ScreenChange = {
  ...appeared,
  kind: 'text',
  id: 'empty',
  bounds: { ...bounds, right: 0 },
};
const diff: PinnedDiff = {
  pinned: { takenAtEpochMs: 1, packageName: 'p', activity: '.A', size },
  takenAtEpochMs: 2,
  headline: '',
  text: '',
  changes: [appeared, gone, empty],
  unlisted: 0,
  isOtherScreen: false,
};

describe('drawnChanges', () => {
  it('draws changes with bounds on the picture', () => {
    expect(drawnChanges(diff, size, null)).toEqual([appeared, gone]);
  });

  it('leaves out disappeared elements after a rotation', () => {
    const turned = { width: size.height, height: size.width };
    expect(drawnChanges(diff, turned, gone)).toEqual([appeared]);
  });

  it('draws a disappeared element on another screen only if it is pointed at', () => {
    const other = { ...diff, isOtherScreen: true };
    expect(drawnChanges(other, size, null)).toEqual([appeared]);
    expect(drawnChanges(other, size, gone)).toEqual([appeared, gone]);
  });
});

it('never confuses a disappeared element with a present one of the same id', () => {
  expect(concernsElement(appeared, 'new')).toBe(true);
  expect(concernsElement(gone, 'gone')).toBe(false);
  expect(concernsElement(appeared, null)).toBe(false);
});
