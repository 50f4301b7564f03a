import { describe, expect, it } from 'vitest';
import { Mask, hidden } from './mask.ts';

const none = new Set<string>();

describe('a mask', () => {
  it.each([
    ['as it is', 'hunter2', 'Password: hunter2!', 'Password: •••!'],
    ['in JSON', 'a"b\\c\nd', String.raw`{"text":"a\"b\\c\nd"}`, '{"text":"•••"}'],
    ['on one line', 'two\nlines', 'text: two lines', 'text: •••'],
    ['with what regular expressions mean', 'a.b*(c)$', 'x a.b*(c)$ axb', 'x ••• axb'],
    ['with a replacement in it', '$&$1', '<$&$1>', '<•••>'],
    [
      'cut',
      'a long text that goes on and on and on',
      '"a long text that goes on and …" beside',
      '"•••" beside',
    ],
    ['the longer of two', 'abcd', 'abcdef abcd', '••• •••'],
  ])('hides a secret %s', (_, secret, text, masked) => {
    expect(new Mask([secret, 'abcdef']).text(text)).toBe(masked);
  });

  it('leaves short secrets alone in texts, and bullets', () => {
    const mask = new Mask(['ab', '  a  ', '••••', '']);
    expect(mask.text('ab a  a  ••••')).toBe('ab a  a  ••••');
  });

  it('hides short secrets where they are a whole value', () => {
    const mask = new Mask(['4']);
    const masked = mask.value({ text: '4', x: 4, y: 40, of: ['44'] }, new Set(['4']));
    expect(masked).toEqual({ text: hidden, x: hidden, y: 40, of: ['44'] });
    expect(mask.json('{"text":"4"}', new Set(['4']))).toBe('{"text":"•••"}');
    expect(mask.value({ x: 4 }, none)).toEqual({ x: 4 });
  });

  it('hides names that agents made up, and no names of parameters', () => {
    const mask = new Mask(['text'], new Set(['text']));
    expect(mask.value({ text: 'a text', 'my text': 1 }, none)).toEqual({
      text: 'a •••',
      'my •••': 1,
    });
  });

  it('takes any JSON', () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":"secret"},"b":[null,true,"secret"]}');
    const masked = new Mask(['secret']).value(value, none);
    expect(JSON.stringify(masked)).toBe('{"__proto__":{"a":"•••"},"b":[null,true,"•••"]}');
  });
});
