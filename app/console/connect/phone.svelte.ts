import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { BridgeStatus } from '#core/link/messages.ts';
import type {
  DemoPhoneRequest,
  PhoneInfo,
  PhoneRequest,
  PhoneStatus,
} from '#core/link/phone-status.ts';
import type { OpenConsole } from '#core/relay/frames.ts';
import { noPhone, unless } from '../../ui/command.ts';
import { plainText } from '../../ui/plain-text.ts';
import type { ShownPhoneStatus } from '../../ui/state-strings.ts';
import { keepInAddress, recallInTab, rememberInTab } from '../../ui/storage.ts';
import { tabIdentity } from '../../ui/tab-identity.ts';
import { connectStrings, otherTabStrings } from './strings.ts';
import { choosePhone, isGranted, usbObstacle } from './usb.ts';

/** Chromium releases the USB device up to 2 s after a hung worker is terminated (measured). */
const staleClaimMs = 5_000;
const staleClaimRetryMs = 1_000;

/** How long another tab may take to disconnect the phone that it was asked for. */
const releaseMs = 3_000;

/** What a phone can be connected by. */
const kinds = ['usb', 'adb'] as const satisfies readonly PhoneRequest['kind'][];

/** What to connect to; kept for Retry. */
export type ConnectionAttempt =
  PhoneRequest | { readonly kind: 'demo'; readonly request: DemoPhoneRequest };

/** The phone's state as the worker reports it, and the user's actions on it. */
export class PhoneState {
  readonly status: ShownPhoneStatus = $derived.by(() =>
    this.#reported.state === 'connected' && !this.#isAnswering()
      ? { state: 'unresponsive', phone: this.#reported.phone }
      : this.#reported,
  );
  /** The phone whose screen is shown; kept while it is unplugged and until it comes back. */
  info = $state.raw<PhoneInfo | null>(null);
  /**
   * Whether the user closed the browser's chooser without choosing, and has tried nothing since.
   */
  isChooserDismissed = $state(false);
  /** Whether the user is asked whether to reset the demo phone. */
  asksToReset = $state(false);
  /** Why the files of a captured screen could not be shown. */
  readonly captureError = $derived.by(() => {
    const { status } = this;
    const attempt = this.#attempt;
    const isCapture = attempt.kind === 'demo' && attempt.request.captureXml !== undefined;
    return status.state === 'failed' && isCapture ? status.error : null;
  });
  /** Why the last changes of the demo phone could not be saved for a reload; null for another phone. */
  readonly notSaved = $derived.by(() => (this.info?.kind === 'demo' ? this.#notSaved : null));

  readonly #link: WorkerLink;
  readonly #isAnswering: () => boolean;
  /**
   * Carries serial numbers of phones between tabs: a number asks the tab that has this phone to disconnect it; that
   * tab sends the number back when it has.
   */
  readonly #tabs = new BroadcastChannel('handset-release');
  #onReleased: (serial: unknown) => unknown = () => undefined;
  #notSaved = $state.raw<WireError | null>(null);
  #reported = $state.raw<PhoneStatus>({ state: 'none' });
  #attempt = $state.raw<ConnectionAttempt>({ kind: 'usb', serial: null });
  #abort: AbortController | null = null;
  /** Whether the user wants a phone: they connected one and have not disconnected it since. */
  #wantsPhone = false;
  /** Until this time `usb-busy` may mean that the replaced worker still holds the phone. */
  #staleClaimUntilMs = -Infinity;

  /** `isAnswering` says whether the worker responds, so that its last status can be trusted. */
  constructor(link: WorkerLink, isAnswering: () => boolean) {
    this.#link = link;
    this.#isAnswering = isAnswering;
    link.on('phone', (status) => this.#onStatus(status));
    link.on('demoNotSaved', (error) => (this.#notSaved = error));
    this.#tabs.addEventListener('message', ({ data }) => void this.#release(data));
  }

  /** What the last attempt connects to. */
  get attempt(): ConnectionAttempt {
    return this.#attempt;
  }

  /** Why nothing can be done on a phone now; null if one is connected. */
  get whyAbsent(): string | null {
    return unless(this.status.state === 'connected', noPhone);
  }

  /** Why the phone can't be used now; null if it can. */
  get whyUnusable(): string | null {
    return this.whyAbsent ?? unless(!this.isCapture, 'A captured screen can only be looked at');
  }

  /** Whether it is the demo phone itself, not a captured screen that it shows. */
  get isDemo(): boolean {
    return this.info?.kind === 'demo' && !this.isCapture;
  }

  /** Whether the demo phone shows a captured screen, on which nothing changes. */
  get isCapture(): boolean {
    const attempt = this.#attempt;
    return attempt.kind === 'demo' && attempt.request.captureXml !== undefined;
  }

  /** Whether the captured screen came without a picture, so that its elements are drawn. */
  get isDrawn(): boolean {
    const attempt = this.#attempt;
    return this.isCapture && attempt.kind === 'demo' && attempt.request.capturePng === undefined;
  }

  /**
   * Has the worker connect to a granted phone, now or when it is plugged in. The phone that this
   * tab held before a reload is preferred: another one may belong to another tab.
   */
  async watchPhone(): Promise<void> {
    const knownKind = kinds.find((each) => each === recallInTab('phone-kind'));
    const kind = knownKind ?? 'usb';
    // Where USB is missing, the connect button says so; that is no failure.
    if (kind === 'usb' && usbObstacle() !== null) return;
    this.#wantsPhone = true;
    try {
      const chosen = this.#attempt.kind === kind ? this.#attempt.serial : null;
      const before = chosen ?? recallInTab('phone');
      const isKnown = before !== null && (kind !== 'usb' || (await isGranted(before)));
      const serial = isKnown ? before : null;
      // The user may have started another attempt meanwhile.
      if (this.#abort !== null) return;
      if (kind !== 'usb') this.#attempt = { kind, serial };
      const wasConnected = knownKind !== undefined;
      await this.#link.call('watchPhone', { kind, serial, wasConnected });
    } catch (error) {
      this.fail(toWire(error));
    }
  }

  /** Connects again after the worker was replaced, as after a reload. */
  reconnect(): void {
    if (!this.#wantsPhone) return;
    if (this.#attempt.kind === 'demo') {
      void this.connect(this.#attempt);
    } else {
      this.#abort = null;
      this.#staleClaimUntilMs = performance.now() + staleClaimMs;
      this.#setStatus({ state: 'connecting', name: this.info?.model ?? connectStrings.thePhone });
      void this.watchPhone();
    }
  }

  /** Opens the browser's device chooser, then connects. Must run in a user gesture. */
  async chooseUsb(): Promise<void> {
    this.isChooserDismissed = false;
    const choice = await choosePhone();
    this.isChooserDismissed = choice.kind === 'cancelled';
    if (choice.kind === 'chosen') await this.connect({ kind: 'usb', serial: choice.serial });
    if (choice.kind === 'failed') this.fail(choice.error);
  }

  /** Connects; a running attempt is aborted first. */
  async connect(attempt: ConnectionAttempt): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#attempt = attempt;
    this.#wantsPhone = true;
    this.isChooserDismissed = false;
    // The files of a captured screen can't be in an address.
    const isKept = attempt.kind === 'demo' && attempt.request.captureXml === undefined;
    keepInAddress('phone', isKept ? 'demo' : null);
    this.#setStatus({
      state: 'connecting',
      name: attempt.kind === 'demo' ? connectStrings.theDemoPhone : connectStrings.thePhone,
    });
    try {
      const phone = await this.#callWorker(attempt, abort.signal);
      if (this.#abort === abort) this.#setStatus({ state: 'connected', phone });
    } catch (error) {
      if (this.#abort === abort) this.fail(toWire(error));
    }
  }

  /** Has the tab that uses the phone of this serial number disconnect it, then connects; false if no tab of this browser did. */
  async useHere(serial: string, request: PhoneRequest): Promise<boolean> {
    const released = new Promise<boolean>((resolve) => {
      this.#onReleased = (each) => each === serial && resolve(true);
      setTimeout(resolve, releaseMs, false);
    });
    this.#tabs.postMessage(serial);
    // adb lets several programs use a phone.
    if (!(await released) && request.kind === 'usb') return false;
    await this.connect(request);
    return true;
  }

  /** Connects the demo phone as it was first, without what was changed on it. */
  async resetDemoPhone(): Promise<void> {
    const attempt = this.#attempt;
    if (attempt.kind !== 'demo') return;
    const connecting = this.connect({
      kind: 'demo',
      request: { ...attempt.request, fresh: true },
    });
    // Once: later connections keep what was changed since.
    this.#attempt = attempt;
    await connecting;
  }

  /** Loads what the demo phone needs: the user is about to choose it. */
  prepareDemo(): void {
    void this.#link.call('prepareDemo', null).catch(() => undefined);
  }

  /** Repeats the last attempt. */
  retry(): void {
    void this.connect(this.#attempt);
  }

  /** Aborts a running attempt, or disconnects the phone. */
  async disconnect(): Promise<void> {
    this.#abort?.abort();
    this.#abort = null;
    this.#wantsPhone = false;
    keepInAddress('phone', null);
    rememberInTab('phone-kind', null);
    this.#setStatus({ state: 'none' });
    await this.#link.call('disconnect', null).catch((error: unknown) => this.fail(toWire(error)));
  }

  /** Shows what went wrong in place of the phone. */
  fail(error: WireError): void {
    this.#setStatus(error.code === 'cancelled' ? { state: 'none' } : { state: 'failed', error });
  }

  async #release(serial: unknown): Promise<void> {
    this.#onReleased(serial);
    const { info } = this;
    if (info === null || info.serial !== serial || info.kind === 'demo') return;
    await this.disconnect();
    this.#tabs.postMessage(serial);
  }

  async #callWorker(attempt: ConnectionAttempt, signal: AbortSignal): Promise<PhoneInfo> {
    if (attempt.kind !== 'demo') return await this.#link.call('connectPhone', attempt, signal);
    const demo = { ...(await demoPhoneUnit()), ...attempt.request };
    return await this.#link.call('connectDemo', demo, signal);
  }

  #onStatus(status: PhoneStatus): void {
    // The demo phone taps Allow itself: nobody is asked.
    if (status.state === 'waiting-for-allow' && this.#isAllowedByItself()) return;
    const isBusy = status.state === 'failed' && status.error.code === 'usb-busy';
    if (!isBusy || performance.now() > this.#staleClaimUntilMs) return this.#setStatus(status);
    this.#setStatus({ state: 'connecting', name: connectStrings.thePhone });
    // Skipped if the user has disconnected or started an attempt meanwhile.
    setTimeout(
      () => this.#wantsPhone && this.#abort === null && void this.watchPhone(),
      staleClaimRetryMs,
    );
  }

  #isAllowedByItself(): boolean {
    const attempt = this.#attempt;
    return attempt.kind === 'demo' && !attempt.request.faults?.includes('auth-ignored');
  }

  #setStatus(reported: PhoneStatus): void {
    // A captured screen doesn't say which Android it is of.
    const isOfCapture = reported.state === 'connected' && this.isCapture;
    const status = isOfCapture
      ? { ...reported, phone: { ...reported.phone, androidVersion: '' } }
      : reported;
    this.#reported = status;
    if ('phone' in status) this.info = status.phone;
    if (status.state === 'none' || status.state === 'failed') this.info = null;
    if (status.state === 'connected' && status.phone.kind !== 'demo') {
      rememberInTab('phone', status.phone.address ?? status.phone.serial);
      rememberInTab('phone-kind', status.phone.kind);
    }
  }
}

/**
 * Identifies this tab's demo phone: one per tab, the same after a reload, where tabs can be told
 * apart.
 */
async function demoPhoneUnit(): Promise<Pick<DemoPhoneRequest, 'unit'>> {
  const tab = await tabIdentity().catch(() => null);
  return tab === null ? {} : { unit: tab.slice(0, 4).toUpperCase() };
}

/** The phone of this tab, and what the bridge reports about all tabs. */
interface PhoneAndConsoles {
  readonly phone: ShownPhoneStatus;
  readonly bridge: BridgeStatus;
  readonly consoles: readonly OpenConsole[];
}

/**
 * Says which other tabs hold phones while this one has none: `Another tab is using Pixel 8.` Null when no other
 * tab does. Only one tab can hold a phone; calls to it show there.
 */
export function phoneInOtherTab({ phone, bridge, consoles }: PhoneAndConsoles): string | null {
  if (bridge.state !== 'connected' || !hasNoPhone(phone)) return null;
  const others = consoles
    .filter(({ name }) => name !== bridge.name)
    .flatMap((each) => (each.phone === null ? [] : [{ each, model: each.phone.model }]))
    .toSorted((a, b) => Number(b.each.isDefault) - Number(a.each.isDefault));
  // Of phones of one model, only that of the agents' tab is named.
  const sentences = others
    .filter(({ model }, at) => others.findIndex((other) => other.model === model) === at)
    .map(({ each, model }) => heldByTab(each, model));
  if (sentences.length === 0) return null;
  const isDefaultHere = consoles.some(({ name, isDefault }) => isDefault && name === bridge.name);
  return [...sentences, ...(isDefaultHere ? [otherTabStrings.noPhoneHere] : [])].join(' ');
}

/** Connecting to a phone that another tab holds fails with usb-busy; the message here says more. */
function hasNoPhone(phone: ShownPhoneStatus): boolean {
  return phone.state === 'none' || (phone.state === 'failed' && phone.error.code === 'usb-busy');
}

function heldByTab({ isDefault }: OpenConsole, model: string): string {
  return otherTabStrings[isDefault ? 'heldForAgents' : 'heldBy'](plainText(model));
}
