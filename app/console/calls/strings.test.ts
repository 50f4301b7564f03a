import { expect, it } from 'vitest';
import { elementsOnLines } from './strings.ts';

it('shows each element of an error on its own line', () => {
  const text = 'Nearest: [0.0.1] View "A" n1 is @a; [0.2] View "B" n2 is @b.';
  const lines = ['Nearest:', '[0.0.1] View "A" n1 is @a;', '[0.2] View "B" n2 is @b.'];
  expect(elementsOnLines(text)).toBe(lines.join('\n'));
});
