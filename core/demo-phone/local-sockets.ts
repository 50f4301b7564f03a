import type { LocalSocketIo, LocalSocketServer } from './device.ts';

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
