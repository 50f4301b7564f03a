import { expect, it } from 'vitest';
import { EscapeTwice } from './second-escape.ts';

interface Press {
  readonly key?: string;
  readonly repeat?: boolean;
  readonly defaultPrevented?: boolean;
}

/** The results for presses at these times in ms; each may differ from a plain Escape. */
function answers(...presses: readonly (readonly [number, Press?])[]): readonly boolean[] {
  const twice = new EscapeTwice();
  return presses.map(([timeStamp, press]) =>
    twice.heard({
      key: 'Escape',
      repeat: false,
      defaultPrevented: false,
      timeStamp,
      target: null,
      ...press,
    }),
  );
}

it('is true for the second of two quick presses', () => {
  expect(answers([1000], [1200])).toEqual([false, true]);
});

it('is false for a single press and for a late second one', () => {
  expect(answers([1000], [1700], [2500])).toEqual([false, false, false]);
});

it('starts over after the second press', () => {
  expect(answers([1000], [1200], [1300], [1400])).toEqual([false, true, false, true]);
});

it.each<Press>([{ repeat: true }, { defaultPrevented: true }, { key: 'a' }])(
  'does not count %j',
  (press) => {
    expect(answers([1000], [1200, press])).toEqual([false, false]);
  },
);

it('is false when another key comes between', () => {
  expect(answers([1000], [1100, { key: 'a' }], [1200])).toEqual([false, false, false]);
});
