import type { Device, LocalSocketServer } from '../device.ts';
import { serveSync } from './sync.ts';
import { processService } from './process.ts';
import type { CablePull, Service } from './service.ts';
import { command, packetWithoutPayload, type Packet } from './wire/packet.ts';
import { Socket } from './wire/socket.ts';

/** What determines which services exist. */
interface ServiceSupport {
  readonly device: Device;
  /** The phone's features, whether or not the host supports them. */
  readonly features: ReadonlySet<string>;
}

/**
 * Finds the service named in an OPEN (AOSP packages/modules/adb, SERVICES.TXT and daemon/services.cpp).
 * Undefined for one that this phone does not have: the OPEN fails.
 */
function findService(text: string, { device, features }: ServiceSupport): Service | undefined {
  const colon = text.indexOf(':');
  const [name = '', ...options] = text.slice(0, Math.max(colon, 0)).split(',');
  const argument = text.slice(colon + 1);
  switch (name) {
    case 'shell':
      return shellService(options, argument);
    case 'exec':
      return processService({ commandLine: argument, framed: false, terminal: false });
    case 'abb':
    case 'abb_exec':
      return features.has(name) ? abbService(name, argument) : undefined;
    case 'sync':
      return ({ socket }) => serveSync(device.files, socket);
    case 'localabstract':
      return localSocketService(device.findLocalSocket(argument));
    case 'reboot':
      return rebootService;
    default:
      return undefined;
  }
}

/** `shell[,v2][,raw|,pty][,TERM=…]:[command]`. A pty unless there is a command, as ShellService in services.cpp. */
function shellService(options: readonly string[], commandLine: string): Service {
  const mode = options.findLast((option) => option === 'raw' || option === 'pty');
  const terminal = mode === undefined ? commandLine === '' : mode === 'pty';
  return processService({ commandLine, framed: options.includes('v2'), terminal });
}

/** `abb:` and `abb_exec:` take the arguments of a `cmd` call, separated by NUL. */
function abbService(name: 'abb' | 'abb_exec', argument: string): Service {
  const quotedArgs = argument.split('\0').map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const commandLine = ['cmd', ...quotedArgs].join(' ');
  return processService({ commandLine, framed: name === 'abb', terminal: false });
}

/** Ends all links; the phone accepts new connections at once. */
const rebootService: Service = ({ reboot }) => {
  reboot();
  return Promise.resolve();
};

/**
 * `localabstract:NAME`: connects the host to a program. There is no half-close: when either side
 * ends, adbd closes both directions, after pending data (local_socket_close in AOSP's sockets.cpp).
 */
function localSocketService(server: LocalSocketServer | undefined): Service | undefined {
  if (server === undefined) return undefined;
  return ({ socket }) =>
    server({
      input: socket.incoming,
      output: (bytes) => socket.write(bytes.slice()),
      signal: socket.signal,
    });
}

/** The connection parameters that host and phone negotiated. */
export interface NegotiatedParameters {
  /** Bytes. */
  readonly maxPayload: number;
  readonly delayedAck: boolean;
  /** The phone's features, whether or not the host supports them. */
  readonly features: ReadonlySet<string>;
}

interface SessionOptions {
  readonly device: Device;
  readonly cable: CablePull;
  readonly negotiated: NegotiatedParameters;
  send(packet: Packet): void;
  endLink(): void;
  reboot(): void;
}

/** The sockets of an authorised host, from one CNXN to the next or to the link's end. */
export class Session {
  readonly #options: SessionOptions;
  readonly #sockets = new Map<number, Socket>();
  #lastId = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Handles OPEN, OKAY, WRTE and CLSE; other commands are ignored, as adbd does. */
  handlePacket(packet: Packet): void {
    if (packet.command === command.open) return this.#open(packet);
    const socket = this.#sockets.get(packet.arg1);
    if (packet.command === command.okay) return this.#okay(packet, socket);
    if (socket?.remoteId !== packet.arg0 && packet.arg0 !== 0) return;
    if (packet.command === command.wrte) socket?.handleWrite(packet.payload);
    if (packet.command === command.clse) this.#close(socket);
  }

  /** Ends every socket without sending CLSE: the host is gone, or reconnects. */
  endAllSockets(): void {
    for (const socket of this.#sockets.values()) socket.hostClosed({ sendClose: false });
    this.#sockets.clear();
  }

  #open({ arg0: remote, arg1: hostWindow, payload }: Packet): void {
    if (remote === 0) return;
    const { device, negotiated, send } = this.#options;
    const text = new TextDecoder().decode(payload).replace(/\0+$/, '');
    const service =
      negotiated.delayedAck === hostWindow > 0
        ? findService(text, { device, features: negotiated.features })
        : undefined;
    if (service === undefined) return send(packetWithoutPayload(command.clse, 0, remote));
    const socket = this.#create(remote, negotiated.delayedAck ? hostWindow : 1);
    socket.accept();
    this.#serve(socket, service);
  }

  #create(remote: number, credit: number): Socket {
    const { negotiated, send } = this.#options;
    const local = ++this.#lastId;
    const { delayedAck, maxPayload } = negotiated;
    const socket = new Socket({ local, remote }, { delayedAck, credit, maxPayload }, send);
    this.#sockets.set(local, socket);
    return socket;
  }

  #serve(socket: Socket, service: Service): void {
    const { device, cable, endLink, reboot } = this.#options;
    // A service rejects when the host closed its socket; nothing is left to report.
    void service({ device, socket, cablePull: cable, endLink, reboot })
      .catch(() => undefined)
      .then(() => socket.finish())
      .then(() => this.#sockets.delete(socket.localId));
  }

  /** An OKAY for a closed socket is answered by CLSE, so that the host closes it too. */
  #okay({ arg0, arg1, payload }: Packet, socket: Socket | undefined): void {
    if (socket === undefined) this.#options.send(packetWithoutPayload(command.clse, arg1, arg0));
    else if (socket.remoteId === arg0) socket.handleOkay(payload);
  }

  #close(socket: Socket | undefined): void {
    if (socket === undefined) return;
    this.#sockets.delete(socket.localId);
    socket.hostClosed({ sendClose: true });
  }
}
