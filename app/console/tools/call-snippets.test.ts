import { expect, it } from 'vitest';
import { asMcpJson, asTypeScript } from './call-snippets.ts';

it('writes a call as an MCP request', () => {
  expect(JSON.parse(asMcpJson({ name: 'tap', args: { x: 1 } }))).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'tap', arguments: { x: 1 } },
  });
});

it.each([
  [{}, '{}'],
  [{ x: 1, on: true, none: null }, '{ x: 1, on: true, none: null }'],
  [{ 'a-b': [1, 'two'] }, "{ 'a-b': [1, 'two'] }"],
  [Object.fromEntries([['__proto__', { x: 1 }]]), "{ ['__proto__']: { x: 1 } }"],
  [{ text: 'it\'s "so"\n\\' }, `{ text: 'it\\'s "so"\\n\\\\' }`],
])('writes %j as TypeScript', (args, literal) => {
  const line = asTypeScript({ name: 'a_tool', args });
  expect(line).toBe(`await client.callTool({ name: 'a_tool', arguments: ${literal} });`);
});
