import { describe, expect, it } from 'vitest';
import { nextIndex } from './list-navigation.ts';

describe('nextIndex', () => {
  it('stays inside the list', () => {
    expect(nextIndex('ArrowUp', 0, 5)).toBe(0);
    expect(nextIndex('PageDown', 3, 5)).toBe(4);
    expect(nextIndex('Home', 3, 5)).toBe(0);
    expect(nextIndex('End', 0, 5)).toBe(4);
  });

  it('leaves other keys alone', () => {
    expect(nextIndex('a', 0, 5)).toBeNull();
  });
});
