import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  verifyField,
  type EditRequest,
  type FieldReading,
  type Verification,
} from './verify-field.ts';

const field = (shown: string, more: Partial<FieldReading> = {}): FieldReading => ({
  shown,
  hint: '',
  password: false,
  ...more,
});
const verifyKind = (
  how: EditRequest['how'],
  before: string,
  text: string,
  actual: string,
): Verification['kind'] =>
  verifyField({ how, text, before: field(before, { hint: 'Say' }) }, field(actual, { hint: 'Say' }))
    .kind;

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 20 }),
  fc.constantFrom('%s', `'"$HOME;&&\\`, 'سلام', 'שלום', '👩‍👩‍👧'),
);

describe('a replacement', () => {
  it('is exact when the field holds it', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, text) => {
        fc.pre(text !== 'Say' && before !== 'Say');
        expect(verifyKind('replace', before, text, text)).toBe('exact');
      }),
    );
  });
  it('is never exact when the field holds anything else', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (before, text, actual) => {
        fc.pre(text !== actual && actual !== 'Say');
        expect(verifyKind('replace', before, text, actual)).not.toBe('exact');
      }),
    );
  });
  it.each([
    ['control characters as dots', 'a\u0007b', 'a.b', 'unverified'],
    ['line breaks as spaces', 'a\nb', 'a b', 'unverified'],
    ['line breaks of another kind', 'a\r\nb', 'a\nb', 'unverified'],
    ['accents put together', 'e\u0301', '\u00e9', 'unverified'],
    ['brackets of a number', '15551234567', '+1 (555) 123-4567', 'unverified'],
    ['capitals', 'ab-12', 'AB-12', 'unverified'],
    ['a missing letter', 'hello', 'helo', 'dropped'],
    ['a number without its groups', '+45 555-0100', '+455550100', 'unverified'],
    ['a number in other groups', '(555) 123-4567', '555 1234567', 'unverified'],
    ['a number without its sign', '-12', '12', 'dropped'],
    ['a number without its point', '1.5', '15', 'dropped'],
    ['a missing separator', 'ab-12', 'ab12', 'dropped'],
    ['nothing', 'hello', '', 'dropped'],
    ['the hint', 'hello', 'Say', 'dropped'],
    ['what was there as well', 'hello', 'oldhello', 'different'],
    ['a space for %s', 'a%sb', 'a b', 'different'],
    ['question marks', 'שלום', '????', 'different'],
    ['a correction', 'teh', 'the', 'different'],
    ['separators where only those were asked', '--', '----', 'different'],
  ] as const)('%s: %s', (_, text, actual, kind) => {
    expect(verifyKind('replace', 'old', text, actual)).toBe(kind);
  });
  it('is unverified when an empty field may show the same', () => {
    expect(verifyKind('replace', 'Say', 'Say', 'Say')).toBe('unverified');
    const request: EditRequest = { how: 'replace', text: 'Name', before: field('Name') };
    expect(verifyField(request, field('Name')).kind).toBe('unverified');
    expect(verifyField({ ...request, shownEmpty: '' }, field('Name')).kind).toBe('exact');
  });
});

describe('an insertion', () => {
  it('is exact at any position', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.nat(), (before, text, where) => {
        const at = before.length === 0 ? 0 : where % (before.length + 1);
        const actual = before.slice(0, at) + text + before.slice(at);
        fc.pre(before !== 'Say' && actual !== 'Say');
        expect(verifyKind('insert', before, text, actual)).toBe('exact');
      }),
    );
  });
  it('with missing characters is never exact, and the intended content is right', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'c'),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(letters, letters, fc.nat(), fc.nat(), (before, text, where, missingIndex) => {
        const at = where % (before.length + 1);
        const missingAt = missingIndex % text.length;
        const typed = text.slice(0, missingAt) + text.slice(missingAt + 1);
        const actual = before.slice(0, at) + typed + before.slice(at);
        const request: EditRequest = { how: 'insert', text, before: field(before), shownEmpty: '' };
        const result = verifyField(request, field(actual));
        expect(result.kind).toBe('dropped');
        if (result.kind !== 'dropped' || result.intended === undefined) return;
        expect(result.intended).toBe(before.slice(0, at) + text + before.slice(at));
      }),
    );
  });
  it.each([
    ['in place of all', 'http://old', 'new', 'new', 'exact'],
    ['in place of a word', 'say hello you', 'bye', 'say bye you', 'exact'],
    ['nothing happened', 'abc', 'c', 'abc', 'dropped'],
    ['fewer than asked', 'aaaa', 'aaa', 'aaaaaa', 'dropped'],
    ['a line break as a space', 'x', 'a\nb', 'xa b', 'unverified'],
    ['regrouped', '12 34', '5', '123 45', 'unverified'],
    ['something else', 'abc', 'd', 'xyz', 'different'],
    ['into the hint', 'Say', 'hello', 'hello', 'exact'],
  ] as const)('%s', (_, before, text, actual, kind) => {
    expect(verifyKind('insert', before, text, actual)).toBe(kind);
  });
  it('may have replaced a hint that the dump shows as text', () => {
    const request: EditRequest = { how: 'insert', text: 'hello', before: field('Your name') };
    expect(verifyField(request, field('hello'))).toEqual({ kind: 'exact' });
    expect(verifyField(request, field('hllo'))).toEqual({ kind: 'dropped', intended: 'hello' });
  });
  it('is verified in reasonable time for long, repetitive contents', () => {
    const before = 'a'.repeat(20_000);
    const text = `${'a'.repeat(1999)}b`;
    expect(verifyKind('insert', before, text, before + text)).toBe('exact');
    expect(verifyKind('insert', before, text, `${before}${text}c`)).toBe('different');
  });
});

describe('a password field', () => {
  const secret = (shown: string): FieldReading =>
    field(shown, { password: true, hint: 'Password' });
  const verifySecret = (how: EditRequest['how'], before: string, text: string, after: string) =>
    verifyField({ how, text, before: secret(before) }, secret(after));

  it.each([
    ['replace', 'Password', 'secret', '••••••', 'unverified'],
    ['replace', 'Password', 'secret', '•••••t', 'unverified'],
    ['replace', '•••', 'a😀', '••', 'unverified'],
    ['replace', 'Password', 'secret', '•••••', 'dropped'],
    ['replace', 'Password', 'secret', 'Password', 'dropped'],
    ['replace', '•••', 'ab', '•••••', 'different'],
    ['replace', '•••', '', 'Password', 'exact'],
    ['replace', '•••', '', '', 'exact'],
    ['replace', '', 'secret', '', 'unverified'],
    ['insert', '•••', 'ab', '•••••', 'unverified'],
    ['insert', '•••', 'ab', '••••', 'dropped'],
    ['replace', 'Password', 'secret', 'secret', 'exact'],
  ] as const)('%s %s by %s: %s', (how, before, text, after, kind) => {
    expect(verifySecret(how, before, text, after).kind).toBe(kind);
  });
  it('recognises a hint printed as text, because it has no bullets', () => {
    const before = field('Password', { password: true });
    const request: EditRequest = { how: 'insert', text: 'abcdefgh', before };
    expect(verifyField(request, field('••••••••', { password: true })).kind).toBe('unverified');
  });
  it('reports the number of shown characters, never the text', () => {
    expect(verifySecret('replace', 'Password', 'secret', '•••••t')).toEqual({
      kind: 'unverified',
      reason: 'a password field, which shows 6 characters',
    });
  });
});
