/** Raw requests with any Host, Origin and path, as no well-behaved client sends them. */
import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface RawRequest {
  readonly method?: string;
  /** Sent verbatim, including dot segments. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends one request to 127.0.0.1 and reads the whole response. */
export function rawRequest(port: number, options: RawRequest = {}): Promise<RawResponse> {
  const { method = 'GET', path = '/', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      text(response).then(
        (bodyText) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bodyText }),
        reject,
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** How a WebSocket ended: rejected with an HTTP status, or closed with a code and a reason. */
interface SocketClose {
  readonly status?: number;
  readonly code?: number;
  readonly reason: string;
}

/** Opens the console's socket with these headers, sends the frames, and resolves when it has closed. */
export function untilSocketCloses(
  port: number,
  headers: Readonly<Record<string, string>>,
  frames: readonly string[] = [],
): Promise<SocketClose> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { headers });
    socket.on('open', () => frames.forEach((frame) => socket.send(frame)));
    socket.on('unexpected-response', (_request, response) => {
      text(response).then(
        (reason) => resolve({ status: response.statusCode ?? 0, reason }),
        reject,
      );
    });
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    socket.on('error', reject);
  });
}
