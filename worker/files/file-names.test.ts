import { describe, expect, it } from 'vitest';
import { numberedName, safeName } from './file-names.ts';

describe('safeName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['Grüße 世界 👩‍👩‍👧.txt', 'Grüße 世界 👩‍👩‍👧.txt'],
    ['.profile', '.profile'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\a.txt', 'a.txt'],
    ['a/b/', 'b'],
    ['what? "this": <a|b>*.txt', 'what_ _this__ _a_b__.txt'],
    ['evil\u202egpj.exe', 'evil_gpj.exe'],
    ['line\nbreak\u0000.txt', 'line_break_.txt'],
    ['dots...', 'dots'],
    ['..', 'file'],
    ['', 'file'],
    [`${'x'.repeat(300)}.apk`, `${'x'.repeat(245)}.apk`],
    ['é'.repeat(200), 'é'.repeat(124)],
    [`a.${'b'.repeat(300)}`, `a.${'b'.repeat(247)}`],
  ])('%j', (name, safe) => {
    expect(safeName(name)).toBe(safe);
  });
});

it.each([
  ['a.txt', 'a (1).txt'],
  ['a', 'a (1)'],
  ['.profile', '.profile (1)'],
  ['a.tar.gz', 'a.tar (1).gz'],
])('numberedName(%j)', (name, numbered) => {
  expect(numberedName(name, 1)).toBe(numbered);
});
