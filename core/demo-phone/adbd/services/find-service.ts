import type { Device, LocalSocketServer } from '../../device.ts';
import { encodeUtf8 } from '../../bytes.ts';
import { serveSync } from '../sync/sync-service.ts';
import { processService } from './process.ts';
import type { Service } from './service.ts';

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
export function findService(
  text: string,
  { device, features }: ServiceSupport,
): Service | undefined {
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
    case 'reverse':
      return reverseService(argument);
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

/** Ends the link; the phone accepts a new connection at once. */
const rebootService: Service = ({ endLink }) => {
  endLink();
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

/** `reverse:COMMAND`. */
function reverseService(command: string): Service {
  return async ({ socket, reverse }) => {
    const reply = reverse.handleCommand(command);
    if (reply !== '') await socket.write(encodeUtf8(reply));
  };
}
