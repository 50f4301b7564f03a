import { describe, expect, it } from 'vitest';
import { agentAddress, isAgentName, nameInAddress } from './agent-name.ts';

describe('isAgentName', () => {
  it.each(['', 'claude', 'A-z_0.9', 'x'.repeat(64)])('%j may be one', (name) => {
    expect(isAgentName(name)).toBe(true);
  });

  it.each([' ', 'two words', 'a/b', 'ü', 'a?b', '%41', 'x'.repeat(65)])('%j may not', (name) => {
    expect(isAgentName(name)).toBe(false);
  });
});

it('names the agent in the address', () => {
  expect(agentAddress('http://127.0.0.1:7340/mcp', 'cursor')).toBe(
    'http://127.0.0.1:7340/mcp/cursor',
  );
});

it.each(['', 'local'])('%j is the agent of the plain address', (name) => {
  expect(nameInAddress(name)).toBeNull();
  expect(agentAddress('http://127.0.0.1:7340/mcp', name)).toBe('http://127.0.0.1:7340/mcp');
});
