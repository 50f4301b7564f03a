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

it('names the place of a problem once', () => {
  const path = ['paths', 0, 1, 'y'];
  const named = 'Point at path[0][1].y must be < 2400';
  expect(toolsStrings.withName({ message: named, path })).toBe(named);
  expect(toolsStrings.withName({ message: 'Give one', path: [] })).toBe('Give one');
  expect(toolsStrings.withName({ message: 'Too large', path })).toBe('Too large (paths.0.1.y)');
});
