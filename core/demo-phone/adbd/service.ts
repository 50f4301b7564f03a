import type { Device } from '../device.ts';
import type { Socket } from './wire/socket.ts';
import type { AndroidVersion } from '../options.ts';

/** Everything that a running service can use. */
export interface ServiceContext {
  readonly device: Device;
  readonly socket: Socket;
  /** The fault `unplug-mid-transfer`. */
  readonly cablePull: CablePull;
  /** The listeners of `adb reverse`. */
  readonly reverse: ReverseListeners;
  /** Ends this link from the phone's side: cable pulled. */
  endLink(): void;
  /** Ends the links of all hosts. */
  reboot(): void;
}

/** Serves one socket; adbd closes it when the promise settles, fulfilled or rejected. */
export type Service = (context: ServiceContext) => Promise<void>;

/** Bytes of the first screenshot that are sent before the cable is pulled. */
const bytesBeforePull = 64 * 1024;

/** Counts one program's output. Each method returns true when the link must end now. */
export interface OutputMeter {
  /** Adds bytes that have been sent. */
  onBytesSent(bytes: number): boolean;
  /** The program has ended; for a picture below the limit, the link ends before its exit is sent. */
  onEnd(): boolean;
}

/** The fault `unplug-mid-transfer`: the link ends once, in the middle of the first screenshot. */
export interface CablePull {
  createMeter(commandLine: string): OutputMeter;
}

const neverPull: OutputMeter = { onBytesSent: () => false, onEnd: () => false };

/** `armed`: whether the fault is set. It occurs once. */
export function createCablePull(isFaultSet: boolean): CablePull {
  let waiting = isFaultSet;
  const trigger = (): boolean => {
    const triggers = waiting;
    waiting = false;
    return triggers;
  };
  return {
    createMeter(commandLine) {
      if (!waiting || !/\bscreencap\b/.test(commandLine)) return neverPull;
      let total = 0;
      return {
        onBytesSent: (bytes) => (total += bytes) >= bytesBeforePull && trigger(),
        onEnd: () => total > 0 && trigger(),
      };
    },
  };
}

/** Linux's first ephemeral port (net.ipv4.ip_local_port_range). */
const firstFreePort = 32_768;

/**
 * The listeners that one host requested with `adb reverse`; they end with the session
 * (adb_listeners.cpp). No program of the demo phone connects to them, so they are only recorded.
 */
export class ReverseListeners {
  readonly #android: AndroidVersion;
  /** Destination on the host, such as `tcp:8081`, by listening address on the phone. */
  readonly #destinations = new Map<string, string>();

  constructor(android: AndroidVersion) {
    this.#android = android;
  }

  /** adbd's reply to `reverse:COMMAND` (handle_forward_request in AOSP's adb.cpp); empty for an unknown command. */
  handleCommand(command: string): string {
    if (command === 'list-forward') return withLength(this.#list());
    if (command === 'killforward-all') {
      this.#destinations.clear();
      return 'OKAY';
    }
    const [, verb, argument = ''] = /^(forward|killforward):(.*)$/s.exec(command) ?? [];
    if (verb === 'forward') return this.#forward(argument);
    if (verb !== 'killforward') return '';
    if (argument === '' || argument.includes(';')) return fail(`bad killforward: ${argument}`);
    return this.#destinations.delete(argument) ? 'OKAY' : fail(`listener '${argument}' not found`);
  }

  /** One line each, as format_listeners prints them. */
  #list(): string {
    // Since Android 10 adbd's USB transport has a name (UsbFfs); before, a listener had no serial.
    const serial = this.#android >= 10 ? 'UsbFfs' : '(reverse)';
    return [...this.#destinations]
      .map(([local, destination]) => `${serial} ${local} ${destination}\n`)
      .join('');
  }

  /** `[norebind:]LOCAL;REMOTE`: an existing listener gets the new destination. Since Android 8 the reply names the port. */
  #forward(argument: string): string {
    const rest = argument.replace(/^norebind:/, '');
    const [local = '', destination = '', ...more] = rest.split(';');
    if (local === '' || destination === '' || destination.startsWith('*') || more.length > 0) {
      return fail(`bad forward: ${rest}`);
    }
    const isKnown = this.#destinations.has(local);
    if (isKnown && rest !== argument) return fail('cannot rebind existing socket');
    const [, kind, port = ''] = /^(tcp|localabstract):(.+)$/.exec(local) ?? [];
    if (kind === undefined)
      return fail(`cannot bind listener: unknown socket specification: ${local}`);
    if (kind === 'tcp' && !isKnown) return this.#listenAtPort(port, destination);
    this.#destinations.set(local, destination);
    return 'OKAY';
  }

  #listenAtPort(place: string, destination: string): string {
    let port = /^\d{1,5}$/.test(place) ? Number(place) : -1;
    if (port < 0 || port > 65_535) return fail(`cannot bind listener: bad port number '${place}'`); // Guess: the text.
    if (port === 0) for (port = firstFreePort; this.#destinations.has(`tcp:${port}`);) port++;
    this.#destinations.set(`tcp:${port}`, destination);
    return `OKAY${withLength(`${port}`)}`;
  }
}

function fail(reason: string): string {
  return `FAIL${withLength(reason)}`;
}

/** Four hexadecimal digits, then the text (SendProtocolString; it cuts at 0xffff bytes). */
function withLength(text: string): string {
  return text.length.toString(16).padStart(4, '0') + text;
}
