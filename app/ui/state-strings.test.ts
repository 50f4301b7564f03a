import { describe, expect, it } from 'vitest';
import type { ActiveCallInfo } from '#core/link/messages.ts';
import type { PhoneInfo } from '#core/link/phone-status.ts';
import { allowAllPolicy } from '../console/policy/agent-policy.svelte.ts';
import {
  type AgentsStatus,
  agentsLabel,
  bridgeLabel,
  permissionLabel,
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
  controls: allowAllPolicy,
  running: [],
  waiting: 0,
  reachable: true,
  defaultConsole: null,
  unpaused: [],
  tools: [
    {
      name: 'tap',
      title: 'Tap',
      description: '',
      inputSchema: {},
      effect: 'act',
      needsPhone: true,
    },
  ],
};
const paused = { ...allowAllPolicy, paused: true };

describe('phoneWords', () => {
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

describe('agentsWords', () => {
  it.each<[Partial<AgentsStatus>, string | undefined]>([
    [{}, 'Agents may act'],
    [{ reachable: false }, undefined],
    [{ controls: { ...allowAllPolicy, readOnly: true, askFirst: true } }, 'Agents may look'],
    [{ controls: { ...allowAllPolicy, askFirst: true } }, 'You are asked first'],
    [{ defaultConsole: 'console 1' }, 'Agents use console 1'],
    [{ defaultConsole: 'console 1', running: [tap] }, 'claude: Tap'],
    [{ running: [tap] }, 'claude: Tap'],
    [{ running: [{ ...tap, tool: 'new_one' }, tap] }, 'claude: Tap and 1 more'],
    [{ controls: paused, reachable: false }, 'Agents paused'],
    [{ controls: paused, running: [tap] }, 'Agents paused, but claude: Tap'],
    [
      { controls: paused, unpaused: ['console 2', 'console 3'] },
      'Paused here, not in console 2, console 3',
    ],
    [{ unpaused: ['console 2'] }, 'Agents may act'],
    [{ running: [tap], waiting: 1 }, 'Waiting for you'],
  ])('%j', (overrides, label) => {
    expect(agentsLabel({ ...idle, ...overrides })?.text).toBe(label);
  });
});

describe('tabTitle', () => {
  it.each([
    [0, allowAllPolicy, 'Handset'],
    [0, paused, 'Agents paused – Handset'],
    [1, paused, '● Waiting for you – Handset'],
  ])('%d waiting, %j', (waiting, controls, title) => {
    expect(tabTitle('Handset', { waiting, controls })).toBe(title);
  });
});

describe('permissionWords', () => {
  it.each([
    [{}, 'Everything'],
    [{ readOnly: true, askFirst: true }, 'Looking only'],
    [
      { askFirst: true, switchedOff: ['tap'] },
      'Looking; you are asked before each act; 1 switched off',
    ],
    [{ paused: true, switchedOff: ['tap'] }, 'Nothing: agents are paused'],
  ])('%j', (overrides, label) => {
    expect(permissionLabel({ ...allowAllPolicy, ...overrides })).toBe(label);
  });
});

describe('while the worker does not answer', () => {
  it('reports neither the phone nor the bridge as connected', () => {
    expect(phoneLabel({ state: 'silent', phone: pixel })).toEqual({
      text: 'Not answering',
      tone: 'bad',
    });
    const connected = { state: 'connected', name: 'console 1', setup: null } as const;
    const noAnswer = { text: 'Agents get no answer', tone: 'bad' };
    expect(bridgeLabel(connected, { isSilent: true })).toEqual(noAnswer);
    expect(bridgeLabel({ state: 'connecting' }, { isSilent: true })).toEqual(noAnswer);
    expect(bridgeLabel({ state: 'off' }, { isSilent: true }).text).toBe('No bridge');
  });
});
