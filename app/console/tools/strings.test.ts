import { expect, it } from 'vitest';
import { toolsStrings } from './strings.ts';

it('labels a point by its role', () => {
  expect(toolsStrings.pointLabel('x')).toBe('Point');
  expect(toolsStrings.pointLabel('x2')).toBe('End');
});

it('names the parameters of a help text as the form does', () => {
  expect(toolsStrings.fieldHelp('Use this or by and value.')).toBe(
    'Use this or Attribute and Value.',
  );
});
