import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { agentFromPath } from '#core/mcp/agent-path.ts';
import type { McpServerOptions } from '#core/mcp/server.ts';
import type { AgentSetup, OpenConsole } from '#core/relay/frames.ts';
import { DEFAULT_PORT } from '#core/relay/limits.ts';
import { handsetVersion } from '#core/version.ts';
import { AdbServer, type AdbServerOptions } from './adb/adb-server.ts';
import { FilesFolder } from './files/files-folder.ts';
import { McpEndpoint } from './agents/mcp-endpoint.ts';
import { Consoles, type ConsolesOptions } from './consoles/consoles.ts';
import { type UpgradeHandler, createUpgradeHandler } from './consoles/socket.ts';
import { AgentTokenStore } from './guard/agent-tokens.ts';
import { checkHeaderCount, checkHost, checkHttpOrigin } from './guard/check-request.ts';
import { createProof } from './guard/secrets.ts';
import {
  type PathHandler,
  isForeignServiceWorker,
  sendUnregisterScript,
  createFileHandler,
} from './http/console-files.ts';
import {
  IPV4,
  IPV6,
  PipelineLimit,
  REQUEST_REFUSED,
  createServers,
  listen,
  listenIfAvailable,
  requireReadMethod,
  securityHeaders,
  sendJson,
  sendRpcError,
  sendText,
} from './http/server.ts';
import { PortInUseError } from './errors.ts';
import { LIMITS, type Limits, MAX_PORT_TRIES } from './limits.ts';

/** Options of a bridge. */
export interface BridgeOptions extends ProgramOptions {
  /** 0: any free port. */
  readonly port: number;
  /** A sentence for the 401 response that says where to find the token. */
  readonly tokenLocation: string;
  /** The secret that consoles must show. */
  readonly pageSecret: string;
  /** The folder of the secrets file, which has the tokens of agents. */
  readonly configFolder: string;
  /** The folder of the built console. */
  readonly consoleFolder: string;
  readonly tools: McpServerOptions['tools'];
  /** The adb server that consoles may use; null for none. */
  readonly adbServer: AdbServerOptions | null;
  /** Milliseconds that a call waits for a console; `WAITS.consoleWaitMs` by default. */
  readonly consoleWaitMs?: number;
  /** Overrides of `LIMITS`. */
  readonly limits?: Partial<Limits>;
  /** Called for each tool call that finds no console, before it waits for one. */
  onCallWithoutConsole?(): void;
}

/** A bridge that is listening. */
export interface RunningBridge {
  readonly port: number;
  /** The console's address without the secret. */
  readonly consoleUrl: string;
  readonly mcpUrl: string;
  /** How agents connect to it. */
  readonly setup: AgentSetup;
  /** Whether a console is open or connects in the first seconds after startup; also true when the bridge closes meanwhile. */
  consoleReturns(): Promise<boolean>;
  /** Stops listening; active calls get their error first. */
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1, and on ::1 where this computer has it. Rejects with `PortInUseError`, also when
 * another program has the port on ::1, since a browser that resolves localhost could reach that
 * program; with `CliError` when the system refuses the port.
 */
export async function startBridge(options: BridgeOptions): Promise<RunningBridge> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      const canRetry = error instanceof PortInUseError && options.port === 0;
      if (!canRetry || attempt === MAX_PORT_TRIES) throw error;
    }
  }
}

async function startOnce(options: BridgeOptions): Promise<RunningBridge> {
  const limits = { ...LIMITS, ...options.limits };
  const [first, second] = createServers(limits);
  const { token, tokenLocation, pageSecret, configFolder: folder } = options;
  const agentTokens = await AgentTokenStore.open({ folder, token, tokenLocation, pageSecret });
  const port = await listen(first, options.port, IPV4).catch(async (error: unknown) => {
    await agentTokens.close();
    throw error;
  });
  const bridge = attachHandlers([first, second], agentTokens, { ...options, port, limits });
  try {
    await listenIfAvailable(second, port, IPV6);
    return bridge;
  } catch (error) {
    await bridge.close();
    throw error;
  }
}

/** The options of a bridge that has its port, with all limits. */
interface ListeningBridgeOptions extends BridgeOptions {
  readonly limits: Limits;
}

/** Attaches the handlers to the servers, one of which may already have connections. */
function attachHandlers(
  servers: readonly Server[],
  agentTokens: AgentTokenStore,
  options: ListeningBridgeOptions,
): RunningBridge {
  const { port, limits, pageSecret, allowedOrigins } = options;
  const consoleUrl = `http://${IPV4}:${port}/`;
  const setup = agentSetup(options, port);
  const { mcpUrl } = setup;
  const adb = createStreams(options);
  const folder = new FilesFolder(options.filesFolder);
  const files: ConsolesOptions['files'] = { serve: (opening) => void folder.serve(opening) };
  const { toolPrefix, allTools, screenReader } = options;
  const welcome = { toolPrefix, allTools, screenReader, setup, adb, files, agentTokens };
  const consoles = new Consoles({ secret: pageSecret, ...welcome });
  const upgradeHandler = createUpgradeHandler(consoles, { port, allowedOrigins, limits });
  const route = createRoute(options, { consoles, agentTokens, consoleUrl });
  const pipelineLimit = new PipelineLimit(limits.requestsOfConnection);
  for (const server of servers) {
    server.on('request', (request, response) => {
      if (pipelineLimit.accept(request, response)) void route(request, response);
    });
    server.on('upgrade', (request, socket, head) => {
      if (!socket.destroyed) upgradeHandler.upgrade(request, socket, head);
    });
  }
  return {
    port,
    consoleUrl,
    mcpUrl,
    setup,
    consoleReturns: () => consoles.consoleReturns(),
    close: async () => {
      await closeAll(servers, consoles, upgradeHandler);
      await agentTokens.close();
    },
  };
}

/** The adb server, by which consoles reach phones. */
function createStreams({ adbServer, allowAdb }: BridgeOptions): ConsolesOptions['adb'] {
  if (adbServer === null) return null;
  const server = new AdbServer(adbServer);
  const { canStart } = server;
  return { canStart, isForAll: allowAdb, serve: (opening) => void server.serve(opening) };
}

/** Answers one HTTP request; never rejects. */
type Route = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Routes all HTTP requests, after the guard's checks. */
function createRoute(options: ListeningBridgeOptions, parts: AgentRouteParts): Route {
  const { port, limits } = options;
  const serveFile = createFileHandler(options.consoleFolder);
  const serveAgent = createAgentRoute(options, parts);
  const setSecurityHeaders = securityHeaders(options.allowedOrigins);
  const health = createHealthReport(options, parts.consoles);
  const dispatch: Route = async (request, response) => {
    const refusal =
      checkHeaderCount(request, limits.headers) ??
      checkHost(request, port) ??
      checkHttpOrigin(request.headers, port);
    const pathname = pathOf(request);
    if (refusal !== null) sendText(response, refusal.status, refusal.message);
    else if (isForeignServiceWorker(request, pathname)) sendUnregisterScript(response);
    else if (pathname === '/healthz') {
      if (requireReadMethod(response)) sendJson(response, 200, health(request));
    } else if (/^\/mcp(?:\/|$)/.test(pathname)) await serveAgent(request, response, pathname);
    else await serveFile(request, response, pathname);
  };
  return async (request, response) => {
    setSecurityHeaders(response);
    try {
      await dispatch(request, response);
    } catch {
      // The client disconnected while its request was read, or a file was deleted.
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'The bridge failed to answer.');
    }
  };
}

/** What serves agents. */
interface AgentRouteParts {
  readonly consoles: Consoles;
  readonly agentTokens: AgentTokenStore;
  readonly consoleUrl: string;
}

/** Serves the MCP addresses to agents that show a token: their own or the shared one. */
function createAgentRoute(
  options: ListeningBridgeOptions,
  { consoles, agentTokens, consoleUrl }: AgentRouteParts,
): PathHandler {
  const { tools, toolPrefix, allTools, consoleWaitMs, limits } = options;
  const endpoint = new McpEndpoint({
    consoles,
    tools,
    toolPrefix,
    allTools,
    consoleUrl,
    consoleWaitMs,
    limits,
    onCallWithoutConsole: () => options.onCallWithoutConsole?.(),
  });
  agentTokens.onEnded = (tokenId, error) => endpoint.endRequests(tokenId, error);
  return async (request, response, pathname) => {
    const identity = agentTokens.identify(request.headers);
    const addressee = agentFromPath(pathname);
    if ('status' in identity) {
      sendUnauthorized(request, response, identity.message);
    } else if (addressee === null) {
      const message =
        "The agent's name after /mcp/ must have 1 to 64 characters, each one of A-Z a-z 0-9 _ . -";
      sendRpcError(response, 404, { code: REQUEST_REFUSED, message });
    } else {
      await endpoint.serve(request, response, { identity, addressee });
    }
  };
}

/** RFC 6750, section 3: distinguishes a wrong token from a missing one. */
function sendUnauthorized(
  request: IncomingMessage,
  response: ServerResponse,
  message: string,
): void {
  const isWrong = request.headers.authorization !== undefined;
  const error = isWrong ? ', error="invalid_token"' : '';
  response.setHeader('www-authenticate', `Bearer realm="Handset"${error}`);
  sendRpcError(response, 401, { code: REQUEST_REFUSED, message });
}

/** The body of `/healthz`, which needs no secret; with a `challenge` (from a second bridge) it contains the proof. */
function createHealthReport(
  options: ListeningBridgeOptions,
  consoles: Consoles,
): (request: IncomingMessage) => object {
  const startedAtEpochMs = Date.now();
  const { port, toolPrefix, allTools, screenReader, allowedOrigins, allowAdb } = options;
  const files = options.filesFolder !== null;
  return ({ url }) => {
    const challenge = new URLSearchParams(url?.split('?', 2)[1]).get('challenge');
    const proof = challenge === null ? null : createProof(options, port, challenge);
    return {
      name: 'handset',
      version: handsetVersion,
      toolPrefix,
      allTools,
      screenReader,
      allowedOrigins,
      allowAdb,
      files,
      startedAtEpochMs,
      console: consoles.list.length > 0,
      consoles: consoles.list.map(consoleHealth),
      ...(proof !== null && { proof }),
    };
  };
}

/** Omits the serial number, since `/healthz` needs no secret. */
function consoleHealth({ name, phone, paused, isDefault }: OpenConsole): object {
  const { model, state } = phone ?? {};
  return { name, phone: phone && { model, state }, paused, isDefault };
}

/** The path exactly as sent, not normalised; the absolute-form of RFC 9112 matches no route. */
function pathOf(request: IncomingMessage): string {
  return request.url?.split('?', 1)[0] ?? '';
}

async function closeAll(
  servers: readonly Server[],
  consoles: Consoles,
  upgradeHandler: UpgradeHandler,
): Promise<void> {
  const closed = Promise.all(
    servers.map((server) => new Promise((resolve) => server.close(resolve))),
  );
  consoles.close();
  await upgradeHandler.close();
  for (const server of servers) server.closeIdleConnections();
  // Leaves time for the error responses of calls that just lost their console.
  const deadline = setTimeout(() => servers.forEach((server) => server.closeAllConnections()), 300);
  await closed;
  clearTimeout(deadline);
}

/** The options that `agentSetup` repeats. */
interface ProgramOptions {
  /** The bearer token that agents must send. */
  readonly token: string;
  /** Whether the token was chosen for this run. */
  readonly ownToken: boolean;
  readonly toolPrefix: string;
  /** Whether agents are offered all tools, not only those that most tasks need. */
  readonly allTools: boolean;
  /** Whether consoles may read screens by the element reader on the phone. */
  readonly screenReader: boolean;
  /** Exact origins of hosted consoles, which may only open the socket and frame the console. */
  readonly allowedOrigins: readonly string[];
  /** Whether those may use the adb server, too. */
  readonly allowAdb: boolean;
  /** Absolute path of the folder that agents may use; null for none. */
  readonly filesFolder: string | null;
  /** Path of this program's file. */
  readonly programPath: string;
}

/** How agents connect to the bridge on this port, or start one with the same options themselves. */
export function agentSetup(options: ProgramOptions, port: number): AgentSetup {
  const { token, ownToken, programPath, toolPrefix, allTools, allowedOrigins, allowAdb } = options;
  const { filesFolder } = options;
  const programArguments = [
    ...(port === DEFAULT_PORT ? [] : ['--port', String(port)]),
    ...(toolPrefix === '' ? [] : ['--tool-prefix', toolPrefix]),
    ...(allTools ? ['--tools', 'all'] : []),
    ...(options.screenReader ? [] : ['--reader', 'off']),
    ...allowedOrigins.flatMap((origin) => ['--allow-origin', origin]),
    ...(allowAdb ? ['--allow-adb'] : []),
    ...(filesFolder === null ? [] : ['--files', filesFolder]),
  ];
  const mcpUrl = `http://${IPV4}:${port}/mcp`;
  return { mcpUrl, token, ownToken, programPath, programArguments };
}
