import { describe, expect, it } from 'vitest';
import type { ActiveCallInfo } from '#core/link/messages.ts';
import type { PhoneInfo } from '#core/link/phone-status.ts';
import { defaultPolicy, type AgentPolicy } from '#core/link/policy.ts';
import {
  type AgentsStatus,
  agentsLabel,
  bridgeLabel,
  policyLabel,
  phoneLabel,
  tabTitle,
} from './state-strings.ts';

const pixel: PhoneInfo = { kind: 'usb', model: 'Pixel 8', serial: 'A1', androidVersion: '14' };

const tap: ActiveCallInfo = {
  id: 1,
  agent: 'claude',
  from: 'bridge',
  tool: 'tap',
  startedAtEpochMs: 0,
};
const idle: AgentsStatus = {
  policy: defaultPolicy,
  running: [],
  waiting: 0,
  trusted: [],
  reachable: true,
  defaultConsole: null,
  unpaused: [],
  tools: [
    {
      name: 'tap',
      title: 'Tap',
      words: { wantsTo: [] },
      description: '',
      family: '',
      readsOnlyScreen: false,
      inputSchema: {},
      effect: 'act',
      needsPhone: true,
      onlyWithAllTools: false,
    },
  ],
};
const claudeActs = { agent: 'claude', level: 'act' } as const;
const withRules = (rules: Partial<AgentPolicy['rules']>): AgentPolicy => ({
  ...defaultPolicy,
  rules: { ...defaultPolicy.rules, ...rules },
});
const paused = { ...defaultPolicy, paused: true };

describe('phoneLabel', () => {
  it('names model and version', () => {
    expect(phoneLabel({ state: 'connected', phone: pixel }).text).toBe('Pixel 8 · Android 14');
  });

  it('leaves out an unknown version', () => {
    const phone = { ...pixel, androidVersion: '' };
    expect(phoneLabel({ state: 'connected', phone }).text).toBe('Pixel 8');
  });

  it('asks the user to tap Allow', () => {
    const label = phoneLabel({ state: 'waiting-for-allow', name: 'Pixel 8', sinceEpochMs: 0 });
    expect(label).toEqual({ text: 'Tap Allow on your phone', tone: 'warn' });
  });
});

describe('agentsLabel', () => {
  it.each<[Partial<AgentsStatus>, string | undefined]>([
    [{}, 'Agents ask before risky calls'],
    [{ policy: withRules({ risk: 'off' }) }, 'Agents can’t make risky calls'],
    [{ policy: withRules({ risk: 'allow' }) }, 'Agents have full control'],
    [{ policy: withRules({ look: 'ask' }) }, 'Agents act freely but ask to read'],
    [{ policy: withRules({ look: 'off' }) }, 'Agents can act but not read'],
    [{ policy: withRules({ look: 'off', act: 'off' }) }, 'Agents are turned off'],
    [{ reachable: false }, undefined],
    [{ policy: withRules({ act: 'off' }) }, 'Agents have read-only access'],
    [{ policy: withRules({ act: 'ask' }) }, 'Agents ask first'],
    [
      { policy: withRules({ act: 'ask' }), trusted: [claudeActs] },
      'Agents ask first; claude may act freely',
    ],
    [
      {
        policy: withRules({ look: 'ask', act: 'ask' }),
        trusted: [{ agent: 'codex', level: 'look' }, claudeActs, { ...claudeActs, agent: 'v1' }],
      },
      'Agents ask first; 2 agents may act freely; codex may read freely',
    ],
    [{ defaultConsole: 'console 1' }, 'Agents use console 1'],
    [{ defaultConsole: 'console 1', running: [tap] }, 'claude: Tap'],
    [{ running: [tap] }, 'claude: Tap'],
    [{ running: [{ ...tap, tool: 'new_one' }, tap] }, 'claude: Tap and 1 more'],
    [{ policy: paused, reachable: false }, 'Agents paused'],
    [{ policy: paused, running: [tap] }, 'Agents paused, still running Tap (claude)'],
    [
      { policy: paused, unpaused: ['console 2', 'console 3'] },
      'Paused here, not in console 2, console 3',
    ],
    [{ unpaused: ['console 2'] }, 'Agents ask before risky calls'],
    [{ running: [tap], waiting: 1 }, 'Waiting for you'],
  ])('%j', (overrides, label) => {
    expect(agentsLabel({ ...idle, ...overrides })?.text).toBe(label);
  });
});

describe('tabTitle', () => {
  it.each([
    [0, defaultPolicy, 'Handset'],
    [0, paused, 'Agents paused – Handset'],
    [1, paused, '● Waiting for you – Handset'],
  ])('%d waiting, %j', (waiting, policy, title) => {
    expect(tabTitle('Handset', { waiting, policy })).toBe(title);
  });
});

describe('policyLabel', () => {
  it.each([
    [defaultPolicy, 'Must ask before risky calls'],
    [withRules({ risk: 'allow' }), 'Full control'],
    [withRules({ risk: 'off' }), 'Full control, except for risky calls'],
    [withRules({ act: 'off' }), 'Read-only'],
    [withRules({ look: 'ask' }), 'May act freely, must ask to read'],
    [withRules({ look: 'ask', act: 'ask' }), 'Must ask before each call'],
    [withRules({ look: 'ask', act: 'off' }), 'Read-only; must ask first'],
    [withRules({ look: 'off' }), 'Actions only'],
    [withRules({ look: 'off', act: 'off' }), 'Nothing'],
    [
      { ...withRules({ act: 'ask' }), toolRules: { tap: 'off', swipe: 'allow' } },
      'Must ask before each action; 1 tool turned off',
    ],
    [{ ...paused, toolRules: { tap: 'off' } }, 'Nothing: agents are paused'],
  ] satisfies [AgentPolicy, string][])('%j', (policy, label) => {
    expect(policyLabel(policy)).toBe(label);
  });

  it('names the agent that may look or act without a question', () => {
    expect(policyLabel(withRules({ act: 'ask' }), [claudeActs])).toBe(
      'Must ask before each action; claude may act freely',
    );
  });
});

describe('while the worker does not answer', () => {
  it('reports neither the phone nor the bridge as connected', () => {
    expect(phoneLabel({ state: 'unresponsive', phone: pixel })).toEqual({
      text: 'Not responding',
      tone: 'bad',
    });
    const connected = {
      state: 'connected',
      name: 'console 1',
      setup: null,
      allTools: false,
    } as const;
    const noAnswer = { text: 'Agents get no answer', tone: 'bad' };
    expect(bridgeLabel(connected, { isUnresponsive: true })).toEqual(noAnswer);
    expect(bridgeLabel({ state: 'connecting' }, { isUnresponsive: true })).toEqual(noAnswer);
    expect(bridgeLabel({ state: 'off' }, { isUnresponsive: true }).text).toBe('No bridge');
  });
});
