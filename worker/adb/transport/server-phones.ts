import { HandsetError } from '#core/errors.ts';
import { parseOwnSerial } from '#core/commands/identity.ts';
import { isNetworkName, isPhoneAddress, parsePhoneAddress } from '#core/link/phone-address.ts';
import type {
  AdbServerStatus,
  FoundPhone,
  PairingRequest,
  ServerPhoneInfo,
} from '#core/link/phone-status.ts';
import type { StreamTarget } from '#core/relay/frames.ts';
import { pause } from '../../waits/deadline.ts';
import { maxServerPhoneText, maxServerPhones } from './limits.ts';
import { type OpenStream, readText } from './server-transport.ts';

/** How often to look for an adb server while none answers. */
const retryMs = 2_500;
/** How often to read the list: adb's own report of changes omits phones that stop answering (adb 1.0.41, version 29, as measured). */
const refreshMs = 2_000;

/** How long the server may take to list its phones, which it does within milliseconds. */
const listDeadlineMs = 5_000;
/** How long a phone may take to say its serial number. */
const ownSerialDeadlineMs = 10_000;

/** The least time between two lists that are taken from a server: it reports a change within milliseconds, and may report many. */
const listPauseMs = 400;
/** How many phones are asked for their serial number at a time, and the pause after that. */
const askedAtOnce = 3;
const askPauseMs = 1_000;

/** What the bridge lets this console do with its adb server. */
interface AdbServerAccess {
  readonly canStart: boolean;
}

/** The phones that the bridge's adb server knows, kept current while the bridge is connected and somebody listens. */
export class ServerPhones {
  readonly openStream: OpenStream;
  readonly #listeners = new Set<() => void>();
  /** The own serial numbers of listed phones on the network, by the server's numbers; null until read, and where there is none. */
  readonly #ownSerials = new Map<number, string | null>();
  /** The serial numbers that several phones had at once. */
  readonly #sharedSerials = new Set<string>();
  /** The tracking whose phones are being asked for them; null if none are. */
  #asking: AbortSignal | null = null;
  #status: AdbServerStatus = { state: 'off' };
  #access: AdbServerAccess | null = null;
  /** Ends the current tracking; null while there is none. */
  #tracking: AbortController | null = null;
  /** The last reading of the list that has begun. */
  #reading: Promise<void> = Promise.resolve();
  /** The one that begins after it, if anybody waits for one. */
  #nextReading: Promise<void> | null = null;
  /** Ends the pause before the next look for a server. */
  #hurry = new AbortController();

  constructor(openStream: OpenStream) {
    this.openStream = openStream;
  }

  get status(): AdbServerStatus {
    return this.#status;
  }

  /** The phones that are ready to be used. */
  get ready(): readonly ServerPhoneInfo[] {
    return this.list.filter(({ state }) => state === 'ready');
  }

  /** All phones that the server lists; none without a server. */
  get list(): readonly ServerPhoneInfo[] {
    return this.#status.state === 'listed' ? this.#status.phones : [];
  }

  /** Calls back after every change; returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#followInterest();
    return () => {
      this.#listeners.delete(listener);
      this.#followInterest();
    };
  }

  /** Resolves when it is known whether a server answers, or after the time. */
  async whenKnown(withinMs: number): Promise<void> {
    const over = new AbortController();
    const stop = this.onChange(() => over.abort());
    if (this.#status.state === 'off') await pause(withinMs, over.signal);
    stop();
  }

  /** The bridge has connected, or with null it is away or allows no adb. */
  setAccess(access: AdbServerAccess | null): void {
    if (access === null && this.#access === null) return;
    this.#access = access;
    this.#stopTracking();
    this.#followInterest();
  }

  /** Reads the list again, because a phone may have gone; resolves when that is known. */
  refresh(): Promise<void> {
    // The one that runs may have begun before the phone went.
    this.#nextReading ??= this.#reading.then(() => {
      this.#nextReading = null;
      this.#reading = this.#readList();
      return this.#reading;
    });
    return this.#nextReading;
  }

  /** Starts adb's server, as the user asked. Rejects with `command-failed`. */
  async start(signal: AbortSignal): Promise<void> {
    await this.#do({ name: 'adb-start' }, signal);
    this.#hurry.abort();
  }

  /** Has the server connect to the phone of this name if that is an address that it does not list as ready. Rejects with `command-failed`. */
  async connect(serial: string, signal: AbortSignal): Promise<void> {
    if (!isPhoneAddress(serial) || this.ready.some((phone) => phone.serial === serial)) return;
    await this.#do({ name: 'adb-connect', ...parsePhoneAddress(serial) }, signal);
    await this.refresh();
  }

  /** Has the server forget the phone at this address. Rejects with `invalid-argument`, or `protocol` where it has none. */
  async disconnect(address: string, signal: AbortSignal): Promise<void> {
    await this.#do({ name: 'adb-disconnect', ...parsePhoneAddress(address) }, signal);
    await this.refresh();
  }

  /** Pairs the server's computer with a phone. Rejects with `invalid-argument`, `command-failed`, or `unsupported` where adb is too old. */
  async pair({ address, code }: PairingRequest, signal: AbortSignal): Promise<void> {
    await this.#do({ name: 'adb-pair', code, ...parsePhoneAddress(address) }, signal);
  }

  /** The phones that the server finds on the network. Rejects with `unsupported` where it is too old to look for any. */
  async find(signal: AbortSignal): Promise<readonly FoundPhone[]> {
    return parseFoundPhones(
      await readText(await this.openStream({ name: 'adb-mdns' }, signal), signal),
    );
  }

  /** Has the bridge do this; resolves when it is done. */
  async #do(target: StreamTarget, signal: AbortSignal): Promise<void> {
    const stream = await this.openStream(target, signal);
    await stream.read();
  }

  /** Tracks the phones while that is possible and somebody listens. */
  #followInterest(): void {
    const isWanted = this.#access !== null && this.#listeners.size > 0;
    if (!isWanted) return this.#stopTracking();
    if (this.#tracking !== null || this.#access === null) return;
    this.#tracking = new AbortController();
    void this.#track(this.#access, this.#tracking.signal);
  }

  #stopTracking(): void {
    this.#tracking?.abort();
    this.#tracking = null;
    this.#setStatus({ state: 'off' });
  }

  async #track(access: AdbServerAccess, signal: AbortSignal): Promise<void> {
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      try {
        await this.#follow(signal);
      } catch {
        // No server answers, or it has ended; the next look says whether it came back.
      }
      // The next server counts from 1 again.
      this.#ownSerials.clear();
      if (isOver()) return;
      // At once, since its phones are gone with it.
      this.#setStatus({ state: 'unreachable', canStart: access.canStart });
      this.#hurry = new AbortController();
      await pause(retryMs, AbortSignal.any([signal, this.#hurry.signal]));
    }
  }

  /** Reports the lists of one connection until it ends; of those that come together, the last. */
  async #follow(signal: AbortSignal): Promise<void> {
    const stream = await this.openStream({ name: 'adb-track' }, signal);
    const stop = (): void => stream.end();
    signal.addEventListener('abort', stop, { once: true });
    void this.#refreshUntil(AbortSignal.any([signal, stream.ended]));
    // One character a byte, as the lengths count.
    const decoder = new TextDecoder('latin1');
    let text = '';
    try {
      for (let bytes = await stream.read(); bytes !== null; bytes = await stream.read()) {
        text += decoder.decode(bytes, { stream: true });
        if (stream.hasBytes) continue;
        const { last, rest } = takeLists(text);
        text = rest;
        if (last === null) continue;
        this.#setPhones(last, signal);
        await pause(listPauseMs, AbortSignal.any([signal, stream.ended]));
      }
    } finally {
      stop();
      signal.removeEventListener('abort', stop);
    }
  }

  async #refreshUntil(signal: AbortSignal): Promise<void> {
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      await pause(refreshMs, signal);
      if (!isOver()) await this.refresh();
    }
  }

  /** Never rejects. */
  async #readList(): Promise<void> {
    const signal = this.#tracking?.signal;
    if (signal === undefined) return;
    const over = AbortSignal.any([signal, AbortSignal.timeout(listDeadlineMs)]);
    try {
      const stream = await this.openStream({ name: 'adb-list' }, over);
      this.#setPhones(await readText(stream, over), signal);
    } catch {
      // The tracking ends too when the server is gone.
    }
  }

  #setPhones(lines: string, signal: AbortSignal): void {
    if (signal.aborted) return;
    const phones = parsePhones(lines, this.#sharedSerials);
    const listed = new Set(phones.map(({ transportId }) => transportId));
    for (const transportId of this.#ownSerials.keys())
      if (!listed.has(transportId)) this.#ownSerials.delete(transportId);
    this.#setListed(phones);
    void this.#readOwnSerials(signal);
  }

  /** Asks phones on the network which ones they are, since they may be listed at USB, too: a few at a time. */
  async #readOwnSerials(signal: AbortSignal): Promise<void> {
    if (this.#asking === signal) return;
    this.#asking = signal;
    const next = (): readonly ServerPhoneInfo[] =>
      this.ready
        .filter(
          ({ serial, transportId }) => isNetworkName(serial) && !this.#ownSerials.has(transportId),
        )
        .slice(0, askedAtOnce);
    for (let phones = next(); phones.length > 0 && !signal.aborted; phones = next()) {
      await Promise.all(phones.map(({ transportId }) => this.#readOwnSerial(transportId, signal)));
      await pause(askPauseMs, signal);
    }
    if (this.#asking === signal) this.#asking = null;
  }

  /** Never rejects. */
  async #readOwnSerial(transport: number, signal: AbortSignal): Promise<void> {
    this.#ownSerials.set(transport, null);
    try {
      const target = {
        name: 'adb-service',
        transport,
        service: 'exec:getprop ro.serialno',
      } as const;
      const over = AbortSignal.any([signal, AbortSignal.timeout(ownSerialDeadlineMs)]);
      const output = await readText(await this.openStream(target, over), over);
      // Unless it is listed no more.
      if (this.#ownSerials.has(transport)) this.#ownSerials.set(transport, parseOwnSerial(output));
    } catch {
      // It is listed by its address alone.
    }
    if (!signal.aborted && this.#status.state === 'listed') this.#setListed(this.#status.phones);
  }

  #setListed(phones: readonly ServerPhoneInfo[]): void {
    this.#setStatus({ state: 'listed', phones: phones.map((phone) => this.#withOwnSerial(phone)) });
  }

  #withOwnSerial(phone: ServerPhoneInfo): ServerPhoneInfo {
    const ownSerial = this.#ownSerials.get(phone.transportId) ?? null;
    return ownSerial === null ? phone : { ...phone, ownSerial };
  }

  #setStatus(status: AdbServerStatus): void {
    if (JSON.stringify(status) === JSON.stringify(this.#status)) return;
    this.#status = status;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The last whole list, null without one, and the text after it. A list has its length in bytes, four hexadecimal digits, before it. */
function takeLists(text: string): { readonly last: string | null; readonly rest: string } {
  let last: string | null = null;
  let at = 0;
  for (;;) {
    const digits = text.slice(at, at + 4);
    if (digits.length < 4) break;
    if (!/^[0-9a-f]{4}$/i.test(digits))
      throw new HandsetError('protocol', 'Something other than an adb server answered.');
    const end = at + 4 + Number.parseInt(digits, 16);
    if (end > text.length) break;
    last = text.slice(at + 4, end);
    at = end;
  }
  return { last, rest: text.slice(at) };
}

/**
 * The phones in the output of `adb devices -l`, without its first line. Phones of one serial number are named
 * by their USB ports, such as `usb:1-2`, as adb itself takes them. The number is added to `shared`, so that
 * the last of them keeps its name.
 */
export function parsePhones(lines: string, shared = new Set<string>()): readonly ServerPhoneInfo[] {
  const phones = lines
    .split('\n')
    .flatMap((line) => parsePhone(line) ?? [])
    .slice(0, maxServerPhones);
  const seen = new Set<string>();
  for (const { phone } of phones) {
    if (seen.has(phone.serial)) shared.add(phone.serial);
    seen.add(phone.serial);
  }
  for (const serial of shared) if (!seen.has(serial)) shared.delete(serial);
  return phones.map(({ phone, usbPort }) =>
    usbPort !== undefined && shared.has(phone.serial) ? { ...phone, serial: usbPort } : phone,
  );
}

interface ListedPhone {
  readonly phone: ServerPhoneInfo;
  /** `usb:1-2`; adb doesn't print it on every system. */
  readonly usbPort: string | undefined;
}

/** `emulator-5554   device product:sdk model:Pixel_8 device:x transport_id:1` */
function parsePhone(line: string): ListedPhone | null {
  const [serial, ...words] = line.split(/\s/).filter((word) => word !== '');
  const detail = (name: string): string | undefined =>
    words.find((word) => word.startsWith(`${name}:`))?.slice(name.length + 1);
  const transportId = Number(detail('transport_id'));
  if (serial === undefined || !Number.isSafeInteger(transportId) || transportId < 1) return null;
  const firstDetail = words.findIndex((word) => detailNames.some((name) => word.startsWith(name)));
  const stateText = words.slice(0, firstDetail).join(' ');
  const phone = {
    serial: serial.slice(0, maxServerPhoneText),
    transportId,
    model: (detail('model') ?? '').replaceAll('_', ' ').slice(0, maxServerPhoneText),
    state: stateOf(stateText),
    stateText: stateText.slice(0, maxServerPhoneText),
  };
  const usbPort = words.find((word) => word.startsWith('usb:'))?.slice(0, maxServerPhoneText);
  return { phone, usbPort };
}

/** What follows the state of a phone, which may be of several words. */
const detailNames = ['usb:', 'product:', 'model:', 'device:', 'features:', 'transport_id:'];

/** adb's words for states (adb.cpp, `ConnectionState`). */
function stateOf(text: string): ServerPhoneInfo['state'] {
  if (text === 'device') return 'ready';
  if (text === 'unauthorized' || text === 'offline') return text;
  if (text === 'authorizing' || text === 'connecting') return 'connecting';
  return text.startsWith('no permissions') ? 'no-permissions' : 'other';
}

/** The services by which phones announce themselves (adb_mdns.h). */
const awaitedBy: ReadonlyMap<string, FoundPhone['awaits']> = new Map([
  ['_adb._tcp', 'connection'],
  ['_adb-tls-connect._tcp', 'connection'],
  ['_adb-tls-pairing._tcp', 'pairing'],
]);

/**
 * The phones in what the server says of its search, such as
 * `adb-R5CT30-aBcDeF\t_adb-tls-connect._tcp\t192.168.1.5:37043`, one a line. A phone that announces one
 * service at one address under several names is listed once.
 */
export function parseFoundPhones(lines: string): readonly FoundPhone[] {
  const found = new Map<string, FoundPhone>();
  for (const line of lines.split('\n')) {
    const [name = '', service = '', address = ''] = line.trim().split('\t');
    const awaits = awaitedBy.get(service.replace(/\.$/, ''));
    const key = `${service} ${address}`;
    if (awaits === undefined || !isPhoneAddress(address) || found.has(key)) continue;
    found.set(key, { name: name.slice(0, maxServerPhoneText), address, awaits });
    if (found.size === maxServerPhones) break;
  }
  return [...found.values()];
}
