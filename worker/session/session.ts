import type { AdbCredentialStore } from '@yume-chan/adb';
import { HandsetError, fromWire, toHandsetError, toWire } from '#core/errors.ts';
import type { PhoneInfo, PhoneOriginals, PhoneStatus } from '#core/link/phone-status.ts';
import { AdbPhone, type PhoneParts } from '../adb/adb-phone.ts';
import { type AdbConnection, lostHint } from '../adb/transport/connection.ts';
import type { ReaderLoader } from '../adb/reading/element-reader/reader-process.ts';
import type { ProgramLoader } from '../adb/transport/program-files.ts';
import { PhoneSettings } from './original-settings.ts';
import {
  type ConnectedPhone,
  type DeviceSource,
  type PhoneDevice,
  connectCancelled,
  openDevice,
} from './open-device.ts';
import {
  type SearchRequest,
  PhoneMarks,
  PhoneSearch,
  isConnecting,
  isInUse,
  openFirstFree,
} from './phone-search.ts';

/** An unplugged phone is still listed for a moment: 170 ms on Linux, as measured. */
const unlistedAfterMs = 400;

/** How long a call waits for a phone that is connecting or was just lost: a replug takes about two seconds. */
const phoneWaitTimeoutMs = 5_000;

/** How long a phone is expected to come back after a reload: it took up to 3.8 s, and one that fails is tried for 7.5 s. */
const returnMs = 8_000;

interface DeviceToOpen {
  readonly source: DeviceSource;
  readonly device: PhoneDevice;
  readonly attempt: AbortSignal;
}

/** A request to connect a phone. */
interface ConnectRequest {
  /** For messages, until the phone's own name is known. */
  readonly name: string;
  readonly open: () => Promise<DeviceSource>;
  /** Null for the first phone of the source. */
  readonly serial: string | null;
}

/** The parts of a session. */
interface PhoneSessionOptions {
  readonly keys: AdbCredentialStore;
  /** Shown to agents that need a phone while none is connected. */
  readonly consoleAddress: string;
  onStatus(status: PhoneStatus): void;
  /** The connected phone's original settings have changed. */
  onOriginalSettings?(): void;
  readonly loadServer: ProgramLoader;
  /** Loads yadb for phones; without it their screens that never rest are read by compressed dumps alone. */
  readonly loadYadb?: ProgramLoader;
  /** Loads the element reader for phones; without it their elements are read by dumps alone. */
  readonly loadElementReader?: ReaderLoader;
  /** How the elements are read may have changed. */
  onReading?(): void;
  /** What the phones get of other parts of the console. */
  readonly phoneParts?: PhoneParts;
}

/**
 * The one phone of this console: connects it, notices when it is lost, and finds it again after a
 * replug by its name there. Reports every change of state.
 */
export class PhoneSession {
  readonly #options: PhoneSessionOptions;
  readonly #marks = new PhoneMarks();
  readonly #listeners = new Set<() => void>();
  /** The models of all phones so far, by the names of their sources. */
  readonly #models = new Map<string, string>();
  readonly #originalSettings: PhoneSettings;
  #status: PhoneStatus = { state: 'none' };
  #connection: AdbConnection | null = null;
  #usesElementReader = true;
  #phone: AdbPhone | null = null;
  /** How the source names the wanted phone; null for any. */
  #serial: string | null = null;
  /** Until when the phone that this tab had before a reload is expected to come back, by `performance.now`. */
  #expectedUntilMs = -Infinity;
  /** Settles when everything before the current attempt is closed. */
  #ended: Promise<unknown> = Promise.resolve();
  /** The last opening, settled or not. */
  #opening: Promise<unknown> = Promise.resolve();
  /** Ends the current attempt: its connecting, and its watching for the phone. */
  #attempt = new AbortController();
  readonly #search: PhoneSearch;

  constructor(options: PhoneSessionOptions) {
    this.#options = options;
    this.#originalSettings = new PhoneSettings(() => options.onOriginalSettings?.());
    this.#search = new PhoneSearch({
      marks: this.#marks,
      status: () => this.#status,
      setStatus: (status) => this.#setStatus(status),
      open: (search, signal) => this.#openFirstFree(search, signal),
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
  async connect(request: ConnectRequest, signal: AbortSignal): Promise<PhoneInfo> {
    // Reported before anything is loaded, so that a call that comes now waits instead of failing.
    this.#setStatus({ state: 'connecting', name: request.name });
    const attempt = await this.#beginAttempt(request.serial);
    const ended = AbortSignal.any([attempt, signal]);
    try {
      const source = await request.open();
      if (ended.aborted) throw connectCancelled(request.name);
      this.#followPlugEvents(source, attempt);
      const includesMarked = request.serial !== null;
      const phone = await this.#openFirstFree({ source, attempt, includesMarked }, ended);
      if (!phone) throw source.notListed(request.serial);
      return phone;
    } catch (thrown) {
      const error = toHandsetError(thrown);
      // A newer attempt reports its own state.
      if (!attempt.aborted) {
        this.#setStatus(
          ended.aborted ? { state: 'none' } : { state: 'failed', error: toWire(error) },
        );
      }
      throw error;
    }
  }

  /**
   * Connects a phone that was granted before, now or as soon as it is plugged in; does not wait for
   * that. With a serial number, only that phone. `wasConnected`: this tab had a phone before a reload,
   * so calls wait for it.
   */
  async watch(
    source: DeviceSource,
    serial: string | null = null,
    wasConnected = false,
  ): Promise<void> {
    const attempt = await this.#beginAttempt(serial);
    if (attempt.aborted) return;
    if (wasConnected) this.#expectedUntilMs = performance.now() + returnMs;
    this.#setStatus({ state: 'none' });
    this.#followPlugEvents(source, attempt);
    void this.#search.connectListed(source, attempt, 0);
  }

  /** Releases the phone, and stops looking for one. */
  async disconnect(): Promise<void> {
    await this.#beginAttempt(null);
    this.#setStatus({ state: 'none' });
  }

  /** The connected phone; waits a few seconds for one that is connecting or was lost, and while one is expected after a reload. Rejects with why there is none. */
  async phone(signal: AbortSignal): Promise<AdbPhone> {
    const expectedForMs = this.#expectedUntilMs - performance.now();
    const waitMs = Math.ceil(Math.max(phoneWaitTimeoutMs, expectedForMs));
    const ended = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
    while (!this.#phone && this.#isExpected() && !ended.aborted) await this.#nextChange(ended);
    if (this.#phone) return this.#phone;
    if (signal.aborted) throw new HandsetError('cancelled', 'The call was canceled.');
    throw noPhoneReason(this.#status, this.#options.consoleAddress);
  }

  /** The phone that is connected now, or null. */
  get connected(): AdbPhone | null {
    return this.#phone;
  }

  /** Takes over what the page has kept of the original settings of phones other than the connected one. */
  loadOriginalSettings(stored: readonly PhoneOriginals[]): void {
    this.#originalSettings.load(stored, this.#phone?.serial ?? null);
  }

  /** What tools' changes to the connected phone can be put back to, as the page keeps it; null for the demo phone and without a phone. */
  get phoneOriginals(): PhoneOriginals | null {
    if (this.#phone === null || this.#status.state !== 'connected') return null;
    const { kind, serial } = this.#status.phone;
    return kind === 'demo' ? null : { serial, values: [...this.#phone.originalSettings] };
  }

  /** Sets whether the page is visible: a phone that another program uses is only tried then. */
  setPageVisible(visible: boolean): void {
    this.#search.setPageVisible(visible);
  }

  /** Calls back after every change of state; returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #isExpected(): boolean {
    const { state } = this.#status;
    if (state === 'none') return performance.now() < this.#expectedUntilMs;
    return state === 'connecting' || state === 'waiting-for-allow' || state === 'lost';
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
  async #beginAttempt(serial: string | null): Promise<AbortSignal> {
    this.#attempt.abort();
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#serial = serial;
    this.#expectedUntilMs = -Infinity;
    const before = this.#connection;
    this.#connection = null;
    this.#phone = null;
    this.#ended = Promise.allSettled([this.#ended, before?.close(), this.#opening]);
    await this.#ended;
    return attempt.signal;
  }

  /** Opens the wanted phone, or the first that is free; null when none was granted. */
  async #openFirstFree(search: SearchRequest, signal: AbortSignal): Promise<PhoneInfo | null> {
    const { source, attempt, includesMarked } = search;
    const markedElsewhere = source.locks
      ? await this.#marks.serialsOfOtherTabs(source.locks)
      : new Set<string>();
    const devices = (await source.list(this.#serial)).map((device) => this.#withKnownName(device));
    const open = (device: PhoneDevice): Promise<PhoneInfo> =>
      this.#open({ source, device, attempt }, signal);
    return await openFirstFree(devices, { markedElsewhere, includesMarked, open });
  }

  /** Names the device by its model where that is known, so that a phone keeps its name when it reconnects. */
  #withKnownName(device: PhoneDevice): PhoneDevice {
    return { ...device, name: this.#models.get(device.serial) ?? device.name };
  }

  async #open(target: DeviceToOpen, signal: AbortSignal): Promise<PhoneInfo> {
    if (signal.aborted) throw connectCancelled(target.device.name);
    const opening = this.#openTarget(target, signal);
    this.#opening = opening;
    return await opening;
  }

  async #openTarget(target: DeviceToOpen, signal: AbortSignal): Promise<PhoneInfo> {
    const { source, attempt, device } = target;
    const { name } = device;
    const onClaimed = (): void => {
      // Not before the claim: retries of a phone that another program uses change no state.
      if (!signal.aborted) this.#setStatus({ state: 'connecting', name });
    };
    const onWaiting = (): void => {
      if (signal.aborted) return;
      this.#setStatus({ state: 'waiting-for-allow', name, sinceEpochMs: Date.now() });
    };
    const options = { keys: this.#options.keys, onWaiting, name, onClaimed };
    const connected = await openDevice({ kind: source.kind, device }, options, signal);
    this.#setConnected(source, attempt, connected);
    return connected.phone;
  }

  #setConnected(
    source: DeviceSource,
    attempt: AbortSignal,
    { connection, phone }: ConnectedPhone,
  ): void {
    this.#serial = connection.device.serial;
    this.#models.set(connection.device.serial, phone.model);
    this.#connection = connection;
    const originals = this.#originalSettings.of(source, phone.serial);
    const { loadServer, loadYadb, phoneParts } = this.#options;
    const { isCapture = false } = source;
    const parts = { ...phoneParts, isCapture };
    this.#phone = new AdbPhone(connection, loadServer, parts, originals);
    if (loadYadb) this.#phone.hierarchyReader.useYadb(loadYadb);
    this.#phone.hierarchyReader.onStatus(() => this.#options.onReading?.());
    this.#applyElementReader(this.#phone);
    this.#setStatus({ state: 'connected', phone });
    const { locks } = source;
    for (const name of new Set([phone.serial, connection.device.serial]))
      if (locks) this.#marks.set(locks, name, attempt);
    connection.lost.addEventListener('abort', () => {
      if (attempt.aborted) return;
      this.#phone = null;
      this.#connection = null;
      this.#setStatus({ state: 'lost', phone });
      void this.#search.connectListed(source, attempt, unlistedAfterMs);
    });
  }

  /** Lets the elements of this and later phones be read by the element reader, or by dumps alone. */
  setElementReader(on: boolean): void {
    if (on === this.#usesElementReader) return;
    this.#usesElementReader = on;
    if (this.#phone) this.#applyElementReader(this.#phone);
  }

  #applyElementReader(phone: AdbPhone): void {
    const load = this.#usesElementReader ? this.#options.loadElementReader : undefined;
    phone.hierarchyReader.useElementReader(load ?? null);
    // Compared with a dump before its use: now, rather than in the first call of an agent.
    if (load) phone.readHierarchy(phone.connection.lost).catch(() => undefined);
  }

  /** Connects the wanted phone whenever it is plugged in or becomes free, until the attempt ends. */
  #followPlugEvents(source: DeviceSource, attempt: AbortSignal): void {
    const findNow = (): void => {
      if (this.#phone === null && !isConnecting(this.#status))
        void this.#search.connectListed(source, attempt, 0);
    };
    const stopFinding = source.onPlugged(findNow);
    const stopListening = this.onChange(() => {
      if (isInUse(this.#status)) void this.#search.connectWhenFree(source, attempt);
    });
    attempt.addEventListener('abort', () => {
      stopFinding();
      stopListening();
    });
  }

  #setStatus(status: PhoneStatus): void {
    this.#status = status;
    this.#options.onStatus(status);
    for (const listener of this.#listeners) listener();
  }
}

/** Why there is no phone to use. */
function noPhoneReason(status: PhoneStatus, consoleAddress: string): HandsetError {
  switch (status.state) {
    case 'failed':
      return fromWire(status.error);
    case 'waiting-for-allow':
      return new HandsetError(
        'waiting-for-allow',
        `${status.name} is waiting for someone to tap Allow on its screen.`,
        {
          hint: 'Unlock the phone, tick “Always allow from this computer” and tap Allow; then try again.',
        },
      );
    case 'connecting':
      return new HandsetError('no-phone', `${status.name} is still connecting.`, {
        hint: 'Try again in a moment.',
      });
    case 'lost':
      return new HandsetError('phone-lost', `${status.phone.model} was disconnected.`, {
        hint: lostHint(status.phone.kind),
      });
    case 'none':
    case 'connected':
      return new HandsetError('no-phone', 'No phone is connected.', {
        hint: `In the console at ${consoleAddress}/ click Connect a phone or Try the demo phone, then try again.`,
      });
  }
}
