/** Stands between the suite and the bridge: the suite can't send a token. */
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { Bridge } from '../bridge-process.ts';

/** A running proxy; the caller closes it. */
export interface Proxy {
  /** Where it answers in place of the bridge's address for agents. */
  readonly mcp: string;
  close(): Promise<void>;
}

/**
 * Adds the token to every request and changes nothing else. Host and Origin go on as they came, so
 * that the bridge judges them; but where they name the proxy's port, the bridge's takes its place,
 * whatever the name before it: the client that asks the proxy for `localhost` means the bridge by it.
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

/** An answer's end, at either side, is the other side's too: that is how clients cancel. */
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
