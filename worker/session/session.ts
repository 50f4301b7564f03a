import type { AdbCredentialStore } from '@yume-chan/adb';
import { HandsetError, fromWire, toHandsetError, toWire } from '../../core/errors.ts';
import type { PhoneInfo, PhoneStatus } from '../../core/link/phone-status.ts';
import { type LiveSource, AdbPhone } from '../adb/adb-phone.ts';
import type { AdbConnection } from '../adb/connection.ts';
import type { ServerLoader } from '../adb/server-file.ts';
import type { Device } from '../usb/claim.ts';
import {
  type ConnectedPhone,
  type Source,
  givenUp,
  grantedPhones,
  notGranted,
  openDevice,
} from './open-device.ts';
import {
  type Search,
  PhoneMarks,
  PhoneSearch,
  isConnecting,
  isHeld,
  openFirst,
} from './phone-search.ts';

/** An unplugged phone is still listed for a moment: 170 ms on Linux, as measured. */
const unlistedAfterMs = 400;

/** How long a call waits for a phone that is connecting or was just lost: a replug takes about two seconds. */
const patienceMs = 5_000;

interface FoundPhone {
  readonly source: Source;
  readonly device: Device;
  readonly attempt: AbortSignal;
}

/** A request to connect a phone. */
interface WantedPhone {
  /** For messages, until the phone's own name is known. */
  readonly name: string;
  readonly open: () => Promise<Source>;
  /** Null for the first phone of the source. */
  readonly serial: string | null;
}

/** The parts of a session. */
interface SessionParts {
  readonly keys: AdbCredentialStore;
  /** Shown to agents that need a phone while none is connected. */
  readonly consoleAddress: string;
  onStatus(status: PhoneStatus): void;
  readonly loadServer: ServerLoader;
  /** Frames of the live view, which phones use in place of screenshots. */
  readonly live?: LiveSource;
}

/**
 * The one phone of this console: connects it, notices when it is lost, and finds it again after a
 * replug by its serial number. Reports every change of state.
 */
export class PhoneSession {
  readonly #parts: SessionParts;
  readonly #marks = new PhoneMarks();
  readonly #listeners = new Set<() => void>();
  /** The models of all phones so far, by serial number. */
  readonly #models = new Map<string, string>();
  #status: PhoneStatus = { state: 'none' };
  #connection: AdbConnection | null = null;
  #phone: AdbPhone | null = null;
  /** The serial number of the wanted phone; null for any. */
  #serial: string | null = null;
  /** Settles when everything before the current attempt is closed. */
  #ended: Promise<unknown> = Promise.resolve();
  /** The last opening, settled or not. */
  #opening: Promise<unknown> = Promise.resolve();
  /** Ends the current attempt: its connecting, and its watching for the phone. */
  #attempt = new AbortController();
  readonly #search: PhoneSearch;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#search = new PhoneSearch({
      marks: this.#marks,
      status: () => this.#status,
      tell: (status) => this.#set(status),
      openFirst: (search, signal) => this.#openFirst(search, signal),
      settled: () => Promise.allSettled([this.#opening]),
    });
  }

  get status(): PhoneStatus {
    return this.#status;
  }

  /**
   * Connects a phone, in place of the one before; it stays wanted until another is connected or
   * `disconnect` is called. Rejects with what AdbConnection.open documents, and with `no-phone`,
   * `timeout`, or what opening the source rejects with.
   */
  async connect(wanted: WantedPhone, signal: AbortSignal): Promise<PhoneInfo> {
    // Reported before anything is loaded, so that a call that comes now waits instead of failing.
    this.#set({ state: 'connecting', name: wanted.name });
    const attempt = await this.#begin(wanted.serial);
    const ended = AbortSignal.any([attempt, signal]);
    try {
      const source = await wanted.open();
      if (ended.aborted) throw givenUp(wanted.name);
      this.#follow(source, attempt);
      const insists = wanted.serial !== null;
      const phone = await this.#openFirst({ source, attempt, insists }, ended);
      if (!phone) throw notGranted(wanted.serial);
      return phone;
    } catch (thrown) {
      const error = toHandsetError(thrown);
      // A newer attempt reports its own state.
      if (!attempt.aborted) {
        this.#set(ended.aborted ? { state: 'none' } : { state: 'failed', error: toWire(error) });
      }
      throw error;
    }
  }

  /**
   * Connects a phone that was granted before, now or as soon as it is plugged in; does not wait for
   * that. With a serial number, only that phone.
   */
  async watch(source: Source, serial: string | null = null): Promise<void> {
    const attempt = await this.#begin(serial);
    if (attempt.aborted) return;
    this.#set({ state: 'none' });
    this.#follow(source, attempt);
    void this.#search.find(source, attempt, 0);
  }

  /** Releases the phone, and stops looking for one. */
  async disconnect(): Promise<void> {
    await this.#begin(null);
    this.#set({ state: 'none' });
  }

  /** The connected phone; waits a few seconds for one that is connecting or was lost. Rejects with why there is none. */
  async phone(signal: AbortSignal): Promise<AdbPhone> {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    while (!this.#phone && isOnItsWay(this.#status) && !ended.aborted)
      await this.#nextChange(ended);
    if (this.#phone) return this.#phone;
    if (signal.aborted) throw new HandsetError('cancelled', 'The call was cancelled.');
    throw whyNot(this.#status, this.#parts.consoleAddress);
  }

  /** The phone that is connected now, or null. */
  get connected(): AdbPhone | null {
    return this.#phone;
  }

  /** Sets whether the page is visible: a phone that another program uses is only tried then. */
  setSeen(seen: boolean): void {
    this.#search.setSeen(seen);
  }

  /** Calls back after every change of state; returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #nextChange(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        stop();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const stop = this.onChange(done);
      signal.addEventListener('abort', done);
    });
  }

  /** Ends the attempt before and waits until its device is closed; the signal ends the new attempt. */
  async #begin(serial: string | null): Promise<AbortSignal> {
    this.#attempt.abort();
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#serial = serial;
    const before = this.#connection;
    this.#connection = null;
    this.#phone = null;
    this.#ended = Promise.allSettled([this.#ended, before?.close(), this.#opening]);
    await this.#ended;
    return attempt.signal;
  }

  /** Opens the wanted phone, or the first that is free; null when none was granted. */
  async #openFirst(search: Search, signal: AbortSignal): Promise<PhoneInfo | null> {
    const { source, attempt, insists } = search;
    const taken = source.locks ? await this.#marks.elsewhere(source.locks) : new Set<string>();
    const granted = await grantedPhones(source, this.#serial);
    const devices = granted.map((device) => this.#named(device));
    const open = (device: Device): Promise<PhoneInfo> =>
      this.#open({ source, device, attempt }, signal);
    return await openFirst(devices, { taken, insists, open });
  }

  /** Names the device by its model where that is known, so that a phone keeps its name when it reconnects. */
  #named(device: Device): Device {
    const { raw, serial } = device;
    const name = this.#models.get(serial) ?? device.name;
    return { raw, serial, name, connect: () => device.connect() };
  }

  async #open(found: FoundPhone, signal: AbortSignal): Promise<PhoneInfo> {
    if (signal.aborted) throw givenUp(found.device.name);
    const opening = this.#openNow(found, signal);
    this.#opening = opening;
    return await opening;
  }

  async #openNow(found: FoundPhone, signal: AbortSignal): Promise<PhoneInfo> {
    const { source, attempt } = found;
    const { name } = found.device;
    const connect: Device['connect'] = async () => {
      const claimed = await found.device.connect();
      // Not before the claim: retries of a phone that another program uses change no state.
      if (!signal.aborted) this.#set({ state: 'connecting', name });
      return claimed;
    };
    const device = { ...found.device, connect };
    const onWaiting = (): void => {
      if (signal.aborted) return;
      this.#set({ state: 'waiting-for-allow', name, sinceEpochMs: Date.now() });
    };
    const credentials = { keys: this.#parts.keys, onWaiting };
    const connected = await openDevice({ source, device }, credentials, signal);
    this.#keep(source, attempt, connected);
    return connected.phone;
  }

  #keep(source: Source, attempt: AbortSignal, { connection, phone }: ConnectedPhone): void {
    this.#serial = phone.serial;
    this.#models.set(phone.serial, phone.model);
    this.#connection = connection;
    this.#phone = new AdbPhone(connection, this.#parts.loadServer, this.#parts.live);
    this.#set({ state: 'connected', phone });
    if (source.locks) this.#marks.set(source.locks, phone.serial, attempt);
    connection.lost.addEventListener('abort', () => {
      if (attempt.aborted) return;
      this.#phone = null;
      this.#connection = null;
      this.#set({ state: 'lost', phone });
      void this.#search.find(source, attempt, unlistedAfterMs);
    });
  }

  /** Connects the wanted phone whenever it is plugged in or becomes free, until the attempt ends. */
  #follow(source: Source, attempt: AbortSignal): void {
    const findNow = (): void => {
      if (this.#phone === null && !isConnecting(this.#status))
        void this.#search.find(source, attempt, 0);
    };
    source.usb.addEventListener('connect', findNow);
    const stopListening = this.onChange(() => {
      if (isHeld(this.#status)) void this.#search.findFree(source, attempt);
    });
    attempt.addEventListener('abort', () => {
      source.usb.removeEventListener('connect', findNow);
      stopListening();
    });
  }

  #set(status: PhoneStatus): void {
    this.#status = status;
    this.#parts.onStatus(status);
    for (const listener of this.#listeners) listener();
  }
}

function isOnItsWay({ state }: PhoneStatus): boolean {
  return state === 'connecting' || state === 'waiting-for-allow' || state === 'lost';
}

/** Why there is no phone to use. */
function whyNot(status: PhoneStatus, consoleAddress: string): HandsetError {
  switch (status.state) {
    case 'failed':
      return fromWire(status.error);
    case 'waiting-for-allow':
      return new HandsetError(
        'waiting-for-allow',
        `${status.name} is waiting for somebody to tap Allow on its screen.`,
        {
          hint: 'Unlock the phone, tick "Always allow from this computer" and tap Allow; then try again.',
        },
      );
    case 'connecting':
      return new HandsetError('no-phone', `${status.name} is still connecting.`, {
        hint: 'Try again in a moment.',
      });
    case 'lost':
      return new HandsetError('phone-lost', `${status.phone.model} was disconnected.`, {
        hint: 'Plug it in again; the console reconnects by itself. Then try again.',
      });
    case 'none':
    case 'connected':
      return new HandsetError('no-phone', 'No phone is connected.', {
        hint: `In the console at ${consoleAddress}/ click Connect a phone or Try the demo phone, then try again.`,
      });
  }
}
