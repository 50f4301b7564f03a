import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { BridgeStatus } from '../../../core/link/bridge-status.ts';
import type { OpenConsole } from '../../../core/relay/frames.ts';
import { recall } from '../../ui/storage.ts';
import { socketUrl } from '../startup.ts';
import { LocalNetwork } from './local-network.svelte.ts';
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
  /** Why this console did not become the one for agents. */
  leadError = $state.raw<WireError | null>(null);
  /** What a hosted page must be allowed before it reaches the bridge. */
  readonly localNetwork = new LocalNetwork();

  readonly #link: WorkerLink;
  #letGo: (() => void) | null = null;

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('bridge', (status) => this.#become(status));
    link.on('consoles', (consoles) => (this.consoles = consoles));
  }

  /** Joins the bridge whose secret this browser keeps, anew if need be; without one no socket is opened. */
  join(): void {
    const secret = recall('bridge-secret');
    if (secret === null) return;
    this.#become({ state: 'connecting' });
    void this.#joinWith(secret, socketUrl(location.href, recall('bridge-at')));
  }

  /** Shows why no bridge is joined. */
  refuse(error: WireError): void {
    this.#become({ state: 'refused', error });
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

  async #joinWith(secret: string, url: string): Promise<void> {
    try {
      await this.localNetwork.ready(url);
      const tab = await tabIdentity();
      await this.#link.call('joinBridge', { url, secret, tab });
    } catch (error) {
      this.refuse(toWire(error));
    }
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
