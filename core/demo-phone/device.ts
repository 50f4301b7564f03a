/**
 * The seam inside the demo phone: adbd (bytes, sockets, authorisation) on one side, Android
 * (files, programs) on the other.
 */
import type { AndroidVersion, FaultName } from './options.ts';
import type { FileSystem } from './files.ts';

/** One running program's ends. Bytes written are taken before the promise settles (back-pressure). */
export interface ProcessIo {
  /** Bytes the host sends; ends when the host closes stdin. */
  readonly stdin: AsyncIterable<Uint8Array>;
  stdout(bytes: Uint8Array): Promise<void>;
  stderr(bytes: Uint8Array): Promise<void>;
  /** Aborted when the host closes the socket or the phone is unplugged. */
  readonly signal: AbortSignal;
}

/** What the phone says of itself in its CNXN banner and in getprop. */
export interface Identity {
  readonly serial: string;
  /** ro.product.name */
  readonly product: string;
  /** ro.product.model */
  readonly model: string;
  /** ro.product.device */
  readonly device: string;
}

/** One connection to a local socket of a program. */
export interface LocalSocketIo {
  /** Bytes the host sends; ends when the host closes. */
  readonly input: AsyncIterable<Uint8Array>;
  /** Settles when the host has taken the bytes. */
  output(bytes: Uint8Array): Promise<void>;
  /** Aborted when the host closes the socket or the phone is unplugged. */
  readonly signal: AbortSignal;
}

/** Serves one connection; the socket is closed when the promise settles, either way. */
export type LocalSocketServer = (io: LocalSocketIo) => Promise<void>;

/** The phone behind the demo’s adbd: what it serves to a host. */
export interface Device {
  readonly identity: Identity;
  readonly android: AndroidVersion;
  readonly faults: ReadonlySet<FaultName>;
  readonly files: FileSystem;
  /** Runs one `sh -c` command line and resolves with its exit code (0-255). Never rejects. */
  run(commandLine: string, io: ProcessIo): Promise<number>;
  /** Who listens at `localabstract:NAME`; undefined when nobody does, and the OPEN fails. */
  localSocket(name: string): LocalSocketServer | undefined;
  /** The Allow dialog, on the phone's own screen. Resolves with what the person does. */
  askAllow(fingerprint: string, signal: AbortSignal): Promise<'allow' | 'refuse'>;
  /**
   * The keys that were allowed before ("Always allow from this computer"): base64 of Android's
   * RSAPublicKey, then usually a space and `user@host`. A signature names no key, so adbd tries each.
   */
  readonly knownKeys: Set<string>;
}
