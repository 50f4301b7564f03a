import type { LocalSocketIo, LocalSocketServer } from './device.ts';

/** One end of a connection that its holder closes. */
export interface LocalEnd extends LocalSocketIo {
  close(): void;
}

/** A name that is listened at, as android.net.LocalServerSocket. */
interface LocalListener {
  /** The next connection, in order of arrival. Rejects with the signal's reason. */
  accept(signal: AbortSignal): Promise<LocalEnd>;
  /** Frees the name; connections that nobody has accepted are closed. */
  close(): void;
}

/** Linux's abstract namespace of Unix sockets (`localabstract:` in adb's words). */
export interface LocalSockets {
  /** Who listens at a name. */
  find(name: string): LocalSocketServer | undefined;
  /** Serves every connection to a name; returns the way to stop, undefined when the name is taken (EADDRINUSE). */
  serve(name: string, server: LocalSocketServer): (() => void) | undefined;
  /** Listens at a name and takes connections one by one; undefined when the name is taken. */
  listen(name: string): LocalListener | undefined;
}

/** A phone's namespace, empty at first. */
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
  const waiting: LocalEnd[] = [];
  let wake: () => void = () => undefined;
  const stop = serve(
    (io) =>
      new Promise((resolve) => {
        waiting.push({ ...io, close: resolve });
        wake();
      }),
  );
  if (stop === undefined) return undefined;
  return {
    accept: async (signal) => {
      for (;;) {
        signal.throwIfAborted();
        const next = waiting.shift();
        if (next !== undefined) return next;
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
    },
    close: () => {
      stop();
      for (const end of waiting.splice(0)) end.close();
    },
  };
}
