import { describe, expect, it } from 'vitest';
import { FieldState } from './field-state.ts';

const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
const flag = '\u{1f1ee}\u{1f1ea}';
const field = (text: string) => new FieldState({ hint: '', text });

describe('characters', () => {
  it.each([family, flag, '\u{1f44d}\u{1f3fd}', '5\ufe0f\u20e3', '\u{1f600}'])(
    'deletes %s as one character and steps over it',
    (emoji) => {
      const one = field(`a${emoji}b`);
      one.moveCursor(-1);
      one.moveCursor(-1);
      expect(one.cursor).toBe(1);
      one.moveCursor(1);
      expect(one.cursor).toBe(1 + emoji.length);
      one.deleteBackward();
      expect(one.text).toBe('ab');
      one.insert(emoji);
      one.moveCursorTo(1);
      one.deleteForward();
      expect(one.text).toBe('ab');
    },
  );

  it('Backspace deletes a combining mark, Delete the letter with its mark', () => {
    const one = field('e\u0301');
    one.deleteBackward();
    expect(one.text).toBe('e');
    const two = field('e\u0301x');
    two.moveCursorTo(0);
    two.deleteForward();
    expect(two.text).toBe('x');
  });

  it.each(['\u0645\u0631\u062d\u0628\u0627', '\u05e9\u05dc\u05d5\u05dd', 'Z\u0324\u0301algo'])(
    'keeps %s unchanged',
    (text) => {
      const one = field('');
      for (const character of text) one.insert(character);
      expect(one.text).toBe(text);
    },
  );
});

describe('selection', () => {
  it('is replaced by inserted text', () => {
    const one = field('one two three');
    one.select({ start: 4, end: 7 });
    expect(one.selectedText).toBe('two');
    one.insert('2');
    expect([one.text, one.cursor]).toEqual(['one 2 three', 5]);
    expect(one.selectedText).toBe('');
  });

  it('is deleted by Backspace and by Delete', () => {
    const one = field('one two');
    one.select({ start: 0, end: 4 });
    one.deleteBackward();
    one.selectAll();
    one.moveCursor(-1);
    expect(one.cursor).toBe(0);
    one.moveCursor(1, true);
    one.moveCursor(1, true);
    expect(one.selectedText).toBe('tw');
    one.deleteForward();
    expect(one.text).toBe('o');
  });

  it('can be extended backwards over its anchor', () => {
    const one = field('abcdef');
    one.moveCursorTo(3);
    one.moveCursorTo(5, true);
    expect(one.selection).toEqual({ start: 3, end: 5 });
    one.moveCursorTo(1, true);
    expect(one.selection).toEqual({ start: 1, end: 3 });
    one.moveCursor(1);
    expect([one.cursor, one.selectedText]).toEqual([3, '']);
  });
});

describe('line breaks', () => {
  it('become spaces in a single line', () => {
    const one = field('');
    one.insert('a\r\nb\nc\rd');
    expect(one.text).toBe('a b c d');
    const many = new FieldState({ hint: '', multiline: true });
    many.insert('a\r\nb');
    expect(many.text).toBe('a\nb');
  });
});

describe('a format', () => {
  const dashes = (text: string) => text.replaceAll('-', '').replace(/(.{3})(?=.)/, '$1-');

  it('is applied to typed text, and the cursor stays behind its character', () => {
    const one = new FieldState({ hint: '', format: dashes });
    for (const digit of '1234') one.insert(digit);
    expect([one.text, one.cursor]).toEqual(['123-4', 5]);
    one.moveCursorTo(1);
    one.insert('9');
    expect([one.text, one.cursor]).toEqual(['192-34', 2]);
    one.moveCursorTo(6);
    for (let i = 0; i < 2; i++) one.deleteBackward();
    expect(one.text).toBe('192');
  });
});
