import { expect, test } from 'vitest';
import { AgentNames } from './origins.ts';

const createNames = (): AgentNames => new AgentNames('http://127.0.0.1:7340');

test.each([
  ['http://127.0.0.1:7340', 'this-page'],
  ['https://app.example.com', 'app.example.com'],
  ['http://localhost:3000', 'localhost-3000'],
  ['http://[::1]:8080', '1-8080'],
  ['chrome-extension://abcdefghijklmnop', 'abcdefghijklmnop'],
  [`https://${'a'.repeat(63)}.${'b'.repeat(63)}`, `${'a'.repeat(63)}.`],
])('%s is named %s', (origin, name) => {
  expect(createNames().nameFor(origin)).toBe(name);
});

test('no origin gets a reserved name', () => {
  const origins = ['http://you', 'http://local', 'https://this-page', 'http://scripted-agent'];
  const agentNames = createNames();
  expect(origins.map((origin) => agentNames.nameFor(origin))).toEqual([
    'you-2',
    'local-2',
    'this-page-2',
    'scripted-agent-2',
  ]);
});

test('two origins never share a name, and each keeps its own', () => {
  const agentNames = createNames();
  const origins = ['https://a.example', 'http://a.example', 'ftp://a.example', 'https://a.example'];
  expect(origins.map((origin) => agentNames.nameFor(origin))).toEqual([
    'a.example',
    'a.example-2',
    'a.example-3',
    'a.example',
  ]);
});

test('a suffix does not make a name longer than 64 characters', () => {
  const agentNames = createNames();
  const host = `${'a'.repeat(63)}.example`;
  expect(agentNames.nameFor(`https://${host}`)).toBe(host.slice(0, 64));
  expect(agentNames.nameFor(`http://${host}`)).toBe(`${host.slice(0, 62)}-2`);
});
