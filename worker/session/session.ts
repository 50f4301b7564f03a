import type { AdbCredentialStore } from '@yume-chan/adb';
import { type HandsetError, toHandsetError, toWire } from '../../core/errors.ts';
import type { PhoneInfo, PhoneStatus } from '../../core/link/phone-status.ts';
import type { ServerLoader } from '../adb/acting/server-file.ts';
import { AdbPhone } from '../adb/adb-phone.ts';
import type { AdbConnection } from '../adb/connection.ts';
import { pause } from '../waits/deadline.ts';
import { givenUp, notGranted } from './connect-errors.ts';
import { type ConnectedPhone, type Device, openDevice } from './open-device.ts';
import { openFirst } from './open-first.ts';
import { type PhoneHolder, phoneInState } from './phone-in-state.ts';
import { PhoneMarks } from './phone-marks.ts';
import { type Source, grantedPhones } from './source.ts';

/** A phone that was pulled is still listed for a moment: 170 ms on Linux, as measured. */
const unlistedAfterMs = 400;
/** When a listed phone that failed is tried again, each counted from the try before. */
const retryAfterMs = [500, 1_000, 2_000, 4_000];

/** Where a phone is looked for, and for whom. */
interface Search {
  readonly source: Source;
  /** Of the connect or watch that began it. */
  readonly attempt: AbortSignal;
  /** Whether the phone is tried though another tab has marked it. */
  readonly insists: boolean;
}

interface FoundPhone {
  readonly source: Source;
  readonly device: Device;
  readonly attempt: AbortSignal;
}

/** What the person asked for. */
export interface WantedPhone {
  /** For messages, until the phone has told its own. */
  readonly name: string;
  readonly open: () => Promise<Source>;
  /** Null for the first phone of the source. */
  readonly serial: string | null;
}

/** What a session is made of. */
export interface SessionParts {
  readonly keys: AdbCredentialStore;
  /** Named to agents that ask for a phone while there is none. */
  readonly consoleAddress: string;
  onStatus(status: PhoneStatus): void;
  readonly loadServer: ServerLoader;
}

/**
 * The one phone of this console: connects it, notices when it goes, and finds it again after a
 * replug by its serial number. Tells every change of state.
 */
export class PhoneSession implements PhoneHolder {
  readonly #parts: SessionParts;
  readonly #marks = new PhoneMarks();
  readonly #listeners = new Set<() => void>();
  #status: PhoneStatus = { state: 'none' };
  #connection: AdbConnection | null = null;
  #phone: AdbPhone | null = null;
  /** The phone that is wanted; null for any. */
  #serial: string | null = null;
  /** Settles when all that came before the current attempt is closed. */
  #ended: Promise<unknown> = Promise.resolve();
  /** The opening that was begun last, settled or not. */
  #opening: Promise<unknown> = Promise.resolve();
  /** Ends the connecting and following that is under way. */
  #attempt = new AbortController();
  /** Ends the search for a phone that is to come back. */
  #search = new AbortController();

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  get consoleAddress(): string {
    return this.#parts.consoleAddress;
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
    // Told before anything is loaded: a call that comes now is to wait, not to fail.
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
      // A newer attempt tells its own state.
      if (!attempt.aborted) {
        this.#set(ended.aborted ? { state: 'none' } : { state: 'failed', error: toWire(error) });
      }
      throw error;
    }
  }

  /**
   * Connects a phone that was granted before, now or as soon as it is plugged in; does not wait
   * for that. With a serial number, that phone and no other.
   */
  async watch(source: Source, serial: string | null = null): Promise<void> {
    const attempt = await this.#begin(serial);
    if (attempt.aborted) return;
    this.#set({ state: 'none' });
    this.#follow(source, attempt);
    void this.#findAgain(source, attempt, 0);
  }

  /** Gives the phone back and waits for none. */
  async disconnect(): Promise<void> {
    await this.#begin(null);
    this.#set({ state: 'none' });
  }

  /** The connected phone; waits a moment for one that is on its way. Rejects with why there is none. */
  async phone(signal: AbortSignal): Promise<AdbPhone> {
    return await phoneInState(this, signal);
  }

  /** The connected phone at this moment. */
  get connected(): AdbPhone | null {
    return this.#phone;
  }

  /** Calls back after every change of state; returns the way to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends whatever was before and waits until its device is closed; the signal ends what comes now. */
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

  /** Opens the wanted phone, or the first that nobody else uses; null where none was granted. */
  async #openFirst(search: Search, signal: AbortSignal): Promise<PhoneInfo | null> {
    const { source, attempt, insists } = search;
    const taken = source.locks ? await this.#marks.elsewhere(source.locks) : new Set<string>();
    const devices = await grantedPhones(source, this.#serial);
    const open = (device: Device): Promise<PhoneInfo> =>
      this.#open({ source, device, attempt }, signal);
    return await openFirst(devices, { taken, insists, open });
  }

  async #open(found: FoundPhone, signal: AbortSignal): Promise<PhoneInfo> {
    if (signal.aborted) throw givenUp(found.device.name);
    const opening = this.#openNow(found, signal);
    this.#opening = opening;
    return await opening;
  }

  async #openNow(found: FoundPhone, signal: AbortSignal): Promise<PhoneInfo> {
    const { source, device, attempt } = found;
    const { name } = device;
    this.#set({ state: 'connecting', name });
    const onWaiting = (): void => {
      if (signal.aborted) return;
      this.#set({ state: 'waiting-for-allow', name, sinceEpochMs: Date.now() });
    };
    const credentials = { keys: this.#parts.keys, onWaiting };
    const connected = await openDevice(found, credentials, signal);
    this.#keep(source, attempt, connected);
    return connected.phone;
  }

  #keep(source: Source, attempt: AbortSignal, { connection, phone }: ConnectedPhone): void {
    this.#serial = phone.serial;
    this.#connection = connection;
    this.#phone = new AdbPhone(connection, this.#parts.loadServer);
    this.#set({ state: 'connected', phone });
    if (source.locks) this.#marks.set(source.locks, phone.serial, attempt);
    connection.lost.addEventListener('abort', () => {
      if (attempt.aborted) return;
      this.#phone = null;
      this.#connection = null;
      this.#set({ state: 'lost', phone });
      void this.#findAgain(source, attempt, unlistedAfterMs);
    });
  }

  /** Connects the wanted phone whenever it is plugged in, until the attempt ends. */
  #follow(source: Source, attempt: AbortSignal): void {
    const findNow = (): void => {
      if (!this.#isBusy()) void this.#findAgain(source, attempt, 0);
    };
    source.usb.addEventListener('connect', findNow);
    attempt.addEventListener('abort', () => {
      source.usb.removeEventListener('connect', findNow);
    });
  }

  /**
   * Connects the wanted phone if it is listed, with a few tries: one that was just plugged in may
   * not answer yet. While it is not there the state stays as it was; only a listed phone that
   * fails every time has failed.
   */
  async #findAgain(source: Source, attempt: AbortSignal, firstAfterMs: number): Promise<void> {
    this.#search.abort();
    this.#search = new AbortController();
    const signal = AbortSignal.any([attempt, this.#search.signal]);
    const before = this.#status;
    for (const delayMs of [firstAfterMs, ...retryAfterMs]) {
      await pause(delayMs, signal);
      try {
        signal.throwIfAborted();
        await this.#openFirst({ source, attempt, insists: false }, signal);
        return;
      } catch (thrown) {
        if (signal.aborted) return;
        const error = toHandsetError(thrown);
        const isLast = delayMs === retryAfterMs.at(-1) || isLasting(error, delayMs);
        this.#set(isLast ? { state: 'failed', error: toWire(error) } : before);
        if (isLast) return;
      }
    }
  }

  #isBusy(): boolean {
    const { state } = this.#status;
    return state === 'connected' || state === 'connecting' || state === 'waiting-for-allow';
  }

  #set(status: PhoneStatus): void {
    this.#status = status;
    this.#parts.onStatus(status);
    for (const listener of this.#listeners) listener();
  }
}

/** Whether trying again is of no use: a tab or program that closes lets the phone go within a second. */
function isLasting({ code }: HandsetError, triedAfterMs: number): boolean {
  return code === 'auth-refused' || (code === 'usb-busy' && triedAfterMs >= 1_000);
}
