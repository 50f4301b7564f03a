import type { AdbHost, AdbLink, Device } from '../device.ts';
import { Authorization, authType } from './authorization.ts';
import { type CablePull, createCablePull } from './services/service.ts';
import { Session, type NegotiatedParameters } from './session.ts';
import {
  BadPacket,
  command,
  createPacketDecoder,
  encodePacket,
  type Packet,
} from './wire/packet.ts';
import * as profile from './wire/profile.ts';

/**
 * Creates the phone's adbd. The returned function connects a host: whole ADB packets go to
 * `host.send`, possibly several in one task; a link that is still open is ended first.
 */
export function createAdbd(device: Device): (host: AdbHost) => AdbLink {
  const cable = createCablePull(device.faults.has('unplug-mid-transfer'));
  let connection: HostConnection | undefined;
  return (host) => {
    connection?.endFromPhone();
    connection = new HostConnection(device, host, cable);
    return connection;
  };
}

/** One USB or TCP connection, from connect to close: handshake, then a session. */
class HostConnection implements AdbLink {
  readonly #device: Device;
  readonly #host: AdbHost;
  readonly #cable: CablePull;
  readonly #profile: profile.AdbProfile;
  readonly #decode: (bytes: Uint8Array) => void;
  /** The protocol version of the link; the oldest until the host has sent its own. */
  #version = profile.minimumVersion;
  #terms: NegotiatedParameters | undefined;
  #authorization: Authorization | undefined;
  #session: Session | undefined;
  #closed = false;

  constructor(device: Device, host: AdbHost, cable: CablePull) {
    this.#device = device;
    this.#host = host;
    this.#cable = cable;
    this.#profile = profile.adbProfileFor(device);
    const verifyChecksum = this.#profile.version < profile.versionWithoutChecksums;
    const limits = { maxPayload: this.#profile.maxPayload, verifyChecksum };
    this.#decode = createPacketDecoder(limits, (packet) => this.#handle(packet));
  }

  receive(bytes: Uint8Array): void {
    if (this.#closed) return;
    try {
      this.#decode(bytes);
    } catch (error) {
      if (!(error instanceof BadPacket)) throw error;
      this.endFromPhone();
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#reset();
  }

  /** Ends the link and notifies the host. */
  endFromPhone(): void {
    if (this.#closed) return;
    this.close();
    this.#host.onLinkClosed();
  }

  #handle(packet: Packet): void {
    if (this.#closed) return;
    if (packet.command === command.cnxn) this.#begin(packet);
    else if (packet.command === command.auth) {
      if (this.#session === undefined) this.#authorization?.handleAuth(packet.arg0, packet.payload);
    } else this.#session?.handlePacket(packet);
  }

  /** Handles CNXN: drops the earlier session and starts authorisation. */
  #begin({ arg0, arg1, payload }: Packet): void {
    this.#reset();
    const own = this.#profile;
    this.#version = Math.min(arg0, own.version);
    const hostFeatures = profile.parseFeatures(new TextDecoder().decode(payload));
    this.#terms = {
      maxPayload: Math.max(Math.min(arg1, own.maxPayload), profile.smallestMaxPayload),
      delayedAck: own.features.includes('delayed_ack') && hostFeatures.has('delayed_ack'),
      features: new Set(own.features),
    };
    const authorization = new Authorization(this.#device, {
      sendToken: (token) =>
        this.#send({ command: command.auth, arg0: authType.token, arg1: 0, payload: token }),
      onAuthorized: () => this.#admit(),
    });
    this.#authorization = authorization;
    authorization.sendToken();
  }

  #admit(): void {
    const terms = this.#terms;
    if (terms === undefined || this.#closed) return;
    this.#session = new Session({
      device: this.#device,
      cable: this.#cable,
      negotiated: terms,
      send: (packet) => this.#send(packet),
      endLink: () => this.endFromPhone(),
    });
    const { version, maxPayload } = this.#profile;
    const payload = new TextEncoder().encode(
      profile.formatBanner(this.#device.identity, this.#profile),
    );
    this.#send({ command: command.cnxn, arg0: version, arg1: maxPayload, payload });
  }

  #reset(): void {
    this.#authorization?.cancel();
    this.#session?.endAllSockets();
    this.#session = undefined;
  }

  #send(packet: Packet): void {
    if (this.#closed) return;
    const checksum = this.#version < profile.versionWithoutChecksums;
    this.#host.send(encodePacket(packet, { checksum }));
  }
}
