import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubRunes } from '../../ui/testing/runes.ts';
import { BridgeState } from './bridge.svelte.ts';

/** Chrome's permission for this page to reach this computer, as Chrome and the user set it. */
class FakePermission extends EventTarget {
  state: PermissionState = 'prompt';

  set(state: PermissionState): void {
    this.state = state;
    this.dispatchEvent(new Event('change'));
  }
}

describe("Chrome's permission for a hosted page", () => {
  let permission: FakePermission;
  let calls: string[];
  let bridge: BridgeState;

  beforeEach(async () => {
    stubRunes();
    permission = new FakePermission();
    calls = [];
    vi.stubGlobal('location', new URL('https://phone.example/'));
    vi.stubGlobal('navigator', { permissions: { query: () => Promise.resolve(permission) } });
    const link = {
      call: (name: string) => {
        calls.push(name);
        return Promise.resolve(null);
      },
      on: () => undefined,
    };
    bridge = new BridgeState(link, () => undefined);
    bridge.followLink({ secret: 's', at: '127.0.0.1:7340' });
    bridge.answer(true);
    await expect.poll(() => bridge.localNetwork.obstacle).toBe('prompt');
    return () => void vi.unstubAllGlobals();
  });

  it('is announced again once the user has taken back a denial', () => {
    permission.set('denied');
    expect(bridge.localNetwork.obstacle).toBe('denied');
    permission.set('prompt');
    expect(bridge.localNetwork.obstacle).toBe('prompt');
  });

  it('is needed before the bridge is joined', async () => {
    expect(calls).toEqual([]);
    permission.set('granted');
    expect(bridge.localNetwork.obstacle).toBeNull();
    await expect.poll(() => calls).toEqual(['joinBridge']);
    // Reset later: this page waits for no answer of the user, so nothing is to be announced.
    permission.set('prompt');
    expect(bridge.localNetwork.obstacle).toBeNull();
  });
});
