import { describe, expect, it } from 'vitest';
import { defaultPolicy, type AgentPolicy } from '#core/link/policy.ts';
import { parsePolicy } from './agent-policy.svelte.ts';

const asksBeforeActing: AgentPolicy = {
  ...defaultPolicy,
  rules: { ...defaultPolicy.rules, act: 'ask' },
};

describe('parsePolicy', () => {
  it('reads back a stored policy', () => {
    const policy: AgentPolicy = {
      paused: true,
      rules: { look: 'ask', act: 'off', risk: 'allow' },
      toolRules: { tap: 'off', swipe: 'allow' },
      allTools: true,
      blocked: [{ agent: 'claude', from: 'bridge' }],
    };
    expect(parsePolicy(JSON.stringify(policy))).toEqual(policy);
  });

  it.each([[null], ['{}'], ['{"rules":{}}']])('is the default policy for %s', (text) => {
    expect(parsePolicy(text)).toEqual(defaultPolicy);
  });

  it.each(['no JSON', 'null', '7', '{"rules":7}'])(
    'asks before acting if unreadable: %s',
    (text) => {
      expect(parsePolicy(text)).toEqual(asksBeforeActing);
    },
  );

  it('restricts agents where a rule is unclear, and keeps the rest', () => {
    const text =
      '{"rules":{"look":"yes","act":"ask"},"toolRules":{"tap":7,"swipe":"ask"},"blocked":[7,{"agent":"codex"}]}';
    expect(parsePolicy(text)).toEqual({
      paused: false,
      rules: { look: 'off', act: 'ask', risk: 'ask' },
      toolRules: { tap: 'off', swipe: 'ask' },
      allTools: false,
      blocked: [],
    });
  });
});

describe('a policy that an earlier version stored', () => {
  it.each([
    ['{"askFirst":true}', 'ask'],
    ['{"readOnly":true}', 'off'],
    ['{"readOnly":true,"askFirst":true}', 'off'],
    ['{"readOnly":"yes"}', 'off'],
    ['{"paused":false}', 'allow'],
  ] as const)('%s becomes the rule for acting: %s', (text, act) => {
    expect(parsePolicy(text)).toEqual({
      ...defaultPolicy,
      rules: { ...defaultPolicy.rules, act },
    });
  });

  it('keeps the tools off that were switched off', () => {
    expect(parsePolicy('{"paused":true,"switchedOff":["tap",7,null]}')).toEqual({
      ...defaultPolicy,
      paused: true,
      toolRules: { tap: 'off' },
    });
  });
});
