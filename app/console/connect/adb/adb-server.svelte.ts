import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { AdbServerStatus, ServerPhoneInfo } from '#core/link/phone-status.ts';

/** A worker that was replaced is asked again after this time. */
const askAgainMs = 1_000;

/** The adb server that the bridge reaches, and the user's actions on it. */
class AdbServerState {
  status = $state.raw<AdbServerStatus>({ state: 'off' });
  isStarting = $state(false);
  /** Why adb could not be started. */
  startError = $state.raw<WireError | null>(null);
  readonly phones = $derived(this.status.state === 'listed' ? this.status.phones : []);
  readonly #link: WorkerLink;

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('adbServer', (status) => (this.status = status));
  }

  /** Follows the server until the returned function is called. */
  watch(): () => void {
    const abort = new AbortController();
    void this.#watchUntil(abort.signal);
    return () => abort.abort();
  }

  /** Starts adb's server, because the user pressed the button that says so. */
  async start(): Promise<void> {
    this.isStarting = true;
    this.startError = null;
    try {
      await this.#link.call('startAdb', null);
    } catch (error) {
      this.startError = toWire(error);
    }
    this.isStarting = false;
  }

  async #watchUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#link.call('watchAdbServer', null, signal).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    }
  }
}

let latest: { readonly link: WorkerLink; readonly state: AdbServerState } | null = null;

/** The state of this link's adb server, the same for all components of a page. */
export function adbServerOf(link: WorkerLink): AdbServerState {
  latest = latest?.link === link ? latest : { link, state: new AdbServerState(link) };
  return latest.state;
}

/**
 * The phone that adb holds while the browser's USB finds it in use: the one of this serial number, or
 * without one the only phone that adb reaches by USB; null where that is not certain.
 */
export function phoneHeldByAdb(
  phones: readonly ServerPhoneInfo[],
  serial: string | null,
): ServerPhoneInfo | null {
  const ready = phones.filter(({ state }) => state === 'ready');
  if (serial !== null) return ready.find((phone) => phone.serial === serial) ?? null;
  const [first, ...others] = ready.filter((phone) => !/^emulator-|:\d+$/.test(phone.serial));
  return others.length === 0 ? (first ?? null) : null;
}
