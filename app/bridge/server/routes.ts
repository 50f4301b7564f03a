import type { IncomingMessage, ServerResponse } from 'node:http';
import { agentOfPath } from '../../../core/mcp/agent.ts';
import type { McpOptions } from '../../../core/mcp/server.ts';
import type { OpenConsole } from '../../../core/relay/frames.ts';
import { handsetVersion } from '../../../core/version.ts';
import { type McpEndpoint, createMcpEndpoint } from '../agents/mcp-endpoint.ts';
import { createStandIn } from '../agents/no-console.ts';
import type { Consoles } from '../consoles/consoles.ts';
import { checkBearer, checkHeaderCount, checkHost, checkOrigin } from '../guard/check-request.ts';
import {
  type ServePath,
  isForeignServiceWorker,
  sendFarewell,
  serveConsole,
} from '../http/console-files.ts';
import {
  TURNED_AWAY,
  onlyReads,
  securityHeaders,
  sendJson,
  sendRpcError,
  sendText,
} from '../http/respond.ts';
import type { Limits } from '../limits.ts';

/** What the routes are made from. */
export interface RouteOptions {
  /** What agents must show. */
  readonly token: string;
  /** Where a person finds the token, as a sentence for the 401. */
  readonly whereTokenIs: string;
  readonly toolPrefix: string;
  /** The folder of the built console. */
  readonly consoleFolder: string;
  /** Exact origins of hosted consoles: they may open the socket and frame the console, nothing else. */
  readonly allowedOrigins: readonly string[];
  readonly tools: McpOptions['tools'];
  /** Milliseconds that a call waits for a console to come, in place of the bridge's own. */
  readonly consoleWaitMs?: number;
  /** Hears of each call that found no console, before it waits for one. */
  onCallWithoutConsole?(): void;
}

/** Where the routes lead. */
export interface Place {
  readonly port: number;
  readonly consoles: Consoles;
  /** The console's address, without secret. */
  readonly consoleUrl: string;
  readonly startedAtEpochMs: number;
  readonly limits: Limits;
  /** Shows that this bridge knows its secrets. */
  prove(challenge: string): string | null;
}

/** Answers one HTTP request; never rejects. */
export type Route = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** All that the bridge answers over HTTP, behind the guard. */
export function createRoutes(options: RouteOptions, place: Place): Route {
  const serveFile = serveConsole(options.consoleFolder);
  const endpoint = createMcpEndpoint({
    consoles: place.consoles,
    standIn: createStandIn(options.tools, options.toolPrefix),
    consoleUrl: place.consoleUrl,
    consoleWaitMs: options.consoleWaitMs,
    limits: place.limits,
    onCallWithoutConsole: () => options.onCallWithoutConsole?.(),
  });
  const serveAgent = agentRoute(options, endpoint);
  const secure = securityHeaders(options.allowedOrigins);
  const serveHealth: Serve = (request, response) => {
    if (!onlyReads(response)) return;
    sendJson(response, 200, { ...healthOf(options, place), ...proofIn(request, place) });
  };
  return async (request, response) => {
    secure(response);
    try {
      await dispatch(request, response, { place, serveFile, serveAgent, serveHealth });
    } catch {
      // The client went away while its request was read, or a file vanished.
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'The bridge failed to answer.');
    }
  };
}

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

interface Targets {
  readonly place: Place;
  readonly serveFile: ServePath;
  readonly serveAgent: ServePath;
  readonly serveHealth: Serve;
}

async function dispatch(
  request: IncomingMessage,
  response: ServerResponse,
  { place, serveFile, serveAgent, serveHealth }: Targets,
): Promise<void> {
  const { headers } = request;
  const refusal =
    checkHeaderCount(request, place.limits.headers) ??
    checkHost(request, place.port) ??
    checkOrigin(headers, place.port);
  const pathname = pathOf(request);
  if (refusal !== null) sendText(response, refusal.status, refusal.message);
  else if (isForeignServiceWorker(request, pathname)) sendFarewell(response);
  else if (pathname === '/healthz') serveHealth(request, response);
  else if (/^\/mcp(?:\/|$)/.test(pathname)) await serveAgent(request, response, pathname);
  else await serveFile(request, response, pathname);
}

function agentRoute(options: RouteOptions, endpoint: McpEndpoint): ServePath {
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
  sendRpcError(response, 401, { code: TURNED_AWAY, message });
}

function healthOf(
  { toolPrefix, allowedOrigins }: RouteOptions,
  { consoles, startedAtEpochMs }: Place,
): object {
  return {
    name: 'handset',
    version: handsetVersion,
    toolPrefix,
    allowedOrigins,
    startedAtEpochMs,
    console: consoles.list.length > 0,
    consoles: consoles.list.map(healthOfConsole),
  };
}

/** Not the serial number: whoever asks here shows no secret. */
function healthOfConsole({ name, phone, paused, leads }: OpenConsole): object {
  const { model, state } = phone ?? {};
  return { name, phone: phone && { model, state }, paused, leads };
}

/** For a second bridge that finds this one: `?challenge=` of its own making is answered with the proof. */
function proofIn({ url }: IncomingMessage, { prove }: Place): object {
  const challenge = new URLSearchParams(url?.split('?', 2)[1]).get('challenge');
  const proof = challenge === null ? null : prove(challenge);
  return proof === null ? {} : { proof };
}

/** The path as it was sent, not tidied up; a request for a whole address (RFC 9112, absolute-form) names none of ours. */
function pathOf(request: IncomingMessage): string {
  return request.url?.split('?', 1)[0] ?? '';
}
