import { expect, test } from 'vitest';
import { CliError } from '../stop.ts';
import { parseAllowedOrigin } from './arguments.ts';

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
