import { type Server, createServer } from 'node:http';
import { RELAY_VERSION } from '../../core/relay/limits.ts';
import { ConsoleSeat } from './console-seat.ts';
import { type RouteOptions, createRoutes } from './routes.ts';
import { type SocketDoor, openSocketDoor } from './socket.ts';
import { Stop } from './stop.ts';

/** Only programs of this computer reach the loopback address. */
const ADDRESS = '127.0.0.1';

/** What a bridge is started with. */
export interface BridgeOptions extends RouteOptions {
  /** 0: any free one. */
  readonly port: number;
  /** What the console must show. */
  readonly pageSecret: string;
}

/** A bridge that listens. */
export interface RunningBridge {
  readonly port: number;
  /** The console's address, without secret. */
  readonly consoleUrl: string;
  readonly mcpUrl: string;
  /** Whether a console is open, or comes by itself in the first seconds after the start; true as well when the bridge closes meanwhile. */
  consoleReturns(): Promise<boolean>;
  /** Resolves when nothing listens any more; calls in flight get their error first. */
  close(): Promise<void>;
}

/** The port is taken, by another bridge or another program. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';
}

/** Listens on 127.0.0.1. Rejects with `PortInUse`, or `Stop` where the system refuses the port. */
export async function startBridge(options: BridgeOptions): Promise<RunningBridge> {
  const server = createServer({
    headersTimeout: 10_000, // A client that dribbles headers holds a socket, nothing more.
    requestTimeout: 30_000, // The whole request; answers may take as long as they need.
    keepAliveTimeout: 65_000, // Longer than clients keep idle sockets, so that they close first.
  });
  server.maxConnections = 256;
  const port = await listen(server, options.port);
  const consoleUrl = `http://${ADDRESS}:${port}/`;
  const mcpUrl = `${consoleUrl}mcp`;
  const seat = new ConsoleSeat(options.pageSecret, {
    version: RELAY_VERSION,
    toolPrefix: options.toolPrefix,
    setup: null,
  });
  const door = openSocketDoor(seat, port);
  const route = createRoutes(options, { port, seat, consoleUrl });
  server.on('request', (request, response) => void route(request, response));
  server.on('upgrade', door.upgrade);
  return {
    port,
    consoleUrl,
    mcpUrl,
    consoleReturns: () => seat.consoleReturns(),
    close: () => closeAll(server, seat, door),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new PortInUse(`Port ${port} is in use.`));
      else reject(new Stop(1, `Port ${port} can't be opened: ${error.message}`));
    });
    server.listen(port, ADDRESS, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function closeAll(server: Server, seat: ConsoleSeat, door: SocketDoor): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  seat.close();
  await door.close();
  server.closeIdleConnections();
  // Answers that the lost console has just ended are on their way; nothing else is worth waiting for.
  const deadline = setTimeout(() => server.closeAllConnections(), 300);
  await closed;
  clearTimeout(deadline);
}
