import { describe, expect, it } from 'vitest';
import { tools } from '#core/tools/registry.ts';
import { shortDescription, suggestTools } from './tools.svelte.ts';

const namesOf = (list: readonly { readonly name: string }[]): readonly string[] =>
  list.map(({ name }) => name);

describe('the suggested tools', () => {
  it('are six existing tools, both reading and acting', () => {
    const { recent, suggested } = suggestTools(tools, []);
    expect(recent).toEqual([]);
    expect(suggested).toHaveLength(6);
    expect(new Set(suggested.map(({ effect }) => effect))).toEqual(new Set(['read', 'act']));
  });

  it('begin with recently used tools, without duplicates', () => {
    const { recent, suggested } = suggestTools(tools, [
      'pinch',
      'gone',
      'set_text',
      'tap',
      'swipe',
    ]);
    expect(namesOf(recent)).toEqual(['pinch', 'set_text', 'tap']);
    expect(namesOf(suggested)).toEqual(['get_screen_state', 'summarize_screen', 'click_element']);
  });

  it('each have a one-line description', () => {
    for (const { description } of suggestTools(tools, []).suggested) {
      expect(shortDescription(description)).toMatch(/^[A-Z].{10,100}\.$/);
    }
    expect(shortDescription('Reads: a short list.')).toBe('Reads: a short list.');
    expect(shortDescription(`Reads the screen: ${'all of it, '.repeat(9)}too. More.`)).toBe(
      'Reads the screen.',
    );
    expect(shortDescription('Without an end')).toBe('Without an end');
  });
});
