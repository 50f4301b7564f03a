import { type IncomingMessage, type Server, type ServerOptions, createServer } from 'node:http';
import type { AgentSetup } from '../../../core/relay/frames.ts';
import { Consoles } from '../consoles/consoles.ts';
import { type SocketDoor, openSocketDoor } from '../consoles/socket.ts';
import { wantsWebSocket } from '../guard/check-request.ts';
import { proofOf } from '../guard/proof.ts';
import { LIMITS, type Limits, MAX_PORT_TRIES } from '../limits.ts';
import { DEFAULT_PORT, IPV4, IPV6, PortInUse, listen, listenToo } from '../http/listen.ts';
import { SentAhead, StoppableRequest } from '../http/requests.ts';
import { type RouteOptions, createRoutes } from './routes.ts';

/** What a bridge is started with. */
export interface BridgeOptions extends RouteOptions, ProgramOptions {
  /** 0: any free one. */
  readonly port: number;
  /** What the console must show. */
  readonly pageSecret: string;
  /** Other limits than `LIMITS`. */
  readonly limits?: Partial<Limits>;
}

/** A bridge that listens. */
export interface RunningBridge {
  readonly port: number;
  /** The console's address, without secret. */
  readonly consoleUrl: string;
  readonly mcpUrl: string;
  /** What agents need to reach it. */
  readonly setup: AgentSetup;
  /** Whether a console is open, or comes by itself in the first seconds after the start; true as well when the bridge closes meanwhile. */
  consoleReturns(): Promise<boolean>;
  /** Resolves when nothing listens any more; calls in flight get their error first. */
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1, and on ::1 where this computer has it. Rejects with `PortInUse` also when
 * another program has the port on ::1, since a browser that looks up localhost could reach that
 * one; with `Stop` where the system refuses the port.
 */
export async function startBridge(options: BridgeOptions): Promise<RunningBridge> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      const isWorthATry = error instanceof PortInUse && options.port === 0;
      if (!isWorthATry || tries === MAX_PORT_TRIES) throw error;
    }
  }
}

async function startOnce(options: BridgeOptions): Promise<RunningBridge> {
  const limits = { ...LIMITS, ...options.limits };
  const [first, second] = createServers(limits);
  const port = await listen(first, options.port, IPV4);
  const bridge = serve([first, second], { ...options, port, limits });
  try {
    await listenToo(second, port, IPV6);
    return bridge;
  } catch (error) {
    await bridge.close();
    throw error;
  }
}

/** Puts everything behind the servers; whoever has reached them already gets answers from here on. */
function serve(
  servers: readonly Server[],
  options: BridgeOptions & { readonly limits: Limits },
): RunningBridge {
  const { port, limits, pageSecret, toolPrefix, allowedOrigins } = options;
  const consoleUrl = `http://${IPV4}:${port}/`;
  const mcpUrl = `${consoleUrl}mcp`;
  const setup = agentSetup(options, port, mcpUrl);
  const consoles = new Consoles({ secret: pageSecret, toolPrefix, setup });
  const door = openSocketDoor(consoles, { port, allowedOrigins, limits });
  const route = createRoutes(options, {
    port,
    consoles,
    consoleUrl,
    startedAtEpochMs: Date.now(),
    limits,
    prove: (challenge) => proofOf(options, port, challenge),
  });
  const sentAhead = new SentAhead(limits.requestsOfConnection);
  for (const server of servers) {
    server.on('request', (request, response) => {
      if (sentAhead.take(request, response)) void route(request, response);
    });
    server.on('upgrade', (request, socket, head) => {
      if (!socket.destroyed) door.upgrade(request, socket, head);
    });
  }
  return {
    port,
    consoleUrl,
    mcpUrl,
    setup,
    consoleReturns: () => consoles.consoleReturns(),
    close: () => closeAll(servers, consoles, door),
  };
}

/** One server for each address, with one count of connections. */
function createServers(limits: Limits): readonly [Server, Server] {
  let open = 0;
  const create = (): Server => {
    const server = createServer(serverOptions(limits));
    server.timeout = limits.stillMs;
    return server.on('connection', (socket) => {
      open += 1;
      // Each request that was sent ahead listens for its end.
      socket.setMaxListeners(0);
      socket.once('close', () => (open -= 1));
      if (open > limits.connections) socket.destroy();
    });
  };
  return [create(), create()];
}

function serverOptions(limits: Limits): ServerOptions & Upgrading {
  return {
    IncomingMessage: StoppableRequest,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    maxHeaderSize: limits.headerBytes,
    // Node looks only so often which of the times above are over.
    connectionsCheckingInterval: Math.min(2_000, limits.headersMs),
    // Java's clients offer HTTP/2 with every request (`Upgrade: h2c`), and take HTTP/1.1 as well.
    shouldUpgradeCallback: (request) => request.socket.destroyed || wantsWebSocket(request),
  };
}

/** Unknown to Node 20: there, every offer comes to the socket's door. */
interface Upgrading {
  shouldUpgradeCallback(request: IncomingMessage): boolean;
}

async function closeAll(
  servers: readonly Server[],
  consoles: Consoles,
  door: SocketDoor,
): Promise<void> {
  const closed = Promise.all(
    servers.map((server) => new Promise((resolve) => server.close(resolve))),
  );
  consoles.close();
  await door.close();
  for (const server of servers) server.closeIdleConnections();
  // Answers that the lost console has just ended are on their way; nothing else is worth waiting for.
  const deadline = setTimeout(() => servers.forEach((server) => server.closeAllConnections()), 300);
  await closed;
  clearTimeout(deadline);
}

/** What agents need to know of this program, beside its address. */
export interface ProgramOptions {
  readonly token: string;
  /** Whether the token was chosen for this run. */
  readonly ownToken: boolean;
  readonly toolPrefix: string;
  readonly allowedOrigins: readonly string[];
  /** This program's file. */
  readonly programPath: string;
}

/** What agents need to reach the bridge that got this port, or to start it themselves as it was started. */
export function agentSetup(options: ProgramOptions, port: number, mcpUrl: string): AgentSetup {
  const { token, ownToken, programPath, toolPrefix, allowedOrigins } = options;
  const programArguments = [
    ...(port === DEFAULT_PORT ? [] : ['--port', String(port)]),
    ...(toolPrefix === '' ? [] : ['--tool-prefix', toolPrefix]),
    ...allowedOrigins.flatMap((origin) => ['--allow-origin', origin]),
  ];
  return { mcpUrl, token, ownToken, programPath, programArguments };
}
