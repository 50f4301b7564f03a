import { describe, expect, it } from 'vitest';
import type { Call } from '#core/call.ts';
import { maskedText } from '#core/link/call.ts';
import { CallMasks, Mask } from './mask-secrets.ts';

const none = new Set<string>();

describe('a mask', () => {
  it.each([
    ['as typed', 'hunter2', 'Password: hunter2!', 'Password: •••!'],
    ['in JSON', 'a"b\\c\nd', String.raw`{"text":"a\"b\\c\nd"}`, '{"text":"•••"}'],
    ['on one line', 'two\nlines', 'text: two lines', 'text: •••'],
    ['with regular expression syntax', 'a.b*(c)$', 'x a.b*(c)$ axb', 'x ••• axb'],
    ['with replacement patterns', '$&$1', '<$&$1>', '<•••>'],
    [
      'that was truncated',
      'a long text that goes on and on and on',
      '"a long text that goes on and …" beside',
      '"•••" beside',
    ],
    ['that is longer than another', 'abcd', 'abcdef abcd', '••• •••'],
    ['that overlaps another', 'defg', 'x abcdefg y', 'x ••• y'],
    ['in a URL', 'p@ss wörd+', '?q=p%40ss+w%C3%B6rd%2B&x=p%40ss%20wörd%2b', '?q=•••&x=•••'],
    ['in XML', 'a<b>&"c\'', 'text="a&lt;b&gt;&amp;&quot;c&#39;" a&#x3C;b>&"c\'', 'text="•••" •••'],
    [
      'with invisible characters',
      'a\u202eb\u{e0041}',
      String.raw`a\u{202e}b\u{e0041} a\u202eb\udb40\udc41`,
      '••• •••',
    ],
    ['with combining marks', 'caf\u00e91', 'cafe\u03011 caf\u00e91', '••• •••'],
    [
      'in Unicode escapes',
      'h\u00fcnter',
      String.raw`{"a":"h\u00fcnter \\u0068ünter"}`,
      '{"a":"••• •••"}',
    ],
    ['in groups', '4111111111111111', '4111 1111 1111 1111, 4111-1111-1111-1111', '•••, •••'],
    ['without its groups', '+49 170-1234567', 'tel:+491701234567', 'tel:•••'],
    [
      'that ends in a backslash',
      'abc\\',
      String.raw`abc\new {"t":"abc\\"}`,
      String.raw`•••\new {"t":"•••\\"}`,
    ],
    ['that looks like the end of a JSON escape', 'nabc', String.raw`C:\nabc`, 'C:•••'],
    [
      'that consists almost only of backslashes',
      '\\\\a',
      String.raw`<\\a> {"t":"\\\\a"}`,
      '<•••> {"t":"•••"}',
    ],
  ])('hides a secret %s', (_, secret, text, masked) => {
    expect(new Mask([secret, 'abcdef']).maskText(text)).toBe(masked);
  });

  it('hides all of a truncated secret, even if a shorter secret begins the same', () => {
    const mask = new Mask(['abc', 'abcdefghijklmnopqrstuvwxyz-and-more']);
    expect(mask.maskText('abcdefghijklmnopqrstuvwxyz-… abc')).toBe('••• •••');
  });

  it('stays fast for hostile secrets', () => {
    const mask = new Mask([`${'\\'.repeat(40)}xyz`, '"\\'.repeat(300), 'ab'.repeat(500_000)]);
    const text = `${'\\'.repeat(2_000)}abc ${'"\\'.repeat(2_000)}`;
    // A regular expression made from these secrets would backtrack endlessly.
    expect(mask.maskText(`xyz ${text}`)).toContain('abc');
    const many = Array.from({ length: 500 }, (_, at) => `${at}#${'é"\n/'.repeat(2_500)}`);
    expect(new Mask(many).maskText(`x ${many[7] ?? ''} y ${'abc'.repeat(9_000)}`)).toMatch(
      /^x ••• y abc/,
    );
  });

  it('does not mask short secrets and bullets in texts', () => {
    const mask = new Mask(['ab', '  a  ', '••••', '']);
    expect(mask.maskText('ab a  a  ••••')).toBe('ab a  a  ••••');
  });

  it('hides short secrets that are a whole value', () => {
    const mask = new Mask(['4']);
    const masked = mask.maskValue({ text: '4', x: 4, y: 40, of: ['44'] }, new Set(['4']));
    expect(masked).toEqual({ text: maskedText, x: maskedText, y: 40, of: ['44'] });
    expect(mask.maskAnswer('{"text":"4"}', new Set(['4']))).toBe('{"text":"•••"}');
    expect(mask.maskValue({ x: 4 }, none)).toEqual({ x: 4 });
  });

  it('hides secrets in unknown argument names, not in parameter names', () => {
    const mask = new Mask(['text'], new Set(['text']));
    expect(mask.maskValue({ text: 'a text', 'my text': 1 }, none)).toEqual({
      text: 'a •••',
      'my •••': 1,
    });
  });

  it('accepts any JSON', () => {
    const text = '{"__proto__":{"a":"secret"},"b":[null,true,"secret"]}';
    expect(new Mask(['secret']).maskAnswer(text, new Set(['secret']))).toBe(
      '{"__proto__":{"a":"•••"},"b":[null,true,"•••"]}',
    );
  });
});

describe('a call that the page gets', () => {
  const call: Call = {
    id: 1,
    agent: 'claude',
    from: 'bridge',
    tool: 'set_text',
    effect: 'act',
    arguments: { text: '4', x: 4, y: 40 },
    startedAtEpochMs: 0,
    durationMs: 0,
    isError: false,
    text: '{"text":"4","of":"4 4"}',
    pictures: [],
    before: null,
    after: null,
    touch: null,
    droppedPictures: 0,
  };
  const secrets = (...texts: string[]) => ({ texts, arePresumed: false });

  it('hides its own secrets in texts, and short ones only as a whole value', () => {
    const recorded = new CallMasks().mask(call, secrets('4'));
    expect(recorded.arguments).toEqual({ text: maskedText, x: maskedText, y: 40 });
    expect(recorded.text).toBe('{"text":"•••","of":"4 4"}');
    const typed = new CallMasks().mask({ ...call, text: 'hunter2!' }, secrets('hunter2'));
    expect(typed.text).toBe('•••!');
  });

  it('hides secrets of earlier calls everywhere, and leaves the rest unchanged', () => {
    const masks = new CallMasks();
    masks.mask(call, secrets('hunter2', '4'));
    const later: Call = {
      ...call,
      agent: 'hunter2',
      tool: 'hunter2',
      arguments: { hunter2: ['hunter2'] },
      text: ' {"a": "hunter2"}',
      selectors: [':text("hunter2")'],
      refusalNote: 'No hunter2 here',
      wait: { isMet: false, elapsedMs: 1, reason: 'hunter2 is gone' },
    };
    expect(JSON.stringify(masks.mask(later, secrets()))).not.toContain('hunter2');
    expect(masks.mask(call, secrets())).toEqual({ ...call, wait: undefined });
  });

  it('forgets a text that no field received, because another field may show it', () => {
    const masks = new CallMasks();
    const failed = { ...call, isError: true, arguments: { text: 'milk' } };
    const recorded = masks.mask(failed, { texts: ['milk'], arePresumed: true });
    expect(recorded.arguments).toEqual({ text: maskedText });
    expect(masks.mask({ ...call, text: 'milk' }, secrets()).text).toBe('milk');
  });

  it('masks the last of many secrets', () => {
    const masks = new CallMasks();
    for (let each = 0; each < 300; each += 1) masks.mask(call, secrets(`secret ${each}`));
    expect(masks.mask({ ...call, text: 'secret 299 of' }, secrets()).text).toBe('••• of');
  });
});
