import type { Device } from '../device.ts';
import type { CablePull } from './services/cable-pull.ts';
import { findService } from './services/find-service.ts';
import type { Service } from './services/service.ts';
import { ReverseListeners } from './services/reverse.ts';
import { packetWithoutPayload, command, type Packet } from './wire/packet.ts';
import { Socket } from './wire/socket.ts';

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
}

/** The sockets of an authorised host, from one CNXN to the next or to the link's end. */
export class Session {
  readonly #options: SessionOptions;
  readonly #sockets = new Map<number, Socket>();
  readonly #reverse: ReverseListeners;
  #lastId = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#reverse = new ReverseListeners(options.device.android);
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
    const { device, cable, endLink } = this.#options;
    // A service rejects when the host closed its socket; nothing is left to report.
    void service({ device, socket, cablePull: cable, reverse: this.#reverse, endLink })
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
