import { describe, expect, it } from 'vitest';
import { tools } from '../../../core/tools/registry.ts';
import { inShort, startWith } from './start-with.ts';

const namesOf = (list: readonly { readonly name: string }[]): readonly string[] =>
  list.map(({ name }) => name);

describe('suggested tools', () => {
  it('are six existing tools, both reading and acting', () => {
    const { used, first } = startWith(tools, []);
    expect(used).toEqual([]);
    expect(first).toHaveLength(6);
    expect(new Set(first.map(({ effect }) => effect))).toEqual(new Set(['read', 'act']));
  });

  it('begin with recently used tools, without duplicates', () => {
    const { used, first } = startWith(tools, ['pinch', 'gone', 'set_text', 'tap', 'swipe']);
    expect(namesOf(used)).toEqual(['pinch', 'set_text', 'tap']);
    expect(namesOf(first)).toEqual(['get_screen_state', 'click_element', 'scroll']);
  });

  it('each have a one-line description', () => {
    for (const { description } of startWith(tools, []).first) {
      expect(inShort(description)).toMatch(/^[A-Z].{10,100}\.$/);
    }
    expect(inShort('Reads: a short list.')).toBe('Reads: a short list.');
    expect(inShort(`Reads the screen: ${'all of it, '.repeat(9)}too. More.`)).toBe(
      'Reads the screen.',
    );
    expect(inShort('Without an end')).toBe('Without an end');
  });
});
