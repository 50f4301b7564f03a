import type { WireError } from '../../../core/errors.ts';
import { recall, remember } from '../../ui/storage.ts';

/** How a bridge is reached: what the address that it printed says. */
export interface BridgeAddress {
  readonly secret: string;
  /** Where it listens: `127.0.0.1:7340`; null for the host that served this page. */
  readonly at: string | null;
}

/**
 * Which bridge this console belongs to. Anyone can make a link, so a bridge that a link names is
 * only a candidate: it takes the place of the known one, in use and in storage, once it has let
 * this page in.
 */
export class Pairing {
  readonly #href: string;
  /** The bridge that let this page in last; in storage another tab may have put its own. */
  #joined: BridgeAddress | null = null;
  #candidate: BridgeAddress | null = null;

  /** `href` is the page's own address. */
  constructor(href: string) {
    this.#href = href;
  }

  /** The bridge to join; null where there is none. */
  get current(): BridgeAddress | null {
    return this.#candidate ?? this.#known();
  }

  /** The bridge to go back to from a candidate. */
  get before(): BridgeAddress | null {
    return this.#candidate && this.#known();
  }

  /**
   * Whether the person is to be asked before this bridge is joined. At the place of the known one
   * they are not; nor, where none is known, at the host that served this page.
   */
  mustAsk(named: BridgeAddress): boolean {
    return this.#urlOf(named) !== this.#urlOf(this.#known() ?? { at: null });
  }

  /** Makes this bridge the one to join. */
  choose(bridge: BridgeAddress): void {
    const known = this.#known();
    const isKnown = known?.secret === bridge.secret && this.#urlOf(known) === this.#urlOf(bridge);
    this.#candidate = isKnown ? null : bridge;
  }

  /** The bridge has let this page in. */
  welcomed(): void {
    if (this.#candidate !== null) keep(this.#candidate);
    this.#joined = this.current;
    this.#candidate = null;
  }

  /** The bridge has turned this page away. True where the one before is to be joined again. */
  refused(): boolean {
    if (this.before !== null) {
      this.goBack();
      return true;
    }
    // Another tab may have been told a newer secret.
    this.#joined = null;
    return false;
  }

  /** Gives the candidate up. */
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

/** What a link says of a bridge. */
export interface BridgeLink {
  /** The bridge's secret; null when the link has none, or a `fault`. */
  readonly secret: string | null;
  /** Where that bridge listens: `127.0.0.1:7340`; null for the host that served this page. */
  readonly at: string | null;
  /** Why the link is not obeyed; then its secret goes nowhere. */
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

/** The computer's own names, as its bridge answers to them; the port is always told. */
const OWN_ADDRESS = /^(?:127\.0\.0\.1|localhost|\[::1\]):([1-9]\d{0,4})$/;

/** Whether this is a place on the computer that the browser runs on. Whoever made the link, the secret goes nowhere else. */
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

/** The bridge's socket: at this place on the computer, or without one on the host that served the page. */
export function socketUrl(href: string, at: string | null): string {
  if (at !== null && isOnThisComputer(at)) return `ws://${at}/socket`;
  const address = new URL(href);
  return `${address.protocol === 'https:' ? 'wss' : 'ws'}://${address.host}/socket`;
}
