import { describe, expect, it } from 'vitest';
import { agentAddress, isAgentName, nameInAddress } from './agent-setup.ts';

describe('isAgentName', () => {
  it.each(['', 'claude', 'A-z_0.9', 'x'.repeat(64)])('accepts %j', (name) => {
    expect(isAgentName(name)).toBe(true);
  });

  it.each([' ', 'two words', 'a/b', 'ü', 'a?b', '%41', 'x'.repeat(65)])('rejects %j', (name) => {
    expect(isAgentName(name)).toBe(false);
  });
});

it('puts the agent name into the address', () => {
  expect(agentAddress('http://127.0.0.1:7340/mcp', 'cursor')).toBe(
    'http://127.0.0.1:7340/mcp/cursor',
  );
});

it.each(['', 'local'])('%j uses the address without a name', (name) => {
  expect(nameInAddress(name)).toBeNull();
  expect(agentAddress('http://127.0.0.1:7340/mcp', name)).toBe('http://127.0.0.1:7340/mcp');
});
