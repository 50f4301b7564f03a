import { expect, it } from 'vitest';
import { DoubleEscape } from './double-escape.ts';

interface KeyOverrides {
  readonly key?: string;
  readonly repeat?: boolean;
  readonly defaultPrevented?: boolean;
}

/** The results for presses at these times in ms; each may differ from a plain Escape. */
function resultsFor(...presses: readonly (readonly [number, KeyOverrides?])[]): readonly boolean[] {
  const doubleEscape = new DoubleEscape();
  return presses.map(([timeStamp, overrides]) =>
    doubleEscape.isSecondPress({
      key: 'Escape',
      repeat: false,
      defaultPrevented: false,
      timeStamp,
      target: null,
      ...overrides,
    }),
  );
}

it('is true for the second of two quick presses', () => {
  expect(resultsFor([1000], [1200])).toEqual([false, true]);
});

it('is false for a single press and for a late second one', () => {
  expect(resultsFor([1000], [1700], [2500])).toEqual([false, false, false]);
});

it('starts over after the second press', () => {
  expect(resultsFor([1000], [1200], [1300], [1400])).toEqual([false, true, false, true]);
});

it.each<KeyOverrides>([{ repeat: true }, { defaultPrevented: true }, { key: 'a' }])(
  'does not count %j',
  (overrides) => {
    expect(resultsFor([1000], [1200, overrides])).toEqual([false, false]);
  },
);

it('is false when another key comes between', () => {
  expect(resultsFor([1000], [1100, { key: 'a' }], [1200])).toEqual([false, false, false]);
});
