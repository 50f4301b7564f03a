import { toHandsetError, toWire } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { BridgeStatus } from '../../../core/link/messages.ts';
import { recall } from '../../ui/storage.ts';
import { socketUrl } from '../startup.ts';

/** The socket to the bridge, as the worker tells it. */
export class BridgeState {
  status = $state.raw<BridgeStatus>({ state: 'off' });

  readonly #link: WorkerLink;
  #letGo: (() => void) | null = null;

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('bridge', (status) => this.#become(status));
  }

  /** Joins the bridge whose secret this browser keeps; without one no socket is opened. */
  join(): void {
    const secret = recall('bridge-secret');
    if (secret === null) return;
    this.#become({ state: 'connecting' });
    const url = socketUrl(location.href);
    this.#link.call('joinBridge', { url, secret, tab: crypto.randomUUID() }).catch((error: unknown) => {
      this.#become({ state: 'refused', error: toWire(toHandsetError(error)) });
    });
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
