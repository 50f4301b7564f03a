import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shellCommand } from './shell-command.ts';

const trickyArgs = [
  '',
  'plain',
  '--scope',
  '--',
  '-',
  'a b',
  "Anna's phone",
  'say "yes"',
  '$HOME `id` \\ !! *',
  'TOKEN=~/x',
  'Käte’s (1) & co',
  'line\nbreak',
  '@scope/name',
];

describe('shellCommand', () => {
  it.runIf(process.platform !== 'win32')('passes every argument unchanged', () => {
    const script = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
    const line = shellCommand([process.execPath, '-e', script, 'first', ...trickyArgs], false);
    expect(JSON.parse(execFileSync('sh', ['-c', line], { encoding: 'utf8' }))).toEqual([
      'first',
      ...trickyArgs,
    ]);
  });

  it.each([
    ['plain', 'plain'],
    ['--', '--'],
    ['/opt/my phone/bridge.js', '"/opt/my phone/bridge.js"'],
    ['$x', "'$x'"],
    ["it's $x", "'it'\\''s $x'"],
  ])('quotes %s for sh as %s', (arg, quoted) => {
    expect(shellCommand([arg], false)).toBe(quoted);
  });

  it.each([
    ['plain', 'plain'],
    ['--', '"--"'],
    ['@scope/name', '"@scope/name"'],
    ['C:\\Program Files\\bridge.js', '"C:\\Program Files\\bridge.js"'],
    ['C:\\a b\\', "'C:\\a b\\'"],
    ['C:\\$x\\it’s', "'C:\\$x\\it’’s'"],
  ])('quotes %s for PowerShell as %s', (arg, quoted) => {
    expect(shellCommand([arg], true)).toBe(quoted);
  });
});
