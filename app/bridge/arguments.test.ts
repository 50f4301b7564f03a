import { expect, test } from 'vitest';
import { parseArguments } from './arguments.ts';
import { Stop } from './stop.ts';

const GOOD_TOKEN = 'abcdefghijklmnopqrstuvwxyz0123456789';

test('nothing asked for', () => {
  expect(parseArguments([], {})).toEqual({
    help: false,
    port: 7340,
    open: true,
    token: null,
    toolPrefix: '',
    json: false,
    stdio: false,
  });
});

test('everything asked for', () => {
  const argv = ['--port', '0', '--no-open', '--token', GOOD_TOKEN, '--tool-prefix=my_', '--json'];
  expect(parseArguments(argv, {})).toEqual({
    help: false,
    port: 0,
    open: false,
    token: GOOD_TOKEN,
    toolPrefix: 'my_',
    json: true,
    stdio: false,
  });
});

test('the token may come from the environment; the option wins; empty is none', () => {
  const other = GOOD_TOKEN.toUpperCase();
  expect(parseArguments([], { HANDSET_TOKEN: GOOD_TOKEN }).token).toBe(GOOD_TOKEN);
  expect(parseArguments(['--token', other], { HANDSET_TOKEN: GOOD_TOKEN }).token).toBe(other);
  expect(parseArguments([], { HANDSET_TOKEN: '' }).token).toBeNull();
});

test.each([
  [['--prot', '1'], "Unknown option '--prot'. See --help."],
  [['start'], /^Unexpected argument 'start'/],
  [['--port'], /^Option '--port <value>' argument missing/],
  [['--port', '65536'], '--port must be a whole number from 0 to 65535, got: 65536'],
  [['--port', '1e3'], '--port must be a whole number from 0 to 65535, got: 1e3'],
  [['--port='], '--port must be a whole number from 0 to 65535, got: '],
  [['--tool-prefix', 'a-'], '--tool-prefix may hold letters, digits and _, at most 28; got: a-'],
  [['--tool-prefix', 'x'.repeat(29)], /at most 28/],
  [['--json', '--stdio'], '--json and --stdio both want stdout; use one of them.'],
  [
    ['--token', 'short'],
    'The token has 5 characters, but anyone on this computer may try to guess it: use at least 32.',
  ],
  [['--token', 'x'.repeat(40)], 'The token repeats too few different characters.'],
  [['--token', `${GOOD_TOKEN} ${GOOD_TOKEN}`], /^The token may hold only letters/],
])('%j is refused with exit code 2', (argv, message) => {
  const parse = (): unknown => parseArguments(argv, {});
  expect(parse).toThrow(message);
  expect(parse).toThrow(expect.objectContaining({ exitCode: 2, name: Stop.name }));
});
