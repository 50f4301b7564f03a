import { describe, expect, it } from 'vitest';
import type { BridgeStatus } from '#core/link/messages.ts';
import type { PhoneStatus } from '#core/link/phone-status.ts';
import type { OpenConsole } from '#core/relay/frames.ts';
import { phoneInOtherTab } from './phone.svelte.ts';

const bridge: BridgeStatus = {
  state: 'connected',
  name: 'console 2',
  setup: null,
  allTools: false,
};
const noPhone: PhoneStatus = { state: 'none' };

function consoleWith(name: string, model: string | null): OpenConsole {
  const details = { androidVersion: '14', kind: 'usb', state: 'connected' } as const;
  const phone = model === null ? null : { serial: model, model, ...details };
  return { name, phone, paused: false, isDefault: false };
}

const consoles = [consoleWith('console 1', 'Pixel 8'), consoleWith('console 2', null)];

const noPhoneHere =
  'Agents’ calls go to this tab, which has no phone: click “Use this tab for agents” in the other tab’s Agents panel.';

describe('phoneInOtherTab', () => {
  it('names phones of one model once', () => {
    const all = [consoleWith('console 3', 'Pixel 8'), ...consoles, consoleWith('4', 'Pixel 8')];
    const named = all.map((each) => ({ ...each, isDefault: each.name === 'console 1' }));
    const text = 'Another tab is using Pixel 8, and agents reach it there.';
    expect(phoneInOtherTab({ phone: noPhone, bridge, consoles: named })).toBe(text);
  });

  it.each([
    ['no tab', null, 'Another tab is using Pixel 8.'],
    ['the other tab', 'console 1', 'Another tab is using Pixel 8, and agents reach it there.'],
    ['this tab', 'console 2', `Another tab is using Pixel 8. ${noPhoneHere}`],
  ])('says which phone another tab holds while agents use %s', (_, defaultName, text) => {
    const all = consoles.map((each) => ({ ...each, isDefault: each.name === defaultName }));
    expect(phoneInOtherTab({ phone: noPhone, bridge, consoles: all })).toBe(text);
  });

  it.each([
    ['usb-busy', 'Another tab is using Pixel 8.'],
    ['usb-denied', null],
  ] as const)('after the failure %s says %s', (code, text) => {
    const phone: PhoneStatus = { state: 'failed', error: { code, message: 'Why.' } };
    expect(phoneInOtherTab({ phone, bridge, consoles })).toBe(text);
  });

  it('ignores its own phone and tabs without one, and returns null without a bridge', () => {
    const ownPhoneOnly = [consoleWith('console 1', null), consoleWith('console 2', 'Pixel 8')];
    expect(phoneInOtherTab({ phone: noPhone, bridge, consoles: ownPhoneOnly })).toBeNull();
    expect(phoneInOtherTab({ phone: noPhone, bridge: { state: 'off' }, consoles })).toBeNull();
  });
});
