import { recall, remember } from '../../ui/storage.ts';
import { socketUrl } from '../startup.ts';

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
