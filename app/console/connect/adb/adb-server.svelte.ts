import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import { isNetworkName } from '#core/link/phone-address.ts';
import type {
  AdbServerStatus,
  FoundPhone,
  PairingRequest,
  ServerPhoneInfo,
} from '#core/link/phone-status.ts';
import type { ShownPhoneStatus } from '../../../ui/state-strings.ts';
import type { BridgeState } from '../../agents/bridge.svelte.ts';

/** A worker that was replaced is asked again after this time. */
const askAgainMs = 1_000;
/** How often to ask what adb has found on the network. */
const lookAgainMs = 2_500;

/** The adb server that the bridge reaches, and the user's actions on it. */
export class AdbServerState {
  status = $state.raw<AdbServerStatus>({ state: 'off' });
  /** The phones that it finds on the network, while somebody looks. */
  found = $state.raw<readonly FoundPhone[]>([]);
  /** Whether it is too old to look for phones and, before version 30, to pair with them. */
  isTooOld = $state(false);
  isStarting = $state(false);
  /** Why adb could not be started. */
  startError = $state.raw<WireError | null>(null);
  readonly #link: WorkerLink;

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('adbServer', (status) => (this.status = status));
  }

  // Not derived, since it is made in a component, and used by others after that one is gone.
  get phones(): readonly ServerPhoneInfo[] {
    return this.status.state === 'listed' ? this.status.phones : [];
  }

  /** Follows the server until the returned function is called. */
  watch(): () => void {
    const abort = new AbortController();
    void this.#watchUntil(abort.signal);
    return () => abort.abort();
  }

  /** Looks for phones on the network until the returned function is called. */
  look(): () => void {
    const abort = new AbortController();
    void this.#lookUntil(abort.signal);
    return () => abort.abort();
  }

  /** Pairs the computer with a phone. Rejects with why that failed. */
  async pair(request: PairingRequest): Promise<void> {
    await this.#link.call('pairPhone', request);
  }

  /** Has adb forget the phone at this address. */
  async remove(address: string): Promise<void> {
    // The list shows whether it worked.
    await this.#link.call('removePhone', address).catch(() => undefined);
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

  async #lookUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        this.found = await this.#link.call('findPhones', null, signal);
        this.isTooOld = false;
      } catch (error) {
        this.found = [];
        this.isTooOld = toWire(error).code === 'unsupported';
      }
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    }
  }
}

let latest: { readonly link: WorkerLink; readonly state: AdbServerState } | null = null;

/** The state of this link's adb server, the same for all components of a page. */
export function adbServerOf(link: WorkerLink): AdbServerState {
  latest = latest?.link === link ? latest : { link, state: new AdbServerState(link) };
  return latest.state;
}

/** Whether a phone is being connected, so that no other can be. */
export function isConnectingPhone({ state }: ShownPhoneStatus): boolean {
  return state === 'connecting' || state === 'waiting-for-allow';
}

/** The serial number of the phone of these names where another console uses it, however it is connected there; else null. */
export function takenSerial(bridge: BridgeState, names: readonly string[]): string | null {
  const user = bridge.consoles.find(
    ({ phone }) =>
      phone !== null && (names.includes(phone.serial) || names.includes(phone.address ?? '')),
  );
  return user === undefined || user.name === bridge.name ? null : (user.phone?.serial ?? null);
}

/** The found phones that adb does not list yet, neither by their address nor by the name of their service. */
export function notListed(
  found: readonly FoundPhone[],
  listed: readonly ServerPhoneInfo[],
): readonly FoundPhone[] {
  return found.filter(({ name, address, awaits }) => {
    const isListed = listed.some(
      ({ serial }) => serial === address || serial.startsWith(`${name}.`),
    );
    return awaits === 'pairing' || !isListed;
  });
}

/** A phone, as adb lists it once or several times. */
interface MergedPhone {
  /** How to connect it: by its cable where that is possible. */
  readonly shown: ServerPhoneInfo;
  /** The other names that adb has for it. */
  readonly others: readonly string[];
}

/** The phones of the list, each once: one may be at USB and on the network. */
export function mergeSamePhones(phones: readonly ServerPhoneInfo[]): readonly MergedPhone[] {
  const identity = ({ serial, ownSerial }: ServerPhoneInfo): string => ownSerial ?? serial;
  return phones
    .filter((each, at) => phones.findIndex((one) => identity(one) === identity(each)) === at)
    .map((first) => {
      const same = phones.filter((each) => identity(each) === identity(first));
      const ready = same.filter(({ state }) => state === 'ready');
      const shown = ready.find(({ serial }) => serial === identity(first)) ?? ready[0] ?? first;
      const others = same.filter((each) => each !== shown).map(({ serial }) => serial);
      return { shown, others };
    });
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
  if (serial !== null)
    return (
      ready.find((phone) => phone.serial === serial) ??
      ready.find((phone) => phone.ownSerial === serial) ??
      null
    );
  const [first, ...others] = ready.filter(
    ({ serial: name }) => !name.startsWith('emulator-') && !isNetworkName(name),
  );
  return others.length === 0 ? (first ?? null) : null;
}
