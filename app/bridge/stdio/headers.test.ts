import { expect, test } from 'vitest';
import { requestHeaders } from './pipe.ts';

const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

test.each([
  [{ method: 'initialize', params: {} }, null, {}],
  [{ method: 'tools/list' }, '2025-11-25', { 'mcp-protocol-version': '2025-11-25' }],
  [
    { method: 'tools/list', params: { _meta: meta } },
    null,
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
  ],
  [
    { method: 'tools/call', params: { name: 'tap', _meta: meta } },
    null,
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'tap' },
  ],
  [
    { method: 'tools/call', params: { name: 'täp', _meta: meta } },
    null,
    {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': '=?base64?dMOkcA==?=',
    },
  ],
  [
    { method: 'resources/read', params: { uri: 'a://b', _meta: meta } },
    null,
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'resources/read', 'mcp-name': 'a://b' },
  ],
])('%j with %s agreed', (message, negotiatedVersion, headers) => {
  expect(requestHeaders(message, negotiatedVersion)).toEqual(headers);
});
