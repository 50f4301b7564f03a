import { expect, test } from 'vitest';
import { agentFromClientName, agentFromPath, agentPath } from './agent-path.ts';

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
  expect(agentFromPath(path)).toBe(agent);
});

test('a path leads back to its agent', () => {
  expect(['local', 'claude'].map(agentPath)).toEqual(['/mcp', '/mcp/claude']);
});

test.each([
  ['claude-code', 'claude-code'],
  ['Visual Studio Code', 'Visual-Studio-Code'],
  ['x'.repeat(70), 'x'.repeat(64)],
  ['<b>日本</b>', '-b-b-'],
  ['日本', 'local'],
  ['..', 'local'],
  ['', 'local'],
  [7, 'local'],
])('a client called %s at the plain address is %s', (clientName, agent) => {
  expect(agentFromClientName(clientName)).toBe(agent);
});
