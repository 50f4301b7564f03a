import type { AndroidVersion } from '../../options.ts';

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
