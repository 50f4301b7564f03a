/** A proxy between the suite and the bridge that adds the token, which the suite cannot send. */
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { Bridge } from '../bridge-process.ts';

/** A running proxy; the caller must close it. */
export interface TokenProxy {
  /** The proxy's MCP address. */
  readonly mcp: string;
  close(): Promise<void>;
}

/**
 * Adds the token to every request. Host and Origin pass unchanged, so that the bridge checks them,
 * except that the proxy's port becomes the bridge's: a client that addresses `localhost` at the
 * proxy means the bridge there.
 */
export async function startProxy({ port, token, mcp }: Bridge): Promise<TokenProxy> {
  const server = createServer((incoming, response) => {
    const withBridgePort = (value: string): string => value.replace(`:${ownPort}`, `:${port}`);
    const { host = '', origin } = incoming.headers;
    const headers = {
      ...incoming.headers,
      host: withBridgePort(host),
      ...(origin !== undefined && { origin: withBridgePort(origin) }),
      authorization: `Bearer ${token}`,
    };
    forward({ incoming, response, port, headers });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const ownPort = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    mcp: mcp.replace(`:${port}`, `:${ownPort}`),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface ForwardedRequest {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly port: number;
  readonly headers: NodeJS.Dict<string | string[]>;
}

/** Forwards a request; closing either side closes the other, since that is how clients cancel. */
function forward({ incoming, response, port, headers }: ForwardedRequest): void {
  const { method, url: path } = incoming;
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    answer.on('error', () => response.destroy()).pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}
