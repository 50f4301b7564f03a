import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { DemoPhoneRequest, PhoneInfo, PhoneStatus } from '../../../core/link/phone-status.ts';
import type { ShownPhoneStatus } from '../../ui/state-strings.ts';
import { tabIdentity } from '../agents/tab-identity.ts';
import { recallInTab, rememberInTab } from '../../ui/storage.ts';
import { connectWords } from './strings.ts';
import { choosePhone, isGranted, usbObstacle } from './usb.ts';

/** A worker that hung when it was ended lets its phone go 2 s later, as measured in Chromium. */
const letGoWithinMs = 5_000;
const letGoRetryMs = 1_000;

/** One wish to connect; kept for Retry. */
type Attempt =
  | { readonly kind: 'usb'; readonly serial: string | null }
  | { readonly kind: 'demo'; readonly request: DemoPhoneRequest };

/** The phone, as the worker tells it, and everything a person can do about it. */
export class PhoneState {
  readonly status: ShownPhoneStatus = $derived.by(() =>
    this.#told.state === 'connected' && !this.#isAnswering()
      ? { state: 'silent', phone: this.#told.phone }
      : this.#told,
  );
  /** The phone whose screen is shown; stays while it is unplugged and comes back. */
  held = $state.raw<PhoneInfo | null>(null);
  /** Whether the browser's list was closed without a choice, and nothing was tried since. */
  isUnchosen = $state(false);

  readonly #link: WorkerLink;
  readonly #isAnswering: () => boolean;
  #told = $state.raw<PhoneStatus>({ state: 'none' });
  #attempt = $state.raw<Attempt>({ kind: 'usb', serial: null });
  #abort: AbortController | null = null;
  /** Whether a phone is to be there: one was asked for, and not given back since. */
  #isWanted = false;
  /** Until when a busy phone may be one that the worker before still holds. */
  #letGoAtMs = -Infinity;

  /** `isAnswering` tells whether the worker is there to tell of the phone. */
  constructor(link: WorkerLink, isAnswering: () => boolean) {
    this.#link = link;
    this.#isAnswering = isAnswering;
    link.on('phone', (status) => this.#hear(status));
  }

  /** What is or was tried to connect last. */
  get attempted(): Attempt['kind'] {
    return this.#attempt.kind;
  }

  /**
   * Lets a phone that was granted before connect by itself, now or when it is plugged in. The one
   * that this tab held before a reload comes first: another may belong to another tab.
   */
  async watchUsb(): Promise<void> {
    // A page without USB says so beside its button; that is no failure.
    if (usbObstacle() !== null) return;
    this.#isWanted = true;
    try {
      const chosen = this.#attempt.kind === 'usb' ? this.#attempt.serial : null;
      const held = chosen ?? recallInTab('phone');
      const serial = held !== null && (await isGranted(held)) ? held : null;
      // The person may have been quicker.
      if (this.#abort === null) await this.#link.call('watchUsb', { serial });
    } catch (error) {
      this.fail(toWire(error));
    }
  }

  /** Has a worker that took another's place find the phone, as after a reload. */
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

  /** Opens the browser's chooser, then connects. Must run inside a click. */
  async chooseUsb(): Promise<void> {
    this.isUnchosen = false;
    const choice = await choosePhone();
    this.isUnchosen = choice.kind === 'cancelled';
    if (choice.kind === 'chosen') await this.connect({ kind: 'usb', serial: choice.serial });
    if (choice.kind === 'failed') this.fail(choice.error);
  }

  /** Connects; an attempt under way is given up first. */
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

  /** Tries the last wish again. */
  retry(): void {
    void this.connect(this.#attempt);
  }

  /** Gives up an attempt, or lets the phone go. */
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
    // The person may do something else meanwhile.
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

/** Each tab has a demo phone of its own, the same after a reload, as far as the browser can tell tabs apart. */
async function demoUnit(): Promise<Pick<DemoPhoneRequest, 'unit'>> {
  const tab = await tabIdentity().catch(() => null);
  return tab === null ? {} : { unit: tab.slice(0, 4).toUpperCase() };
}
