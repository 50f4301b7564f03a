import { describe, expect, it } from 'vitest';
import { agentUrl } from '#core/clients/client-setup.ts';
import { isAgentName, nameInAddress } from './agent-setup.ts';

describe('isAgentName', () => {
  it.each(['', 'claude', 'A-z_0.9', 'x'.repeat(64)])('accepts %j', (name) => {
    expect(isAgentName(name)).toBe(true);
  });

  it.each([' ', 'two words', 'a/b', 'ü', 'a?b', '%41', 'x'.repeat(65)])('rejects %j', (name) => {
    expect(isAgentName(name)).toBe(false);
  });
});

describe('the address', () => {
  const setup = {
    mcpUrl: 'http://127.0.0.1:7340/mcp',
    token: '',
    ownToken: false,
    programPath: '',
    programArguments: [],
  };

  it('ends in the name of the agent', () => {
    expect(agentUrl(setup, nameInAddress('cursor'))).toBe('http://127.0.0.1:7340/mcp/cursor');
  });

  it.each(['', 'local'])('has no name for %j', (name) => {
    expect(nameInAddress(name)).toBeNull();
    expect(agentUrl(setup, nameInAddress(name))).toBe('http://127.0.0.1:7340/mcp');
  });
});
