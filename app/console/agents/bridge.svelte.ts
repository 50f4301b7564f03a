import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { BridgeStatus } from '../../../core/link/bridge-status.ts';
import type { OpenConsole } from '../../../core/relay/frames.ts';
import { LocalNetwork } from './local-network.svelte.ts';
import { type BridgeAddress, Pairing, socketUrl } from './pairing.ts';
import { tabIdentity } from './tab-identity.ts';

/** The socket to the bridge, as the worker tells it. */
export class BridgeState {
  status = $state.raw<BridgeStatus>({ state: 'off' });
  /** This console's among the open ones; null while it has none. */
  readonly name = $derived(this.status.state === 'connected' ? this.status.name : null);
  /** Every open console of the bridge, this one among them; empty without a bridge. */
  consoles = $state.raw<readonly OpenConsole[]>([]);
  /** This console among them. */
  readonly own = $derived(this.consoles.find(({ name }) => name === this.name) ?? null);
  /** The name of another console that agents use in this one's place; null where they use this one. */
  readonly servedBy = $derived(
    this.name === null || this.own?.leads === true
      ? null
      : (this.consoles.find(({ leads }) => leads)?.name ?? null),
  );
  /** Other consoles with a phone where agents are not paused; each browser has a Pause of its own. */
  readonly unpaused = $derived(
    this.consoles
      .filter(({ name, phone, paused }) => name !== this.name && phone !== null && !paused)
      .map(({ name }) => name),
  );
  /** Why this console did not become the one for agents. */
  leadError = $state.raw<WireError | null>(null);
  /** Where the bridge is that is joined or looked for, `127.0.0.1:7340`; empty where there is none. */
  host = $state.raw('');
  /** The bridge to go back to, while one that a link named is looked for; else null. */
  hostBefore = $state.raw<string | null>(null);
  /** A bridge that a link names and that this console does not know: the person is asked. */
  question = $state.raw<BridgeAddress | null>(null);
  /** Why a link was not followed, where that left this console with the bridge of before. */
  linkError = $state.raw<WireError | null>(null);
  /** What a hosted page must be allowed before it reaches the bridge. */
  readonly localNetwork = new LocalNetwork();

  readonly #link: WorkerLink;
  readonly #onJoin: () => void;
  readonly #pairing = new Pairing(location.href);
  /** The order to join that the worker has not taken yet. */
  #order: symbol | null = null;
  #letGo: (() => void) | null = null;

  /** `onJoin` hears that the worker is told to join a bridge: the one before, or another. */
  constructor(link: WorkerLink, onJoin: () => void) {
    this.#link = link;
    this.#onJoin = onJoin;
    link.on('bridge', (status) => this.#hear(status));
    link.on('consoles', (consoles) => (this.consoles = consoles));
  }

  /** Joins the bridge that this console belongs to, anew if need be; without one no socket is opened. */
  join(): void {
    const { current, before } = this.#pairing;
    if (current === null) return;
    this.host = hostOf(current);
    this.hostBefore = before && hostOf(before);
    this.#become({ state: 'connecting' });
    void this.#joinAt(current);
  }

  /** Joins the bridge that a link names. The person is asked first where it is another than the known one. */
  follow(named: BridgeAddress): void {
    this.linkError = null;
    this.question = this.#pairing.mustAsk(named) ? named : null;
    // A bridge has one secret: the one that it took is right, whatever a link says.
    if (this.question !== null || this.name !== null) return;
    this.#pairing.choose(named);
    this.join();
  }

  /** The person's answer to `question`. */
  answer(isYes: boolean): void {
    const named = this.question;
    this.question = null;
    if (named === null || !isYes) return;
    this.#pairing.choose(named);
    this.join();
  }

  /** Gives up the bridge that a link named, for the one before. */
  goBack(): void {
    this.#pairing.goBack();
    this.join();
  }

  /** Shows why a link is not followed. */
  refuse(error: WireError): void {
    this.question = null;
    if (this.#pairing.current === null) this.#become({ state: 'refused', error });
    else this.linkError = error;
  }

  /** Makes this console the one for agents that chose no phone. */
  async lead(): Promise<void> {
    this.leadError = null;
    try {
      await this.#link.call('leadConsoles', null);
    } catch (error) {
      this.leadError = toWire(error);
    }
  }

  async #joinAt({ secret, at }: BridgeAddress): Promise<void> {
    const order = Symbol('join');
    this.#order = order;
    try {
      const url = socketUrl(location.href, at);
      await this.localNetwork.ready(url);
      const tab = await tabIdentity();
      if (this.#order !== order) return;
      this.#onJoin();
      await this.#link.call('joinBridge', { url, secret, tab });
    } catch (error) {
      if (this.#order === order) this.#become({ state: 'refused', error: toWire(error) });
    }
    if (this.#order === order) this.#order = null;
  }

  #hear(status: BridgeStatus): void {
    // Until the worker has taken the order to join, it tells of the bridge before.
    if (this.#order !== null) return;
    if (status.state === 'connected') this.#welcome();
    if (status.state === 'refused' && this.#pairing.refused()) {
      this.linkError = status.error;
      this.join();
    } else {
      this.#become(status);
    }
  }

  #welcome(): void {
    this.#pairing.welcomed();
    this.hostBefore = null;
  }

  #become(status: BridgeStatus): void {
    this.status = status;
    if (status.state === 'off' || status.state === 'refused') this.#release();
    else this.#hold();
  }

  /**
   * A hidden tab that holds a Web Lock is not frozen, so agents reach the phone while nobody
   * looks. It must be the page's lock: one held by the worker does not count.
   */
  #hold(): void {
    if (this.#letGo !== null) return;
    const held = new Promise<void>((resolve) => (this.#letGo = resolve));
    // Absent outside secure contexts, whatever the type says.
    const { locks } = navigator as Partial<Navigator>;
    // Shared: a second tab must not wait for the first. A refusal costs only the protection.
    locks?.request('handset-bridge', { mode: 'shared' }, () => held).catch(() => {});
  }

  #release(): void {
    this.#letGo?.();
    this.#letGo = null;
  }
}

/** Where this bridge is, to be shown: `127.0.0.1:7340`. */
export function hostOf({ at }: BridgeAddress): string {
  return at ?? location.host;
}
