/** Requests as no well-behaved client sends them: no client that tidies paths or headers stands between. */
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { RELAY_VERSION } from '../../../core/relay/limits.ts';
import { PAGE_SECRET, TOKEN } from './bridge.ts';

export interface Asked {
  readonly method?: string;
  /** Sent as it is written, dots and all. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The loopback address to ask at. */
  readonly address?: string;
}

export interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Sends one request, reads the whole answer. */
export function ask(port: number, asked: Asked): Promise<Answered> {
  const { method = 'GET', path = '/', headers = {}, body = '', address = '127.0.0.1' } = asked;
  return new Promise((resolve, reject) => {
    const options = { port, host: address, method, path, headers, agent: false };
    const sent = httpRequest(options, (response) => {
      const { statusCode: status, headers: got } = response;
      text(response).then((content) => resolve({ status, headers: got, body: content }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export const bearer = { authorization: `Bearer ${TOKEN}` };
export const json = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
export const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

/** A tools/list that would be answered, with other headers. */
export function list(
  port: number,
  headers: Record<string, string> = {},
  path = '/mcp',
): Promise<Answered> {
  const all = { ...json, ...bearer, ...headers };
  return ask(port, { method: 'POST', path, headers: all, body: LIST });
}

/** What a console says first. */
export const hello = { kind: 'hello', version: RELAY_VERSION, secret: PAGE_SECRET, page: 'p' };

/** What became of a socket: the status that refused the upgrade, the first frame after the greeting, or the code that closed it. */
export function knock(
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

/** A bare connection, and all that came over it until the far side closed it. */
export function connection(
  port: number,
  address = '127.0.0.1',
): { readonly socket: Socket; readonly ended: Promise<string> } {
  const socket = connect(port, address);
  onTestFinished(() => void socket.destroy());
  let said = '';
  socket.on('data', (data: Buffer) => (said += data.toString()));
  // A connection that is cut ends as well.
  socket.on('error', () => undefined);
  return { socket, ended: new Promise((resolve) => socket.on('close', () => resolve(said))) };
}
