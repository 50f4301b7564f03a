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

const servedPage = 'http://127.0.0.1:7340/';
const hostedPage = 'https://phone.example/';
const own: BridgeAddress = { secret: 'own', at: null };
const other: BridgeAddress = { secret: 'other', at: '127.0.0.1:7999' };
const forged: BridgeAddress = { secret: 'forged', at: null };

/** The pairing of a page at `href` that this bridge has accepted. */
function pairedAt(href: string, bridge = own): Pairing {
  const pairing = new Pairing(href);
  pairing.setCandidate(bridge);
  pairing.onAccepted();
  return pairing;
}

describe('asking the user', () => {
  it.each([
    ['its own bridge, the first time', servedPage, null, own, false],
    ['its own bridge, by its place', servedPage, null, { ...own, at: '127.0.0.1:7340' }, false],
    ['another bridge, the first time', servedPage, null, other, true],
    [
      'any bridge on this computer, the first time, on a hosted page',
      hostedPage,
      null,
      other,
      true,
    ],
    ['the known bridge again', hostedPage, other, other, false],
    ['the known bridge with another secret', hostedPage, other, { ...other, secret: 'new' }, false],
    ['another bridge than the known one', hostedPage, other, { ...other, at: '127.0.0.1:1' }, true],
    ['the bridge that serves the page, where another one is known', servedPage, other, own, true],
    ['another name of this computer', hostedPage, other, { ...other, at: 'localhost:7999' }, true],
  ])('about %s', (_, href, known, address, needsConsent) => {
    if (known !== null) pairedAt(href, known);
    expect(new Pairing(href).needsConsent(address)).toBe(needsConsent);
  });

  it('compares with the bridge that this tab has joined when the browser stores nothing', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(pairedAt(hostedPage, other).needsConsent(other)).toBe(false);
    expect(new Pairing(hostedPage).needsConsent(other)).toBe(true);
  });
});

describe('a bridge that a link names', () => {
  it('is stored once it has accepted this page, and not before', () => {
    const pairing = new Pairing(servedPage);
    pairing.setCandidate(own);
    expect([pairing.current, pairing.fallback, stored.size]).toEqual([own, null, 0]);
    pairing.onAccepted();
    expect(new Pairing(servedPage).current).toEqual(own);
  });

  it('leaves the known bridge in use and in storage when it refuses the page', () => {
    const pairing = pairedAt(servedPage);
    const before = [...stored];
    for (const address of [forged, other]) {
      pairing.setCandidate(address);
      expect([pairing.current, pairing.fallback]).toEqual([address, own]);
      expect(pairing.onRefused()).toBe(true);
      expect([pairing.current, pairing.fallback, [...stored]]).toEqual([own, null, before]);
    }
    // The known bridge itself refuses: there is none to return to.
    expect(pairing.onRefused()).toBe(false);
  });

  it('replaces the known bridge once it accepts the page', () => {
    const pairing = pairedAt(servedPage);
    pairing.setCandidate(other);
    pairing.onAccepted();
    expect([pairing.current, pairing.fallback]).toEqual([other, null]);
    expect(new Pairing(servedPage).current).toEqual(other);
  });

  it('is no candidate when it is the known one', () => {
    const pairing = pairedAt(servedPage);
    pairing.setCandidate({ ...own, at: '127.0.0.1:7340' });
    expect(pairing.fallback).toBeNull();
  });

  it('stays current after a refusal when there is no other', () => {
    const pairing = new Pairing(hostedPage);
    pairing.setCandidate(other);
    expect(pairing.onRefused()).toBe(false);
    expect([pairing.current, stored.size]).toEqual([other, 0]);
  });
});

it('an outdated secret gives way to the newer one that another tab stored', () => {
  const pairing = pairedAt(servedPage);
  pairedAt(servedPage, { secret: 'newer', at: null });
  // A reconnection writes nothing.
  pairing.onAccepted();
  expect(pairing.current).toEqual(own);
  pairing.onRefused();
  expect(pairing.current).toEqual({ secret: 'newer', at: null });
});

describe('socketUrl', () => {
  it('keeps only host and port', () => {
    expect(socketUrl('http://127.0.0.1:8765/?phone=demo#x', null)).toBe(
      'ws://127.0.0.1:8765/socket',
    );
  });

  it('uses wss for an https page', () => {
    expect(socketUrl('https://phone.example/', null)).toBe('wss://phone.example/socket');
  });

  it('uses ws for a bridge on this computer', () => {
    expect(socketUrl('https://phone.example/', '[::1]:7340')).toBe('ws://[::1]:7340/socket');
  });

  it('ignores a stored host that is not on this computer', () => {
    expect(socketUrl('https://phone.example/', 'evil.example:80')).toBe(
      'wss://phone.example/socket',
    );
  });
});
