import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type BridgeAddress, Pairing, socketUrl } from './pairing.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  return () => void vi.unstubAllGlobals();
});

const served = 'http://127.0.0.1:7340/';
const hosted = 'https://phone.example/';
const own: BridgeAddress = { secret: 'own', at: null };
const other: BridgeAddress = { secret: 'other', at: '127.0.0.1:7999' };
const forged: BridgeAddress = { secret: 'forged', at: null };

/** A console at this address that has been let in by this bridge. */
function pairedAt(href: string, bridge = own): Pairing {
  const pairing = new Pairing(href);
  pairing.choose(bridge);
  pairing.welcomed();
  return pairing;
}

describe('the question', () => {
  it.each([
    ['its own bridge, the first time', served, null, own, false],
    ['its own bridge, by its place', served, null, { ...own, at: '127.0.0.1:7340' }, false],
    ['another bridge, the first time', served, null, other, true],
    ['any bridge on this computer, the first time, on a hosted page', hosted, null, other, true],
    ['the known bridge again', hosted, other, other, false],
    ['the known bridge with another secret', hosted, other, { ...other, secret: 'new' }, false],
    ['another bridge than the known one', hosted, other, { ...other, at: '127.0.0.1:1' }, true],
    ['the bridge that serves the page, where another one is known', served, other, own, true],
    ['another name of this computer', hosted, other, { ...other, at: 'localhost:7999' }, true],
  ])('about %s', (_, href, known, named, mustAsk) => {
    if (known !== null) pairedAt(href, known);
    expect(new Pairing(href).mustAsk(named)).toBe(mustAsk);
  });

  it('is about the bridge that this tab has joined, where the browser keeps nothing', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(pairedAt(hosted, other).mustAsk(other)).toBe(false);
    expect(new Pairing(hosted).mustAsk(other)).toBe(true);
  });
});

describe('a bridge that a link names', () => {
  it('is kept when it has let this page in, and not before', () => {
    const pairing = new Pairing(served);
    pairing.choose(own);
    expect([pairing.current, pairing.before, stored.size]).toEqual([own, null, 0]);
    pairing.welcomed();
    expect(new Pairing(served).current).toEqual(own);
  });

  it('leaves the one before, in use and in storage, when it turns the page away', () => {
    const pairing = pairedAt(served);
    const before = [...stored];
    for (const named of [forged, other]) {
      pairing.choose(named);
      expect([pairing.current, pairing.before]).toEqual([named, own]);
      expect(pairing.refused()).toBe(true);
      expect([pairing.current, pairing.before, [...stored]]).toEqual([own, null, before]);
    }
    // The one before itself: nothing is left to go back to.
    expect(pairing.refused()).toBe(false);
  });

  it('takes the place of the one before by its welcome', () => {
    const pairing = pairedAt(served);
    pairing.choose(other);
    pairing.welcomed();
    expect([pairing.current, pairing.before]).toEqual([other, null]);
    expect(new Pairing(served).current).toEqual(other);
  });

  it('is no candidate when it is the known one', () => {
    const pairing = pairedAt(served);
    pairing.choose({ ...own, at: '127.0.0.1:7340' });
    expect(pairing.before).toBeNull();
  });

  it('can be tried again where there is no other', () => {
    const pairing = new Pairing(hosted);
    pairing.choose(other);
    expect(pairing.refused()).toBe(false);
    expect([pairing.current, stored.size]).toEqual([other, 0]);
  });
});

it('a secret that holds no longer gives way to the one that another tab was told', () => {
  const pairing = pairedAt(served);
  pairedAt(served, { secret: 'newer', at: null });
  // A reconnection writes nothing.
  pairing.welcomed();
  expect(pairing.current).toEqual(own);
  pairing.refused();
  expect(pairing.current).toEqual({ secret: 'newer', at: null });
});

describe('socketUrl', () => {
  it('keeps host and port, and nothing else', () => {
    expect(socketUrl('http://127.0.0.1:8765/?phone=demo#x', null)).toBe(
      'ws://127.0.0.1:8765/socket',
    );
  });

  it('is encrypted when the page is', () => {
    expect(socketUrl('https://phone.example/', null)).toBe('wss://phone.example/socket');
  });

  it('leads to a place on this computer', () => {
    expect(socketUrl('https://phone.example/', '[::1]:7340')).toBe('ws://[::1]:7340/socket');
  });

  it('leads nowhere else, whatever was kept', () => {
    expect(socketUrl('https://phone.example/', 'evil.example:80')).toBe(
      'wss://phone.example/socket',
    );
  });
});
