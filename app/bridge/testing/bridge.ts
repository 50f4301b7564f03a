/** Real bridges for tests, each on a port of its own, and raw requests to them, which no client normalises. */
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { RELAY_VERSION } from '#core/relay/limits.ts';
import { type Tool, defineTool } from '#core/tools/shared/tool.ts';
import { type BridgeOptions, type RunningBridge, startBridge } from '../bridge.ts';

export const TOKEN = 'test-token-0123456789-abcdefghijklmnopqrst';
export const PAGE_SECRET = 'page-secret-0123456789-abcdefghijklmnopqrs';

/** A tool for tests; the test's own `call` answers its calls. */
const echoTool = defineTool({
  name: 'echo_back',
  title: 'Echo',
  words: { wantsTo: ['use it'] },
  description: 'Says it again.',
  input: z.strictObject({ text: z.string().default('') }),
  effect: 'read',
  execute: () => Promise.resolve(),
});

export const TOOLS: readonly Tool[] = [echoTool];

/** Creates a folder that is deleted after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handset-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Options of a bridge on any free port. */
export const bridgeOptions: BridgeOptions = {
  port: 0,
  token: TOKEN,
  tokenLocation: 'It is in the test.',
  pageSecret: PAGE_SECRET,
  configFolder: '/nonexistent',
  toolPrefix: '',
  allTools: false,
  screenReader: true,
  ownToken: true,
  programPath: '/nonexistent/bridge.js',
  allowedOrigins: [],
  allowAdb: false,
  filesFolder: null,
  adbServer: null,
  consoleWaitMs: 50,
  consoleFolder: '/nonexistent',
  tools: TOOLS,
};

/** Starts a bridge on a free port; it is closed after the test. */
export async function testBridge(options: Partial<BridgeOptions> = {}): Promise<RunningBridge> {
  const bridge = await startBridge({ ...bridgeOptions, ...options });
  onTestFinished(() => bridge.close());
  return bridge;
}

/** Waits until the expectation passes; the timeout allows for a busy machine. */
export function eventually(expectation: () => unknown): Promise<unknown> {
  return vi.waitFor(expectation, { timeout: 30_000, interval: 20 });
}

export interface RawRequest {
  readonly method?: string;
  /** Sent unchanged, including dot segments. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The loopback address to connect to. */
  readonly address?: string;
}

export interface RawResponse {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Sends one request and reads the whole response. */
export function sendRequest(port: number, rawRequest: RawRequest): Promise<RawResponse> {
  const { method = 'GET', path = '/', headers = {}, body = '', address = '127.0.0.1' } = rawRequest;
  return new Promise((resolve, reject) => {
    const options = { port, host: address, method, path, headers, agent: false };
    const clientRequest = httpRequest(options, (response) => {
      text(response).then(
        (content) =>
          resolve({ status: response.statusCode, headers: response.headers, body: content }),
        reject,
      );
    });
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}

export const bearer = { authorization: `Bearer ${TOKEN}` };
export const jsonHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
export const LIST_TOOLS = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

/** Sends a valid tools/list request; the headers override its own. */
export function listTools(
  port: number,
  headers: Record<string, string> = {},
  path = '/mcp',
): Promise<RawResponse> {
  const allHeaders = { ...jsonHeaders, ...bearer, ...headers };
  return sendRequest(port, { method: 'POST', path, headers: allHeaders, body: LIST_TOOLS });
}

/** The first frame of a console. */
export const hello = { kind: 'hello', version: RELAY_VERSION, secret: PAGE_SECRET, page: 'p' };

/** Opens a socket and sends a frame. Resolves with the HTTP status that refused the upgrade, the first frame received, or the close code. */
export function openSocket(
  port: number,
  headers: Record<string, string>,
  { frame = hello, path = '/socket' }: { readonly frame?: unknown; readonly path?: string } = {},
): Promise<unknown> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
    socket.on('open', () => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)));
    socket.on('message', (data: Buffer) => resolve(JSON.parse(data.toString())));
    socket.on('close', resolve);
    socket.on('error', () => undefined);
  }).finally(() => socket.terminate());
}

/** Opens a TCP connection; `ended` resolves with everything received until it closed. */
export function openConnection(
  port: number,
  address = '127.0.0.1',
): { readonly socket: Socket; readonly ended: Promise<string> } {
  const socket = connect(port, address);
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (data: Buffer) => (received += data.toString()));
  // A reset connection also emits close.
  socket.on('error', () => undefined);
  return { socket, ended: new Promise((resolve) => socket.on('close', () => resolve(received))) };
}
