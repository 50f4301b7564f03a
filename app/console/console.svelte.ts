import { linkToWorker } from '../../core/link/link.ts';
import { remember } from '../ui/storage.ts';
import { Theme } from '../ui/theme.svelte.ts';
import { BridgeState } from './agents/bridge.svelte.ts';
import { CallsState } from './calls/calls.svelte.ts';
import { PhoneState } from './connect/phone.svelte.ts';
import { ScreenState } from './screen/screen.svelte.ts';
import { readStartup } from './startup.ts';

/** Everything the page knows, in one place; lives as long as the page. */
export class Console {
  readonly theme = new Theme();
  readonly phone: PhoneState;
  readonly bridge: BridgeState;
  readonly screen: ScreenState;
  readonly calls: CallsState;

  constructor(worker: Worker) {
    const link = linkToWorker(worker);
    this.phone = new PhoneState(link);
    this.bridge = new BridgeState(link);
    this.screen = new ScreenState(link);
    this.calls = new CallsState(link);
    worker.addEventListener('error', (event) => this.#reportWorkerFailure(event));
  }

  /** Does what the address asks for: joins the bridge, connects a phone. */
  start(): void {
    const { demo, live } = readStartup(location.href);
    this.screen.live = live;
    this.#takeSecret();
    this.bridge.join();
    // The printed address, pasted where the console is open, loads nothing anew.
    window.addEventListener('hashchange', () => {
      if (this.#takeSecret()) this.bridge.join();
    });
    if (demo === null) this.phone.watchUsb();
    else void this.phone.connect({ kind: 'demo', request: demo });
  }

  /** Keeps the bridge's secret that the address holds; false when it holds none. */
  #takeSecret(): boolean {
    const { secret } = readStartup(location.href);
    if (secret === null) return false;
    remember('bridge-secret', secret);
    // The secret must not stay in the address bar, in bookmarks or in the history.
    history.replaceState(null, '', location.pathname + location.search);
    return true;
  }

  #reportWorkerFailure(event: ErrorEvent): void {
    this.phone.fail({
      code: 'internal',
      message: `Handset's worker failed: ${event.message || 'it could not be loaded'}.`,
      hint: 'Reload the page. If it happens again, please report it.',
    });
  }
}
