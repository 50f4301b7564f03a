import { toHandsetError, toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { DemoPhoneRequest, PhoneInfo, PhoneStatus } from '../../../core/link/messages.ts';
import { choosePhone, usbObstacle } from './usb.ts';

/** One wish to connect; kept for Retry. */
export type Attempt =
  | { readonly kind: 'usb'; readonly serial: string | null }
  | { readonly kind: 'demo'; readonly request: DemoPhoneRequest };

/** The phone, as the worker tells it, and everything a person can do about it. */
export class PhoneState {
  status = $state.raw<PhoneStatus>({ state: 'none' });
  /** The phone whose screen is shown; stays while it is unplugged and comes back. */
  held = $state.raw<PhoneInfo | null>(null);

  readonly #link: WorkerLink;
  #attempt: Attempt = { kind: 'usb', serial: null };
  #abort: AbortController | null = null;

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('phone', (status) => this.#become(status));
  }

  /** Lets a phone that was granted before connect by itself, now or when it is plugged in. */
  watchUsb(): void {
    // A page without USB says so beside its button; that is no failure.
    if (usbObstacle() !== null) return;
    this.#link.call('watchUsb', null).catch((error: unknown) => this.fail(asWire(error)));
  }

  /** Opens the browser's chooser, then connects. Must run inside a click. */
  async chooseUsb(): Promise<void> {
    const choice = await choosePhone();
    if (choice.kind === 'chosen') await this.connect({ kind: 'usb', serial: choice.serial });
    if (choice.kind === 'failed') this.fail(choice.error);
  }

  /** Connects; an attempt under way is given up first. */
  async connect(attempt: Attempt): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#attempt = attempt;
    this.#become({
      state: 'connecting',
      name: attempt.kind === 'demo' ? 'the demo phone' : 'the phone',
    });
    try {
      const phone = await this.#call(attempt, abort.signal);
      if (this.#abort === abort) this.#become({ state: 'connected', phone });
    } catch (error) {
      if (this.#abort === abort) this.fail(asWire(error));
    }
  }

  /** Tries the last wish again. */
  retry(): void {
    void this.connect(this.#attempt);
  }

  /** Gives up an attempt, or lets the phone go. */
  async disconnect(): Promise<void> {
    this.#abort?.abort();
    this.#abort = null;
    this.#become({ state: 'none' });
    await this.#link.call('disconnect', null).catch((error: unknown) => this.fail(asWire(error)));
  }

  /** Shows what went wrong in place of the phone. */
  fail(error: WireError): void {
    this.#become(error.code === 'cancelled' ? { state: 'none' } : { state: 'failed', error });
  }

  #call(attempt: Attempt, signal: AbortSignal): Promise<PhoneInfo> {
    return attempt.kind === 'usb'
      ? this.#link.call('connectUsb', { serial: attempt.serial }, signal)
      : this.#link.call('connectDemo', attempt.request, signal);
  }

  #become(status: PhoneStatus): void {
    this.status = status;
    if (status.state === 'connected' || status.state === 'lost') this.held = status.phone;
    if (status.state === 'none' || status.state === 'failed') this.held = null;
  }
}

function asWire(error: unknown): WireError {
  return toWire(toHandsetError(error));
}
