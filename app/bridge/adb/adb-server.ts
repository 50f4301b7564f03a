import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { type NetConnectOpts, type Socket, connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { HandsetError, oneLine } from '#core/errors.ts';
import { formatPhoneAddress, parsePhoneAddress } from '#core/link/phone-address.ts';
import type { StreamOpening } from '#core/relay/bridge-end.ts';
import type { AdbTarget } from '#core/relay/frames.ts';
import type { RelayStream } from '#core/relay/streams.ts';
import { ADB_LIMITS } from '../limits.ts';
import { pipe, readExactly } from './sockets.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the adb server listens, and the program that can start it. */
export interface AdbServerOptions {
  /** `127.0.0.1:5037`, for messages. */
  readonly name: string;
  /** Null if the setting is not an address; `name` is then the setting itself. */
  readonly address: NetConnectOpts | null;
  /** Path of `adb`; null if there is none, or if it can't start a server at that address. */
  readonly program: string | null;
}

/**
 * The services of a phone that a console may open: what Handset needs, and nothing that the adb
 * server would take as meant for itself (`host:kill`), or by which the phone would reach into this
 * computer (`reverse:`).
 */
const allowedService = /^(?:shell(?:,[\w=,.-]*)?:|exec:|localabstract:|sync:$)/;

/** Speaks to one adb server, for the consoles: the list of phones, those on the network, and services of one phone. */
export class AdbServer {
  readonly #options: AdbServerOptions;
  #isStarting = false;

  constructor(options: AdbServerOptions) {
    this.#options = options;
  }

  /** Whether it can be started here. */
  get canStart(): boolean {
    return this.#options.program !== null;
  }

  /** Serves a stream of a console until it has ended; never rejects. */
  async serve({ target, stream, accept }: StreamOpening<AdbTarget>): Promise<void> {
    try {
      if (target.name === 'adb-start') {
        await this.#start(stream);
      } else if (isNetworkRequest(target)) {
        await this.#doInNetwork(target, stream);
      } else {
        const socket = await this.#open(target, stream);
        accept();
        await pipe(socket, stream);
      }
      stream.end();
    } catch (error) {
      stream.end(error instanceof HandsetError ? error : this.#unreachable(error));
    }
  }

  /** A connection to the server that carries what was asked for. */
  async #open(target: SocketTarget, stream: RelayStream): Promise<Socket> {
    const requests = requestsOf(target);
    return await this.#connect(stream, silentError, async (socket) => {
      for (const request of requests) await askServer(socket, request, this.#options.name);
      // One text, with its length before it; all else is passed on as it is.
      if (textTargets.has(target.name)) await readExactly(socket, lengthBytes);
      return socket;
    });
  }

  /** Has the server connect, forget or pair a phone on the network. Rejects with `command-failed` and the server's words. */
  async #doInNetwork(target: NetworkTarget, stream: RelayStream): Promise<void> {
    // Read as the page reads it, so that the server can take it for nothing but an address.
    const address = formatPhoneAddress(parsePhoneAddress(formatPhoneAddress(target)));
    const { service, done, failed, hint } = networkRequests[target.name];
    const request = target.name === 'adb-pair' ? `${service}:${target.code}` : service;
    const late = (): HandsetError => lateError(address);
    const answer = await this.#connect(stream, late, async (socket) => {
      await askServer(socket, `host:${request}:${address}`, this.#options.name);
      const text = await readAnswer(socket);
      socket.destroy();
      return text;
    });
    if (done.test(answer)) return;
    // The code of a dialog that is still open would let others in.
    const words = target.name === 'adb-pair' ? answer.replaceAll(target.code, '******') : answer;
    throw new HandsetError('command-failed', failed(address, words), { hint });
  }

  /** Connects to the server and returns the result of `use`. Closes the connection if `use` fails or takes too long. */
  async #connect<Result>(
    { ended: streamEnded }: RelayStream,
    late: () => HandsetError,
    use: (socket: Socket) => Promise<Result>,
  ): Promise<Result> {
    const { name, address } = this.#options;
    if (address === null) throw noAddressError(name);
    const socket = connect({ ...address, noDelay: true });
    // Errors are also reported by `close`, which every wait listens to.
    socket.on('error', () => undefined);
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), ADB_LIMITS.openMs);
    const stop = (): void => void socket.destroy();
    const ended = AbortSignal.any([streamEnded, deadline.signal]);
    ended.addEventListener('abort', stop, { once: true });
    try {
      return await use(socket);
    } catch (error) {
      socket.destroy();
      throw deadline.signal.aborted ? late() : error;
    } finally {
      clearTimeout(timer);
      ended.removeEventListener('abort', stop);
    }
  }

  /** Runs `adb start-server`, as a person asked for. */
  async #start(stream: RelayStream): Promise<void> {
    const { program } = this.#options;
    if (program === null)
      throw new HandsetError('unsupported', 'The program adb was not found.', {
        hint: 'Install the Android SDK Platform-Tools, or start an adb server yourself.',
      });
    if (this.#isStarting) throw new HandsetError('unsupported', 'adb is already starting.');
    this.#isStarting = true;
    try {
      if ((await runStartServer(program, stream.ended)) === 0) return;
      throw new HandsetError('command-failed', "adb couldn't be started.", {
        hint: 'Run `adb start-server` in a terminal to see why.',
      });
    } finally {
      this.#isStarting = false;
    }
  }

  #unreachable(cause: unknown): HandsetError {
    const message = `No adb server answers at ${this.#options.name}.`;
    return new HandsetError('adb-unreachable', message, {
      hint: 'Start it with `adb start-server`.',
      cause,
    });
  }
}

/** The error for a setting that is not an address of an adb server. */
export function noAddressError(setting: string): HandsetError {
  return new HandsetError('adb-unreachable', `${setting} is not the address of an adb server.`, {
    hint: 'Set ADB_SERVER_SOCKET to tcp:HOST:PORT, tcp:PORT or localfilesystem:PATH, or unset it, and restart the bridge.',
  });
}

/** The exit code of `adb start-server`; null where it could not run, or was stopped. */
async function runStartServer(program: string, ended: AbortSignal): Promise<number | null> {
  let child: ChildProcess;
  try {
    // Without pipes, which the server would inherit and keep open.
    child = spawn(program, ['start-server'], { stdio: 'ignore', windowsHide: true });
  } catch {
    return null;
  }
  const stop = (): void => void child.kill();
  const timer = setTimeout(stop, ADB_LIMITS.startMs);
  ended.addEventListener('abort', stop, { once: true });
  const exitCode = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('exit', resolve);
  });
  clearTimeout(timer);
  return exitCode;
}

/** What the server does about a phone on the network. */
type NetworkTarget = Extract<AdbTarget, { name: 'adb-connect' | 'adb-disconnect' | 'adb-pair' }>;

/** What is reached by a connection to the server. */
type SocketTarget = Exclude<AdbTarget, NetworkTarget | { name: 'adb-start' }>;

function isNetworkRequest(target: AdbTarget): target is NetworkTarget {
  return target.name in networkRequests;
}

/**
 * The services, the words by which the server says that it is done (of success there is no other sign: its
 * transport_local.cpp, adb.cpp and adb_wifi.cpp), and what helps if it could not.
 */
const networkRequests: Readonly<
  Record<
    NetworkTarget['name'],
    {
      readonly service: string;
      readonly done: RegExp;
      failed(address: string, words: string): string;
      readonly hint: string;
    }
  >
> = {
  'adb-connect': {
    service: 'connect',
    done: /^(?:already )?connected to /,
    // “failed to connect to '192.168.1.5:5555': Connection refused”.
    failed: (_, words) => `adb ${words}`,
    hint: 'Check the address, and that the phone is awake and on the same network as this computer. If it asks “Allow USB debugging?”, tap Allow and connect again. Wireless debugging must be paired once before.',
  },
  'adb-disconnect': {
    service: 'disconnect',
    done: /^disconnected /,
    failed: (address, words) => `adb couldn't disconnect ${address}: ${words}`,
    hint: 'Try again.',
  },
  'adb-pair': {
    service: 'pair',
    done: /^Successfully paired to /,
    failed: (address, words) => `adb couldn't pair with ${address}: ${words}`,
    hint: "Use the address and the code of the phone's pairing dialog, and keep it open: both are new each time.",
  },
};

/** Texts with their length before them, and nothing after. */
const textTargets: ReadonlySet<AdbTarget['name']> = new Set([
  'adb-list',
  'adb-features',
  'adb-mdns',
]);

function lateError(address: string): HandsetError {
  const message = `${address} didn't answer adb within ${ADB_LIMITS.openMs / 1000} s.`;
  return new HandsetError('timeout', message, {
    hint: 'Check the address, and that the phone is awake and on the same network as this computer.',
  });
}

function silentError(): HandsetError {
  const message = `The adb server didn't answer within ${ADB_LIMITS.openMs / 1000} s.`;
  return new HandsetError('timeout', message, {
    hint: "Try again. If that doesn't help, run `adb kill-server`, then `adb start-server`.",
  });
}

/** The requests that open this target. Throws `unsupported` for a service that is not allowed. */
function requestsOf(target: SocketTarget): readonly string[] {
  switch (target.name) {
    case 'adb-track':
      return ['host:track-devices-l'];
    case 'adb-list':
      return ['host:devices-l'];
    case 'adb-mdns':
      return ['host:mdns:services'];
    case 'adb-features':
      return [`host-transport-id:${target.transport}:features`];
    case 'adb-service': {
      const { transport, service } = target;
      if (!allowedService.test(service))
        throw new HandsetError('unsupported', 'The bridge does not forward this adb service.');
      if (Buffer.byteLength(service) > MAX_REQUEST_BYTES)
        throw new HandsetError('unsupported', 'The command is too long for the adb server.', {
          hint: `Send at most ${MAX_REQUEST_BYTES} bytes at once.`,
        });
      return [`host:transport-id:${transport}`, service];
    }
  }
}

/** The length of a request is four hexadecimal digits. */
const lengthBytes = 4;
const MAX_REQUEST_BYTES = 0xffff;

/**
 * Sends one request (adb's SERVICES.TXT: its length, then it) and reads the answer. Rejects with
 * `protocol`, `phone-lost` for a phone that the server does not have, or `unsupported` where it is too old;
 * with any other error when the server hangs up.
 */
async function askServer(socket: Socket, request: string, name: string): Promise<void> {
  const length = Buffer.byteLength(request).toString(16).padStart(lengthBytes, '0');
  socket.write(length + request);
  const status = (await readExactly(socket, 4)).toString('latin1');
  if (status === 'OKAY') return;
  if (status !== 'FAIL') {
    throw new HandsetError('protocol', `Something other than an adb server answers at ${name}.`, {
      hint: 'Stop that program, or set ADB_SERVER_SOCKET to the address of the adb server and restart the bridge.',
    });
  }
  const reason = await readReason(socket, await readExactly(socket, lengthBytes));
  // A server that knows these services does not refuse them here.
  if (/^host:(?:pair|mdns)/.test(request)) throw tooOldError();
  const isAboutPhone = /^host[-:]transport-id/.test(request);
  throw new HandsetError(
    isAboutPhone ? 'phone-lost' : 'protocol',
    `The adb server refused: ${reason}`,
  );
}

/** Reads the server's answer about a phone on the network. Newer servers may send a second status, FAIL, before the text. */
async function readAnswer(socket: Socket): Promise<string> {
  const head = await readExactly(socket, lengthBytes);
  const isRefusal = head.toString('latin1') === 'FAIL';
  return await readReason(socket, isRefusal ? await readExactly(socket, lengthBytes) : head);
}

/** The text of this length, or its first part, on one line. Rejects with `protocol` if the length is none. */
async function readReason(socket: Socket, length: Buffer): Promise<string> {
  const digits = length.toString('latin1');
  if (!/^[\da-f]{4}$/i.test(digits))
    throw new HandsetError('protocol', 'Something other than an adb server answered.');
  const announced = Number.parseInt(digits, 16);
  const reason = await readExactly(socket, Math.min(announced, ADB_LIMITS.reasonBytes));
  return oneLine(reason.toString('utf8'));
}

function tooOldError(): HandsetError {
  return new HandsetError(
    'unsupported',
    "This adb can't pair with phones or look for them: it is older than version 30.",
    {
      hint: 'Get the current Platform-Tools from https://developer.android.com/tools/releases/platform-tools, run `adb kill-server` with the old adb, then `adb start-server` with the new one.',
    },
  );
}

/**
 * The adb server of this environment, by adb's own rules: `ADB_SERVER_SOCKET`, else
 * `ANDROID_ADB_SERVER_ADDRESS` and `ANDROID_ADB_SERVER_PORT`, else 127.0.0.1:5037.
 */
export function adbServerOptions(env: Environment, platform: NodeJS.Platform): AdbServerOptions {
  const path = /^localfilesystem:(.+)$/.exec(env['ADB_SERVER_SOCKET'] ?? '')?.[1];
  if (path !== undefined) return { name: path, address: { path }, program: findAdb(env, platform) };
  const server = serverAddress(env);
  if (typeof server === 'string') return { name: server, address: null, program: null };
  const { host, port } = server;
  return {
    name: `${host}:${port}`,
    address: server,
    program: LOOPBACK.has(host) ? findAdb(env, platform) : null,
  };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);
const DEFAULT_ADB_PORT = '5037';

/** The server's TCP address; if the setting is not one, the setting itself, for the message. */
function serverAddress(
  env: Environment,
): { readonly host: string; readonly port: number } | string {
  const socket = env['ADB_SERVER_SOCKET'];
  if (socket) {
    const [, host = '127.0.0.1', port = ''] = /^tcp:(?:([^\s/]+):)?(\d+)$/.exec(socket) ?? [];
    return isPort(port)
      ? { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
      : `ADB_SERVER_SOCKET=${socket}`;
  }
  const host = env['ANDROID_ADB_SERVER_ADDRESS'] || '127.0.0.1';
  const port = env['ANDROID_ADB_SERVER_PORT'] || DEFAULT_ADB_PORT;
  return isPort(port) ? { host, port: Number(port) } : `ANDROID_ADB_SERVER_PORT=${port}`;
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

/** The path of `adb`, where the shell or the Android SDK has it; null where neither does. */
function findAdb(env: Environment, platform: NodeJS.Platform): string | null {
  const sdks = [env['ANDROID_HOME'], env['ANDROID_SDK_ROOT']]
    .filter((folder) => folder !== undefined && folder !== '')
    .map((folder) => join(folder ?? '', 'platform-tools'));
  const folders = [...(env['PATH'] ?? env['Path'] ?? '').split(delimiter), ...sdks];
  const name = platform === 'win32' ? 'adb.exe' : 'adb';
  const paths = folders.filter((folder) => folder !== '').map((folder) => join(folder, name));
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
