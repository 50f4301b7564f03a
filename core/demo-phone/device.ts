/**
 * The interface between the demo phone's adbd (bytes, sockets, authorisation) and its Android
 * (files, programs).
 */
import type { AndroidVersion, FaultName } from './options.ts';
import type { FileSystem } from './files.ts';
import type { SavedState } from './saved-state.ts';
import type { Terminal } from './terminal.ts';
import type { World } from './world.ts';

/** The streams of one running program. A write resolves when its bytes were consumed (back-pressure). */
export interface ProcessIo {
  /** Bytes the host sends; ends when the host closes stdin. */
  readonly stdin: AsyncIterable<Uint8Array>;
  stdout(bytes: Uint8Array): Promise<void>;
  stderr(bytes: Uint8Array): Promise<void>;
  /** Aborted when the host closes the socket or the phone is unplugged. */
  readonly signal: AbortSignal;
  /** Where stdin and stdout are a terminal. */
  readonly terminal?: Terminal | undefined;
}

/** The names that the phone reports in its CNXN banner and in getprop. */
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
interface LocalSocketIo {
  /** Bytes the host sends; ends when the host closes. */
  readonly input: AsyncIterable<Uint8Array>;
  /** Resolves when the host has received the bytes. */
  output(bytes: Uint8Array): Promise<void>;
  /** Aborted when the host closes the socket or the phone is unplugged. */
  readonly signal: AbortSignal;
}

/** Serves one connection; the socket is closed when the promise settles, fulfilled or rejected. */
export type LocalSocketServer = (io: LocalSocketIo) => Promise<void>;

/** The phone as adbd sees it: everything that its services need. */
export interface Device {
  readonly identity: Identity;
  readonly android: AndroidVersion;
  readonly faults: ReadonlySet<FaultName>;
  readonly files: FileSystem;
  /** Runs one `sh -c` command line and resolves with its exit code (0-255). Never rejects. */
  runCommandLine(commandLine: string, io: ProcessIo): Promise<number>;
  /** Runs `sh` without a command, which reads lines from stdin; resolves with its exit code. */
  runShell(io: ProcessIo): Promise<number>;
  /** The server that listens at `localabstract:NAME`; undefined if none does, then the OPEN fails. */
  findLocalSocket(name: string): LocalSocketServer | undefined;
  /** Shows the Allow dialog on the phone's screen. Resolves with the user's choice. */
  showAllowDialog(fingerprint: string, signal: AbortSignal): Promise<'allow' | 'refuse'>;
  /**
   * The authorised keys ("Always allow from this computer"): base64 of Android's
   * RSAPublicKey, then usually a space and `user@host`. A signature names no key, so adbd tries each.
   */
  readonly authorizedKeys: Set<string>;
}

/** One host's link to the demo phone's adbd: the byte stream that a USB cable or a TCP socket carries. */
export interface AdbLink {
  /** Accepts bytes from the host, in order; chunks may be split anywhere. */
  receive(bytes: Uint8Array): void;
  /** Ends the link from the host's side (cable pulled, socket closed). */
  close(): void;
}

/** The host's end of a link, called by adbd. `send` gets whole ADB packets (24-byte header and payload together). */
export interface AdbHost {
  send(packet: Uint8Array<ArrayBuffer>): void;
  /** Called when the phone ended the link: unplugged, rebooted. */
  onLinkClosed(): void;
}

/** A simulated phone as a host sees it; make one with `createDemoPhone`. */
export interface DemoPhone {
  readonly serial: string;
  readonly model: string;
  /** Opens a link, like plugging in a cable or connecting by TCP. Links do not disturb one another. */
  connect(host: AdbHost): AdbLink;
}

/** The phone with access to its screen and shell, as `createDemoPhone` returns it. */
export interface DemoPhoneWithWorld extends DemoPhone {
  /** Its screen: read it and touch it. */
  readonly world: World;
  /** Runs a command line as `adb shell` from another computer would; resolves with stdout and stderr merged. */
  runShellCommand(line: string): Promise<string>;
  /** What a person changed on it, for `savedState` of a later phone; null where it keeps nothing. */
  save(): SavedState | null;
  /** Changes when what `save` returns does; costs less. */
  signature(): string;
}

/** An accepted connection; whoever accepted it must close it. */
export interface AcceptedConnection extends LocalSocketIo {
  close(): void;
}

/** A listener at a name, like android.net.LocalServerSocket. */
interface LocalListener {
  /** Resolves with the next connection, in order of arrival. Rejects with the signal's reason. */
  accept(signal: AbortSignal): Promise<AcceptedConnection>;
  /** Frees the name and closes connections that were not accepted yet. */
  close(): void;
}

/** Linux's abstract namespace of Unix sockets (adb's `localabstract:`). */
export interface LocalSockets {
  /** The server at a name, if any. */
  find(name: string): LocalSocketServer | undefined;
  /** Serves every connection to a name. Returns a function that stops it, or undefined when the name is in use (EADDRINUSE). */
  serve(name: string, server: LocalSocketServer): (() => void) | undefined;
  /** Listens at a name, to accept connections one by one; undefined when the name is in use. */
  listen(name: string): LocalListener | undefined;
}

/** Creates a phone's namespace, empty at first. */
export function createLocalSockets(): LocalSockets {
  const servers = new Map<string, LocalSocketServer>();
  const serve: LocalSockets['serve'] = (name, server) => {
    if (servers.has(name)) return undefined;
    servers.set(name, server);
    return () => {
      if (servers.get(name) === server) servers.delete(name);
    };
  };
  return {
    find: (name) => servers.get(name),
    serve,
    listen: (name) => listen((server) => serve(name, server)),
  };
}

function listen(
  serve: (server: LocalSocketServer) => (() => void) | undefined,
): LocalListener | undefined {
  const pending: AcceptedConnection[] = [];
  let wake: () => void = () => undefined;
  const stop = serve(
    (io) =>
      new Promise((resolve) => {
        pending.push({ ...io, close: resolve });
        wake();
      }),
  );
  if (stop === undefined) return undefined;
  return {
    accept: async (signal) => {
      for (;;) {
        signal.throwIfAborted();
        const next = pending.shift();
        if (next !== undefined) return next;
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
    },
    close: () => {
      stop();
      for (const end of pending.splice(0)) end.close();
    },
  };
}
