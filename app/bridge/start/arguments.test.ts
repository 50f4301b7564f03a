import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { CliError } from '../errors.ts';
import { parseAllowedOrigin, parseCliArguments } from './arguments.ts';

const GOOD_TOKEN = 'abcdefghijklmnopqrstuvwxyz0123456789';

test('the defaults', () => {
  expect(parseCliArguments([], {})).toEqual({
    help: false,
    version: false,
    port: 7340,
    openMode: 'once',
    token: null,
    agentToken: null,
    newToken: false,
    toolPrefix: '',
    allTools: false,
    screenReader: true,
    allowedOrigins: [],
    allowAdb: false,
    filesFolder: null,
    json: false,
    stdio: false,
  });
});

test('all options', () => {
  const origins = ['https://b.example', 'http://localhost:1', 'https://b.example:443'];
  const argv = ['--port', '0', '--no-open', '--token', GOOD_TOKEN, '--tool-prefix=my_', '--json'];
  argv.push(
    '--allow-adb',
    '--files',
    relative('.', import.meta.dirname),
    '--reader',
    'off',
    '--tools',
    'all',
    ...origins.flatMap((origin) => ['--allow-origin', origin]),
  );
  expect(parseCliArguments(argv, {})).toEqual({
    help: false,
    version: false,
    port: 0,
    openMode: 'never',
    token: GOOD_TOKEN,
    agentToken: null,
    newToken: false,
    toolPrefix: 'my_',
    allTools: true,
    screenReader: false,
    allowedOrigins: ['https://b.example', 'http://localhost:1'],
    allowAdb: true,
    filesFolder: import.meta.dirname,
    json: true,
    stdio: false,
  });
});

test('the options for new secrets and for opening the browser', () => {
  expect(parseCliArguments(['--open', '--new-token'], {})).toMatchObject({
    openMode: 'again',
    newToken: true,
  });
});

test('the token may come from the environment; the option wins; empty is none', () => {
  const other = GOOD_TOKEN.toUpperCase();
  expect(parseCliArguments([], { HANDSET_TOKEN: GOOD_TOKEN }).token).toBe(GOOD_TOKEN);
  expect(parseCliArguments(['--token', other], { HANDSET_TOKEN: GOOD_TOKEN }).token).toBe(other);
  expect(parseCliArguments([], { HANDSET_TOKEN: '' }).token).toBeNull();
});

test.each([
  [['--prot', '1'], "Unknown option '--prot'. See --help."],
  [['start'], /^Unexpected argument 'start'/],
  [['--port'], /^Option '--port <value>' argument missing/],
  [['--port', '65536'], '--port must be a whole number from 0 to 65535, got: 65536'],
  [['--port', '1e3'], '--port must be a whole number from 0 to 65535, got: 1e3'],
  [['--port', '6000'], '--port 6000: browsers block this port. Choose another one.'],
  [['--files', '/no/such'], '--files must be a folder that is there, got: /no/such'],
  [['--port='], '--port must be a whole number from 0 to 65535, got: '],
  [['--tool-prefix', 'a-'], '--tool-prefix may contain letters, digits and _, at most 28; got: a-'],
  [['--tool-prefix', 'x'.repeat(29)], /at most 28/],
  [['--json', '--stdio'], '--json and --stdio both write to stdout; use one of them.'],
  [['--open', '--no-open'], '--open and --no-open contradict each other; use one of them.'],
  [['--new-token', '--token', GOOD_TOKEN], /^--new-token creates a token/],
  [
    ['--new-token', '--stdio'],
    "--new-token can't be used with --stdio; start the bridge once with --new-token and without --stdio.",
  ],
  [['--allow-origin', 'https://*.example'], /https:\/\/host or .*, got: https:\/\/\*\.example$/],
  [
    ['--token', 'short'],
    'The token has 5 characters, which other programs could guess: use at least 32.',
  ],
  [['--token', 'x'.repeat(40)], 'The token has too few different characters.'],
  [['--token', 'abcdefgh'.repeat(4)], 'The token repeats itself too much.'],
  [['--token', `${'0'.repeat(25)}1234567`], 'The token repeats itself too much.'],
  [['--token', `${GOOD_TOKEN} ${GOOD_TOKEN}`], /^The token may contain only letters/],
])('%j is refused with exit code 2', (argv, message) => {
  const parse = (): unknown => parseCliArguments(argv, {});
  expect(parse).toThrow(message);
  expect(parse).toThrow(expect.objectContaining({ exitCode: 2, name: CliError.name }));
});

test('--new-token also refuses a token in the environment', () => {
  const parse = (): unknown => parseCliArguments(['--new-token'], { HANDSET_TOKEN: GOOD_TOKEN });
  expect(parse).toThrow('--token (or HANDSET_TOKEN) sets one');
  expect(() => parseCliArguments([], { HANDSET_TOKEN: 'short' })).toThrow(
    'The token has 5 characters',
  );
});

test.each([
  ['https://handset.example', 'https://handset.example'],
  ['https://handset.example:8443', 'https://handset.example:8443'],
  // Serialised as browsers do.
  ['https://Handset.Example:443', 'https://handset.example'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://a_b.example', 'https://a_b.example'],
  ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
  ['http://localhost:5173', 'http://localhost:5173'],
  ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
  ['http://[::1]:8000', 'http://[::1]:8000'],
])('%s is %s', (text, origin) => {
  expect(parseAllowedOrigin(text)).toBe(origin);
});

const FORMAT_MESSAGE = '--allow-origin must be https://host or https://host:port, got: ';

test.each([
  '',
  '*',
  'null',
  'handset.example',
  'https://',
  'https://*',
  'https://*.example',
  'https://handset.example/',
  'https://handset.example/console',
  'https://handset.example?',
  'https://handset.example#',
  'https://handset.example?a=b',
  'https://user@handset.example',
  'https://user:word@handset.example',
  "https://a;script-src'unsafe-inline'",
  'https://a,https://b',
  'https://a https://b',
  'wss://handset.example',
  'file:///tmp',
  'data:text/html,x',
  'chrome-extension://abcdef',
])('%j is no origin', (text) => {
  expect(() => parseAllowedOrigin(text)).toThrow(new CliError(2, FORMAT_MESSAGE + text));
});

test.each(['http://handset.example', 'http://localhost.example', 'http://192.168.1.2:8000'])(
  '%s is refused: plain http can be changed on its way',
  (text) => {
    expect(() => parseAllowedOrigin(text)).toThrow(
      new CliError(
        2,
        `--allow-origin takes http only for localhost, 127.0.0.1 and [::1], since any other http page could be changed on its way to you; got: ${text}`,
      ),
    );
  },
);
