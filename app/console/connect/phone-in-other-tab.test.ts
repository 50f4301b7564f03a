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
  const phone = model === null ? null : createPhone(model);
  return { name, phone, paused: false, isDefault: false };
}

function createPhone(model: string): NonNullable<OpenConsole['phone']> {
  return { serial: model, model, androidVersion: '14', kind: 'usb', state: 'connected' };
}

const consoles = [consoleWith('console 1', 'Pixel 8'), consoleWith('console 2', null)];

describe('phoneInOtherTab', () => {
  it('names the tab that holds the phone', () => {
    expect(phoneInOtherTab({ phone: noPhone, bridge, consoles })).toBe(
      'Another tab (console 1) is using Pixel 8. To use it here, disconnect it in that tab.',
    );
  });

  it('says that agents use the phone in the other tab when that is the default console', () => {
    const withDefault = consoles.map((each) => ({ ...each, isDefault: each.name === 'console 1' }));
    expect(phoneInOtherTab({ phone: noPhone, bridge, consoles: withDefault })).toBe(
      'Another tab (console 1) is using Pixel 8, and agents reach it there. To use it here, disconnect it in that tab.',
    );
  });

  it('says what to do when this tab is the default console and has no phone', () => {
    const withDefault = consoles.map((each) => ({ ...each, isDefault: each.name === 'console 2' }));
    expect(phoneInOtherTab({ phone: noPhone, bridge, consoles: withDefault })).toBe(
      'Another tab (console 1) is using Pixel 8. Agents’ calls go to this tab, which has no phone: click “Use this tab for agents” in the other tab’s Agents panel.',
    );
  });

  it('says the same when connecting failed because the phone is busy', () => {
    const phone: PhoneStatus = { state: 'failed', error: { code: 'usb-busy', message: 'Busy.' } };
    expect(phoneInOtherTab({ phone, bridge, consoles })).toContain('is using Pixel 8');
  });

  it('returns null for every other failure', () => {
    const phone: PhoneStatus = { state: 'failed', error: { code: 'usb-denied', message: 'No.' } };
    expect(phoneInOtherTab({ phone, bridge, consoles })).toBeNull();
  });

  it('ignores its own phone and tabs without one, and returns null without a bridge', () => {
    const ownPhoneOnly = [consoleWith('console 1', null), consoleWith('console 2', 'Pixel 8')];
    expect(phoneInOtherTab({ phone: noPhone, bridge, consoles: ownPhoneOnly })).toBeNull();
    expect(phoneInOtherTab({ phone: noPhone, bridge: { state: 'off' }, consoles })).toBeNull();
  });
});
