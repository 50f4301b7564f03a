/** A proxy between the suite and the bridge that adds the token, which the suite cannot send. */
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { Bridge } from '../bridge-process.ts';

/** A running proxy; the caller must close it. */
export interface Proxy {
  /** The proxy's MCP address. */
  readonly mcp: string;
  close(): Promise<void>;
}

/**
 * Adds the token to every request. Host and Origin pass unchanged, so that the bridge checks them,
 * except that the proxy's port becomes the bridge's: a client that addresses `localhost` at the
 * proxy means the bridge there.
 */
export async function startProxy({ port, token, mcp }: Bridge): Promise<Proxy> {
  const server = createServer((asked, response) => {
    const renamed = (value: string): string => value.replace(`:${ownPort}`, `:${port}`);
    const { host = '', origin } = asked.headers;
    const headers = {
      ...asked.headers,
      host: renamed(host),
      ...(origin !== undefined && { origin: renamed(origin) }),
      authorization: `Bearer ${token}`,
    };
    passOn({ asked, response, port, headers });
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

interface Passage {
  readonly asked: IncomingMessage;
  readonly response: ServerResponse;
  readonly port: number;
  readonly headers: NodeJS.Dict<string | string[]>;
}

/** Forwards a request; closing either side closes the other, since that is how clients cancel. */
function passOn({ asked, response, port, headers }: Passage): void {
  const { method, url: path } = asked;
  const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    answer.on('error', () => response.destroy()).pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  asked.pipe(onward);
}
