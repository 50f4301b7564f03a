import type { IncomingMessage, ServerResponse } from 'node:http';
import { agentOfPath } from '../../core/mcp/agent.ts';
import type { Tool } from '../../core/tools/tool.ts';
import { handsetVersion } from '../../core/version.ts';
import { type ConsoleFiles, serveConsole } from './console-files.ts';
import type { ConsoleSeat } from './console-seat.ts';
import { checkBearer, checkHost, checkOrigin } from './guard.ts';
import { type McpEndpoint, createMcpEndpoint } from './mcp-endpoint.ts';
import { createStandIn } from './no-console.ts';
import { secure, sendJson, sendRpcError, sendText } from './respond.ts';

/** JSON-RPC code, from the range left to servers, for a request that the guard turned away. */
const TURNED_AWAY = -32_001;

/** What the routes are made from. */
export interface RouteOptions {
  /** What agents must show. */
  readonly token: string;
  /** Where a person finds the token, as a sentence for the 401. */
  readonly whereTokenIs: string;
  readonly toolPrefix: string;
  /** The folder of the built console. */
  readonly consoleFolder: string;
  readonly tools: readonly Tool[];
  /** Hears of each call that found no console. */
  onCallWithoutConsole?(): void;
}

/** Where the routes lead. */
export interface Place {
  readonly port: number;
  readonly seat: ConsoleSeat;
  /** The console's address, without secret. */
  readonly consoleUrl: string;
}

/** Answers one HTTP request; never rejects. */
export type Route = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** All that the bridge answers over HTTP, behind the guard. */
export function createRoutes(options: RouteOptions, place: Place): Route {
  const files = serveConsole(options.consoleFolder);
  const endpoint = createMcpEndpoint({
    seat: place.seat,
    standIn: createStandIn(options.tools, options.toolPrefix),
    consoleUrl: place.consoleUrl,
    onCallWithoutConsole: () => options.onCallWithoutConsole?.(),
  });
  const serveAgent = agentRoute(options, endpoint);
  return async (request, response) => {
    secure(response);
    try {
      await dispatch(request, response, { place, files, serveAgent });
    } catch {
      // The client went away while its request was read, or a file vanished.
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'The bridge failed to answer.');
    }
  };
}

interface Targets {
  readonly place: Place;
  readonly files: ConsoleFiles;
  readonly serveAgent: ConsoleFiles;
}

async function dispatch(
  request: IncomingMessage,
  response: ServerResponse,
  { place, files, serveAgent }: Targets,
): Promise<void> {
  const { headers } = request;
  const refusal = checkHost(headers, place.port) ?? checkOrigin(headers, place.port);
  const pathname = pathOf(request);
  if (refusal !== null) sendText(response, refusal.status, refusal.message);
  else if (pathname === '/healthz') sendJson(response, 200, healthOf(place.seat));
  else if (/^\/mcp(?:\/|$)/.test(pathname)) await serveAgent(request, response, pathname);
  else await files(request, response, pathname);
}

function agentRoute(options: RouteOptions, endpoint: McpEndpoint): ConsoleFiles {
  return async (request, response, pathname) => {
    const refusal = checkBearer(request.headers, options.token, options.whereTokenIs);
    const agent = agentOfPath(pathname);
    if (refusal !== null) {
      challenge(request, response, refusal.message);
    } else if (agent === null) {
      const message = 'An agent is named by 1 to 64 of A-Z a-z 0-9 _ . - after /mcp/.';
      sendRpcError(response, 404, { code: TURNED_AWAY, message });
    } else {
      await endpoint(request, response, agent);
    }
  };
}

/** RFC 6750, section 3: a wrong token is told from a missing one. */
function challenge(request: IncomingMessage, response: ServerResponse, message: string): void {
  const isWrong = request.headers.authorization !== undefined;
  const error = isWrong ? ', error="invalid_token"' : '';
  response.setHeader('www-authenticate', `Bearer realm="Handset"${error}`);
  // An unread body would be taken for the next request.
  response.setHeader('connection', 'close');
  sendRpcError(response, 401, { code: TURNED_AWAY, message });
}

function healthOf(seat: ConsoleSeat): object {
  return { name: 'handset', version: handsetVersion, console: seat.console !== null };
}

/** The path as it was sent, not tidied up; a request for a whole address (RFC 9112, absolute-form) names none of ours. */
function pathOf(request: IncomingMessage): string {
  return request.url?.split('?', 1)[0] ?? '';
}
