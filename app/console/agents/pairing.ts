import type { WireError } from '#core/errors.ts';
import { recall, remember } from '../../ui/storage.ts';

/** How to reach a bridge, from the address that it printed. */
export interface BridgeAddress {
  readonly secret: string;
  /** Host and port, `127.0.0.1:7340`; null for the host that served this page. */
  readonly at: string | null;
}

/**
 * Which bridge this console belongs to. Anyone can make a link, so a bridge that a link names is
 * only a candidate: it replaces the known one, in use and in storage, once it has accepted this page.
 */
export class Pairing {
  readonly #href: string;
  /** The bridge that last accepted this page; another tab may have stored a different one. */
  #joined: BridgeAddress | null = null;
  #candidate: BridgeAddress | null = null;

  /** `href` is the page's own address. */
  constructor(href: string) {
    this.#href = href;
  }

  /** The bridge to join; null without one. */
  get current(): BridgeAddress | null {
    return this.#candidate ?? this.#knownBridge();
  }

  /** The known bridge while a candidate is being tried; else null. */
  get fallback(): BridgeAddress | null {
    return this.#candidate && this.#knownBridge();
  }

  /**
   * Whether the user must confirm this bridge. The known bridge's host and port need no confirmation;
   * if no bridge is known, the host that served this page needs none.
   */
  needsConsent(address: BridgeAddress): boolean {
    return this.#urlOf(address) !== this.#urlOf(this.#knownBridge() ?? { at: null });
  }

  /** Makes this bridge the candidate, unless it is the known one. */
  setCandidate(bridge: BridgeAddress): void {
    const knownBridge = this.#knownBridge();
    const isKnown =
      knownBridge?.secret === bridge.secret && this.#urlOf(knownBridge) === this.#urlOf(bridge);
    this.#candidate = isKnown ? null : bridge;
  }

  /** Call when the bridge has accepted this page. */
  onAccepted(): void {
    if (this.#candidate !== null) storeBridge(this.#candidate);
    this.#joined = this.current;
    this.#candidate = null;
  }

  /** Call when the bridge has refused this page. True when the known bridge is to be rejoined. */
  onRefused(): boolean {
    if (this.fallback !== null) {
      this.dropCandidate();
      return true;
    }
    // Another tab may have stored a newer secret.
    this.#joined = null;
    return false;
  }

  /** Drops the candidate. */
  dropCandidate(): void {
    this.#candidate = null;
  }

  #knownBridge(): BridgeAddress | null {
    return this.#joined ?? loadBridge();
  }

  #urlOf({ at }: Pick<BridgeAddress, 'at'>): string {
    return socketUrl(this.#href, at);
  }
}

function loadBridge(): BridgeAddress | null {
  const secret = recall('bridge-secret');
  return secret === null ? null : { secret, at: recall('bridge-at') };
}

function storeBridge({ secret, at }: BridgeAddress): void {
  remember('bridge-secret', secret);
  remember('bridge-at', at);
}

/** The bridge that a link names. */
export interface BridgeLink {
  /** The bridge's secret; null when the link has none or an `error`. */
  readonly secret: string | null;
  /** Its host and port, `127.0.0.1:7340`; null for the host that served this page. */
  readonly at: string | null;
  /** Why the link is not followed; its secret is then sent nowhere. */
  readonly error: WireError | null;
}

/** Reads `bridge=<secret>&at=127.0.0.1:7340`, the fragment of the page's address. */
export function readBridgeLink(fragment: URLSearchParams): BridgeLink {
  const secret = fragment.get('bridge');
  const at = fragment.get('at');
  if (secret === null || secret === '') return { secret: null, at: null, error: null };
  if (at === null || isLoopback(at)) return { secret, at, error: null };
  return { secret: null, at: null, error: notLoopbackError(at) };
}

/** Loopback hosts that the bridge accepts, always with a port. */
const LOOPBACK_ADDRESS = /^(?:127\.0\.0\.1|localhost|\[::1\]):([1-9]\d{0,4})$/;

/** Whether this host and port is on the browser's own computer; the secret is sent nowhere else. */
function isLoopback(at: string): boolean {
  return Number(LOOPBACK_ADDRESS.exec(at)?.[1] ?? Infinity) <= 65_535;
}

function notLoopbackError(at: string): WireError {
  return {
    code: 'invalid-argument',
    message: `The link names a bridge at ${JSON.stringify(at.slice(0, 100))}, which is not on this computer. Nothing was sent there.`,
    hint: 'A bridge runs on this computer, at 127.0.0.1, localhost or [::1] and a port. Use the address that the bridge printed.',
  };
}

/** The URL of the bridge's socket: at this loopback host, or else on the host that served the page. */
export function socketUrl(href: string, at: string | null): string {
  if (at !== null && isLoopback(at)) return `ws://${at}/socket`;
  const address = new URL(href);
  return `${address.protocol === 'https:' ? 'wss' : 'ws'}://${address.host}/socket`;
}
