import { expect, test } from 'vitest';
import { addressOf, agentOfPath, callerOf, pathOfAgent } from './agent.ts';

test.each([
  ['/mcp', 'local'],
  ['/mcp/claude', 'claude'],
  ['/mcp/a.b_c-9', 'a.b_c-9'],
  [`/mcp/${'x'.repeat(64)}`, 'x'.repeat(64)],
  [`/mcp/${'x'.repeat(65)}`, null],
  ['/mcp/', null],
  ['/mcp/a/b', null],
  ['/mcp/a%20b', null],
  ['/mcp/.', null],
  ['/mcp/..', null],
  ['/mcp/...', '...'],
  ['/mcpx', null],
  ['/', null],
])('%s is the address of %s', (path, agent) => {
  expect(agentOfPath(path)).toBe(agent);
});

test.each([
  { agent: 'local', chosenPhone: null },
  { agent: 'claude', chosenPhone: 'DEMO14-3F2A' },
  { agent: 'a.b', chosenPhone: 'A&phone=B #1/%20ü' },
])('an address names its caller again: %j', (caller) => {
  expect(callerOf(addressOf(caller))).toEqual(caller);
});

test('a path leads back to its agent', () => {
  expect(['local', 'claude'].map(pathOfAgent)).toEqual(['/mcp', '/mcp/claude']);
});
