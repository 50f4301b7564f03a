import type { WireError } from '../../../core/errors.ts';
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
    return this.#candidate ?? this.#known();
  }

  /** The known bridge while a candidate is being tried; else null. */
  get before(): BridgeAddress | null {
    return this.#candidate && this.#known();
  }

  /**
   * Whether the person must confirm this bridge: not at the known bridge's host and port, nor,
   * where none is known, at the host that served this page.
   */
  mustAsk(named: BridgeAddress): boolean {
    return this.#urlOf(named) !== this.#urlOf(this.#known() ?? { at: null });
  }

  /** Makes this bridge the candidate, unless it is the known one. */
  choose(bridge: BridgeAddress): void {
    const known = this.#known();
    const isKnown = known?.secret === bridge.secret && this.#urlOf(known) === this.#urlOf(bridge);
    this.#candidate = isKnown ? null : bridge;
  }

  /** Call when the bridge has accepted this page. */
  welcomed(): void {
    if (this.#candidate !== null) keep(this.#candidate);
    this.#joined = this.current;
    this.#candidate = null;
  }

  /** Call when the bridge has refused this page. True when the known bridge is to be rejoined. */
  refused(): boolean {
    if (this.before !== null) {
      this.goBack();
      return true;
    }
    // Another tab may have stored a newer secret.
    this.#joined = null;
    return false;
  }

  /** Drops the candidate. */
  goBack(): void {
    this.#candidate = null;
  }

  #known(): BridgeAddress | null {
    return this.#joined ?? kept();
  }

  #urlOf({ at }: Pick<BridgeAddress, 'at'>): string {
    return socketUrl(this.#href, at);
  }
}

function kept(): BridgeAddress | null {
  const secret = recall('bridge-secret');
  return secret === null ? null : { secret, at: recall('bridge-at') };
}

function keep({ secret, at }: BridgeAddress): void {
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
  readonly fault: WireError | null;
}

/** Reads `bridge=<secret>&at=127.0.0.1:7340`, the fragment of the page's address. */
export function readBridgeLink(fragment: URLSearchParams): BridgeLink {
  const secret = fragment.get('bridge');
  const at = fragment.get('at');
  if (secret === null || secret === '') return { secret: null, at: null, fault: null };
  if (at === null || isOnThisComputer(at)) return { secret, at, fault: null };
  return { secret: null, at: null, fault: notOnThisComputer(at) };
}

/** Loopback hosts that the bridge accepts, always with a port. */
const OWN_ADDRESS = /^(?:127\.0\.0\.1|localhost|\[::1\]):([1-9]\d{0,4})$/;

/** Whether this host and port is on the browser's own computer; the secret is sent nowhere else. */
function isOnThisComputer(at: string): boolean {
  return Number(OWN_ADDRESS.exec(at)?.[1] ?? Infinity) <= 65_535;
}

function notOnThisComputer(at: string): WireError {
  return {
    code: 'invalid-argument',
    message: `The link names a bridge at ${JSON.stringify(at.slice(0, 100))}, which is no place on this computer. Nothing was sent there.`,
    hint: 'A bridge is at 127.0.0.1, localhost or [::1], with its port. Use the address that the bridge printed.',
  };
}

/** The URL of the bridge's socket: at this loopback host, or else on the host that served the page. */
export function socketUrl(href: string, at: string | null): string {
  if (at !== null && isOnThisComputer(at)) return `ws://${at}/socket`;
  const address = new URL(href);
  return `${address.protocol === 'https:' ? 'wss' : 'ws'}://${address.host}/socket`;
}
