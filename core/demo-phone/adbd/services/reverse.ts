import type { Device, LocalSocketIo } from '../../device.ts';
import type { Socket } from '../wire/socket.ts';

/** What came of a wish; the words are those of handle_forward_request in AOSP's adb.cpp. */
export type Installed =
  | { readonly kind: 'installed'; readonly port: number | undefined }
  | { readonly kind: 'failed'; readonly reason: string };

interface Listener {
  /** Where the host is asked to connect, such as `tcp:8081`. */
  destination: string;
  readonly stop: () => void;
}

/** Opens a socket at the host and serves it. */
export interface HostDoor {
  open(destination: string, serve: (end: { readonly socket: Socket }) => Promise<void>): void;
}

/** Where Linux begins when it picks a port (net.ipv4.ip_local_port_range). */
const firstFreePort = 32_768;

/**
 * What the phone listens at on behalf of one host (`adb reverse`): each connection of a program
 * becomes a socket that adbd opens at the host. Gone with the host (adb_listeners.cpp).
 */
export class ReverseListeners {
  readonly #device: Device;
  readonly #host: HostDoor;
  readonly #listeners = new Map<string, Listener>();

  constructor(device: Device, host: HostDoor) {
    this.#device = device;
    this.#host = host;
  }

  /** Listens at `local`; one that is there already is led elsewhere unless `rebind` is false. */
  install(local: string, destination: string, rebind: boolean): Installed {
    const known = this.#listeners.get(local);
    if (known !== undefined) {
      if (!rebind) return failed('cannot rebind existing socket');
      known.destination = destination;
      return { kind: 'installed', port: undefined };
    }
    const [, kind = '', place = ''] = /^([^:]+):(.+)$/.exec(local) ?? [];
    if (kind === 'tcp') return this.#listenAtPort(place, destination);
    if (kind === 'localabstract') return this.#listenAtName(local, place, destination);
    return failed(`cannot bind listener: unknown socket specification: ${local}`);
  }

  /** Whether there was one of this name. */
  remove(local: string): boolean {
    this.#listeners.get(local)?.stop();
    return this.#listeners.delete(local);
  }

  removeAll(): void {
    for (const local of [...this.#listeners.keys()]) this.remove(local);
  }

  /** One line each, as format_listeners prints them. */
  list(): string {
    // adbd named its USB transport with Android 10 (usb_ffs); before, a listener had no serial.
    const serial = this.#device.android >= 10 ? 'UsbFfs' : '(reverse)';
    return [...this.#listeners]
      .map(([local, { destination }]) => `${serial} ${local} ${destination}\n`)
      .join('');
  }

  /** No program of the demo phone connects to a port, so it is only noted. */
  #listenAtPort(place: string, destination: string): Installed {
    const asked = /^\d{1,5}$/.test(place) ? Number(place) : -1;
    if (asked < 0 || asked > 65_535) {
      return failed(`cannot bind listener: bad port number '${place}'`); // Guess: the words.
    }
    const port = asked === 0 ? this.#freePort() : asked;
    this.#listeners.set(`tcp:${port}`, { destination, stop: () => undefined });
    return { kind: 'installed', port };
  }

  #freePort(): number {
    let port = firstFreePort;
    while (this.#listeners.has(`tcp:${port}`)) port++;
    return port;
  }

  #listenAtName(local: string, name: string, destination: string): Installed {
    const stop = this.#device.serveLocalSocket(name, (io) => this.#lead(local, io));
    if (stop === undefined) return failed('cannot bind listener: Address already in use');
    this.#listeners.set(local, { destination, stop });
    return { kind: 'installed', port: undefined };
  }

  /** One connection of a program, until either side ends it. */
  #lead(local: string, program: LocalSocketIo): Promise<void> {
    const destination = this.#listeners.get(local)?.destination;
    if (destination === undefined) return Promise.resolve();
    return new Promise((resolve) => {
      this.#host.open(destination, async ({ socket }) => {
        const fromProgram = async (): Promise<void> => {
          for await (const chunk of program.input) await socket.write(chunk.slice());
        };
        const fromHost = async (): Promise<void> => {
          for await (const chunk of socket.incoming) await program.output(chunk);
        };
        await Promise.race([fromProgram(), fromHost()]).catch(() => undefined);
        resolve();
      });
    });
  }
}

function failed(reason: string): Installed {
  return { kind: 'failed', reason };
}

/** What adbd answers to `reverse:COMMAND`; empty for what is no command at all. */
export function answerReverse(command: string, reverse: ReverseListeners): string {
  if (command === 'list-forward') return withLength(reverse.list());
  if (command === 'killforward-all') {
    reverse.removeAll();
    return 'OKAY';
  }
  const [, verb, argument = ''] = /^(forward|killforward):(.*)$/s.exec(command) ?? [];
  if (verb === 'forward') return forward(argument, reverse);
  if (verb === 'killforward') return kill(argument, reverse);
  // Neither success nor failure is said of what is no command at all.
  return '';
}

/** `[norebind:]LOCAL;REMOTE`. A port is told since Android 8. */
function forward(argument: string, reverse: ReverseListeners): string {
  const rest = argument.replace(/^norebind:/, '');
  const [local = '', destination = '', ...more] = rest.split(';');
  if (local === '' || destination === '' || destination.startsWith('*') || more.length > 0) {
    return fail(`bad forward: ${rest}`);
  }
  const result = reverse.install(local, destination, rest === argument);
  if (result.kind === 'failed') return fail(result.reason);
  return `OKAY${result.port === undefined ? '' : withLength(`${result.port}`)}`;
}

function kill(local: string, reverse: ReverseListeners): string {
  if (local === '' || local.includes(';')) return fail(`bad killforward: ${local}`);
  return reverse.remove(local) ? 'OKAY' : fail(`listener '${local}' not found`);
}

function fail(reason: string): string {
  return `FAIL${withLength(reason)}`;
}

/** Four hexadecimal digits, then the text (SendProtocolString; it cuts at 0xffff bytes). */
function withLength(text: string): string {
  return text.length.toString(16).padStart(4, '0') + text;
}
