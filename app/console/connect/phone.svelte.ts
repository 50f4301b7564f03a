import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { DemoPhoneRequest, PhoneInfo, PhoneStatus } from '../../../core/link/phone-status.ts';
import type { ShownPhoneStatus } from '../../ui/state-strings.ts';
import { tabIdentity } from '../agents/tab-identity.ts';
import { recallInTab, rememberInTab } from '../../ui/storage.ts';
import { connectWords } from './strings.ts';
import { choosePhone, isGranted, usbObstacle } from './usb.ts';

/** Chromium releases the USB device up to 2 s after a hung worker is terminated (measured). */
const letGoWithinMs = 5_000;
const letGoRetryMs = 1_000;

/** What to connect to; kept for Retry. */
type Attempt =
  | { readonly kind: 'usb'; readonly serial: string | null }
  | { readonly kind: 'demo'; readonly request: DemoPhoneRequest };

/** The phone's state as the worker reports it, and the user's actions on it. */
export class PhoneState {
  readonly status: ShownPhoneStatus = $derived.by(() =>
    this.#told.state === 'connected' && !this.#isAnswering()
      ? { state: 'silent', phone: this.#told.phone }
      : this.#told,
  );
  /** The phone whose screen is shown; kept while it is unplugged and until it comes back. */
  held = $state.raw<PhoneInfo | null>(null);
  /**
   * Whether the user closed the browser's chooser without choosing, and has tried nothing since.
   */
  isUnchosen = $state(false);

  readonly #link: WorkerLink;
  readonly #isAnswering: () => boolean;
  #told = $state.raw<PhoneStatus>({ state: 'none' });
  #attempt = $state.raw<Attempt>({ kind: 'usb', serial: null });
  #abort: AbortController | null = null;
  /** Whether the user wants a phone: they connected one and have not disconnected it since. */
  #isWanted = false;
  /** Until this time `usb-busy` may mean that the replaced worker still holds the phone. */
  #letGoAtMs = -Infinity;

  /** `isAnswering` says whether the worker responds, so that its last status can be trusted. */
  constructor(link: WorkerLink, isAnswering: () => boolean) {
    this.#link = link;
    this.#isAnswering = isAnswering;
    link.on('phone', (status) => this.#hear(status));
  }

  /** What the last attempt connects to. */
  get attempted(): Attempt['kind'] {
    return this.#attempt.kind;
  }

  /**
   * Has the worker connect to a granted phone, now or when it is plugged in. The phone that this
   * tab held before a reload is preferred: another one may belong to another tab.
   */
  async watchUsb(): Promise<void> {
    // Where USB is missing, the connect button says so; that is no failure.
    if (usbObstacle() !== null) return;
    this.#isWanted = true;
    try {
      const chosen = this.#attempt.kind === 'usb' ? this.#attempt.serial : null;
      const held = chosen ?? recallInTab('phone');
      const serial = held !== null && (await isGranted(held)) ? held : null;
      // The user may have started another attempt meanwhile.
      if (this.#abort === null) await this.#link.call('watchUsb', { serial });
    } catch (error) {
      this.fail(toWire(error));
    }
  }

  /** Connects again after the worker was replaced, as after a reload. */
  findAgain(): void {
    if (!this.#isWanted) return;
    if (this.#attempt.kind === 'demo') {
      void this.connect(this.#attempt);
    } else {
      this.#abort = null;
      this.#letGoAtMs = performance.now() + letGoWithinMs;
      this.#become({ state: 'connecting', name: this.held?.model ?? connectWords.thePhone });
      void this.watchUsb();
    }
  }

  /** Opens the browser's device chooser, then connects. Must run in a user gesture. */
  async chooseUsb(): Promise<void> {
    this.isUnchosen = false;
    const choice = await choosePhone();
    this.isUnchosen = choice.kind === 'cancelled';
    if (choice.kind === 'chosen') await this.connect({ kind: 'usb', serial: choice.serial });
    if (choice.kind === 'failed') this.fail(choice.error);
  }

  /** Connects; a running attempt is aborted first. */
  async connect(attempt: Attempt): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#attempt = attempt;
    this.#isWanted = true;
    this.isUnchosen = false;
    this.#become({
      state: 'connecting',
      name: attempt.kind === 'demo' ? connectWords.theDemoPhone : connectWords.thePhone,
    });
    try {
      const phone = await this.#call(attempt, abort.signal);
      if (this.#abort === abort) this.#become({ state: 'connected', phone });
    } catch (error) {
      if (this.#abort === abort) this.fail(toWire(error));
    }
  }

  /** Repeats the last attempt. */
  retry(): void {
    void this.connect(this.#attempt);
  }

  /** Aborts a running attempt, or disconnects the phone. */
  async disconnect(): Promise<void> {
    this.#abort?.abort();
    this.#abort = null;
    this.#isWanted = false;
    this.#become({ state: 'none' });
    await this.#link.call('disconnect', null).catch((error: unknown) => this.fail(toWire(error)));
  }

  /** Shows what went wrong in place of the phone. */
  fail(error: WireError): void {
    this.#become(error.code === 'cancelled' ? { state: 'none' } : { state: 'failed', error });
  }

  async #call(attempt: Attempt, signal: AbortSignal): Promise<PhoneInfo> {
    if (attempt.kind === 'usb') {
      return await this.#link.call('connectUsb', { serial: attempt.serial }, signal);
    }
    const demo = { ...(await demoUnit()), ...attempt.request };
    return await this.#link.call('connectDemo', demo, signal);
  }

  #hear(status: PhoneStatus): void {
    const isBusy = status.state === 'failed' && status.error.code === 'usb-busy';
    if (!isBusy || performance.now() > this.#letGoAtMs) return this.#become(status);
    this.#become({ state: 'connecting', name: connectWords.thePhone });
    // Skipped if the user has disconnected or started an attempt meanwhile.
    setTimeout(() => this.#isWanted && this.#abort === null && void this.watchUsb(), letGoRetryMs);
  }

  #become(status: PhoneStatus): void {
    this.#told = status;
    if (status.state === 'connected' || status.state === 'lost') this.held = status.phone;
    if (status.state === 'none' || status.state === 'failed') this.held = null;
    if (status.state === 'connected' && status.phone.kind === 'usb') {
      rememberInTab('phone', status.phone.serial);
    }
  }
}

/**
 * Identifies this tab's demo phone: one per tab, the same after a reload, where tabs can be told
 * apart.
 */
async function demoUnit(): Promise<Pick<DemoPhoneRequest, 'unit'>> {
  const tab = await tabIdentity().catch(() => null);
  return tab === null ? {} : { unit: tab.slice(0, 4).toUpperCase() };
}
