import { describe, expect, it } from 'vitest';
import type { RunningCall } from '../../core/link/messages.ts';
import type { PhoneInfo } from '../../core/link/phone-status.ts';
import { allAllowed } from '../console/controls/stored-controls.ts';
import {
  type AgentsNow,
  agentsWords,
  bridgeWords,
  permissionWords,
  phoneWords,
  tabTitle,
} from './state-strings.ts';

const pixel: PhoneInfo = { kind: 'usb', model: 'Pixel 8', serial: 'A1', androidVersion: '14' };

const tap: RunningCall = {
  id: 1,
  agent: 'claude',
  from: 'bridge',
  tool: 'tap',
  startedAtEpochMs: 0,
};
const quiet: AgentsNow = {
  controls: allAllowed,
  running: [],
  waiting: 0,
  reachable: true,
  servedBy: null,
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
const paused = { ...allAllowed, paused: true };

describe('phoneWords', () => {
  it('names model and version', () => {
    expect(phoneWords({ state: 'connected', phone: pixel }).text).toBe('Pixel 8 · Android 14');
  });

  it('leaves out an unknown version', () => {
    const phone = { ...pixel, androidVersion: '' };
    expect(phoneWords({ state: 'connected', phone }).text).toBe('Pixel 8');
  });

  it('asks the user to tap Allow', () => {
    const words = phoneWords({ state: 'waiting-for-allow', name: 'Pixel 8', sinceEpochMs: 0 });
    expect(words).toEqual({ text: 'Tap Allow on your phone', tone: 'warn' });
  });
});

describe('agentsWords', () => {
  it.each<[Partial<AgentsNow>, string | undefined]>([
    [{}, 'Agents may act'],
    [{ reachable: false }, undefined],
    [{ controls: { ...allAllowed, readOnly: true, askFirst: true } }, 'Agents may look'],
    [{ controls: { ...allAllowed, askFirst: true } }, 'You are asked first'],
    [{ servedBy: 'console 1' }, 'Agents use console 1'],
    [{ servedBy: 'console 1', running: [tap] }, 'claude: Tap'],
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
  ])('%j', (change, words) => {
    expect(agentsWords({ ...quiet, ...change })?.text).toBe(words);
  });
});

describe('tabTitle', () => {
  it.each([
    [0, allAllowed, 'Handset'],
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
  ])('%j', (change, words) => {
    expect(permissionWords({ ...allAllowed, ...change })).toBe(words);
  });
});

describe('while the worker does not answer', () => {
  it('reports neither the phone nor the bridge as connected', () => {
    expect(phoneWords({ state: 'silent', phone: pixel })).toEqual({
      text: 'Not answering',
      tone: 'bad',
    });
    const connected = { state: 'connected', name: 'console 1', setup: null } as const;
    const noAnswer = { text: 'Agents get no answer', tone: 'bad' };
    expect(bridgeWords(connected, { isSilent: true })).toEqual(noAnswer);
    expect(bridgeWords({ state: 'connecting' }, { isSilent: true })).toEqual(noAnswer);
    expect(bridgeWords({ state: 'off' }, { isSilent: true }).text).toBe('No bridge');
  });
});
