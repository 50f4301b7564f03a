import { describe, expect, it } from 'vitest';
import {
  defaultPolicy,
  hasSameRules,
  isOffered,
  ruleFor,
  type AgentPolicy,
  type PolicyTool,
  type RiskLevel,
} from './policy.ts';

const tap: PolicyTool = { name: 'tap', effect: 'act', needsPhone: true, onlyWithAllTools: false };
const look: PolicyTool = {
  name: 'get_screen_state',
  effect: 'read',
  needsPhone: true,
  onlyWithAllTools: false,
};
const listPhones: PolicyTool = {
  name: 'list_phones',
  effect: 'read',
  needsPhone: false,
  onlyWithAllTools: false,
};

const withRules = (rules: Partial<(typeof defaultPolicy)['rules']>) => ({
  ...defaultPolicy,
  rules: { ...defaultPolicy.rules, ...rules },
});

describe('ruleFor', () => {
  it('allows everything by default, and asks before risky calls', () => {
    expect(ruleFor(defaultPolicy, look)).toBe('allow');
    expect(ruleFor(defaultPolicy, tap)).toBe('allow');
    expect(ruleFor(defaultPolicy, tap, true)).toBe('ask');
  });

  it('applies the stricter rule to a risky call, which acts as well', () => {
    expect(ruleFor(withRules({ act: 'off', risk: 'allow' }), tap, true)).toBe('off');
    expect(ruleFor(withRules({ act: 'ask', risk: 'allow' }), tap, true)).toBe('ask');
    expect(ruleFor(withRules({ act: 'ask', risk: 'off' }), tap, true)).toBe('off');
  });

  it("prefers a tool's own rule, also for risky calls", () => {
    const policy = { ...withRules({ act: 'off' }), toolRules: { tap: 'allow' } as const };
    expect(ruleFor(policy, tap, true)).toBe('allow');
    expect(ruleFor(policy, { ...tap, name: 'swipe' })).toBe('off');
    expect(ruleFor(policy, { ...tap, name: 'toString' })).toBe('off');
  });

  it('lets the risk levels rule only tools that reach the phone', () => {
    const levels: readonly RiskLevel[] = ['look', 'act', 'risk'];
    const allOff = withRules(Object.fromEntries(levels.map((level) => [level, 'off'])));
    expect(ruleFor(allOff, look)).toBe('off');
    expect(ruleFor(allOff, listPhones)).toBe('allow');
    expect(ruleFor({ ...allOff, toolRules: { list_phones: 'off' } }, listPhones)).toBe('off');
  });
});

describe('hasSameRules', () => {
  const policy: AgentPolicy = { ...defaultPolicy, toolRules: { tap: 'ask', swipe: 'off' } };

  it('is true whatever the order of the rules, and whatever else differs', () => {
    const toolRules = { swipe: 'off', tap: 'ask' } as const;
    expect(hasSameRules(policy, { ...policy, toolRules, paused: true, allTools: true })).toBe(true);
  });

  it.each([
    { rules: { ...defaultPolicy.rules, risk: 'off' } },
    { toolRules: { tap: 'ask' } },
    { toolRules: { tap: 'ask', swipe: 'ask' } },
    { toolRules: { tap: 'ask', drag: 'off' } },
  ] as const)('is false with %j', (changes) => {
    expect(hasSameRules(policy, { ...policy, ...changes })).toBe(false);
  });
});

describe('isOffered', () => {
  it('lists tools that are asked about, and not those that are off', () => {
    expect(isOffered(tap, withRules({ act: 'ask' }))).toBe(true);
    expect(isOffered(tap, withRules({ act: 'off' }))).toBe(false);
    expect(isOffered(look, withRules({ act: 'off' }))).toBe(true);
  });

  it('lists further tools with all tools, or with a rule of their own', () => {
    const stopApp: PolicyTool = { ...tap, name: 'stop_app', onlyWithAllTools: true };
    expect(isOffered(stopApp, defaultPolicy)).toBe(false);
    expect(isOffered(stopApp, { ...defaultPolicy, allTools: true })).toBe(true);
    expect(isOffered(stopApp, { ...defaultPolicy, toolRules: { stop_app: 'ask' } })).toBe(true);
    expect(isOffered(stopApp, { ...defaultPolicy, toolRules: { stop_app: 'off' } })).toBe(false);
  });

  it('lists a tool that must be switched on only with a rule of its own, and always asks', () => {
    const shell: PolicyTool = { ...tap, name: 'run_shell', mustBeSwitchedOn: true };
    const allOn: AgentPolicy = { ...withRules({ act: 'allow', risk: 'allow' }), allTools: true };
    expect(isOffered(shell, allOn)).toBe(false);
    expect(ruleFor(allOn, shell, true)).toBe('off');
    for (const rule of ['ask', 'allow'] as const) {
      const policy = { ...allOn, toolRules: { run_shell: rule } };
      expect(isOffered(shell, policy)).toBe(true);
      expect(ruleFor(policy, shell, true)).toBe('ask');
    }
    expect(isOffered(shell, { ...allOn, toolRules: { run_shell: 'off' } })).toBe(false);
  });
});
