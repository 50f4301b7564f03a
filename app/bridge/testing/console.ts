/** A console without a browser: the worker's connection to the bridge with an MCP server behind it. */
import { onTestFinished } from 'vitest';
import { WebSocket as NodeWebSocket } from 'ws';
import type { BridgeStatus } from '#core/link/messages.ts';
import { createMcpServer, type ToolCall, type ToolResult } from '#core/mcp/server.ts';
import type { OpenConsole } from '#core/relay/frames.ts';
import { BridgeConnection } from '#worker/relay/bridge-connection.ts';
import { PAGE_SECRET, TOOLS } from './bridge.ts';

/** Options of `testConsole`. */
export interface TestConsoleOptions {
  readonly port: number;
  readonly secret?: string;
  readonly origin?: string;
  /** Identifies the tab; a random id by default. */
  readonly tab?: string;
  call?(call: ToolCall): Promise<ToolResult>;
}

/** The worker's connection to the bridge, with a record of what it reported. */
export interface TestConsole extends BridgeConnection {
  readonly statuses: readonly BridgeStatus[];
  readonly prefixes: readonly string[];
  readonly sockets: readonly NodeWebSocket[];
  /** Every list of open consoles that it received. */
  readonly lists: readonly (readonly OpenConsole[])[];
  latest(): BridgeStatus | undefined;
}

/** Connects a console to a bridge; it is closed after the test. */
export function testConsole(options: TestConsoleOptions): TestConsole {
  const statuses: BridgeStatus[] = [];
  const prefixes: string[] = [];
  const sockets: NodeWebSocket[] = [];
  const lists: (readonly OpenConsole[])[] = [];
  const origin = options.origin ?? `http://127.0.0.1:${options.port}`;
  class BrowserLikeSocket extends NodeWebSocket {
    constructor(url: string | URL) {
      super(url, { origin });
      sockets.push(this);
    }
  }
  const connection = new BridgeConnection({
    serve: ({ toolPrefix }) => {
      if (toolPrefix !== '') prefixes.push(toolPrefix);
      const echo = ({ arguments: args }: ToolCall) =>
        Promise.resolve(textResult(JSON.stringify(args)));
      return createMcpServer({
        tools: TOOLS,
        toolPrefix,
        version: 'console',
        callTool: options.call ?? echo,
      });
    },
    onStatus: (status) => statuses.push(status),
    onConsoles: (consoles) => lists.push(consoles),
    // ws implements the parts of the browser's class that the worker uses.
    WebSocket: BrowserLikeSocket as unknown as typeof WebSocket,
  });
  connection.join({
    url: `http://127.0.0.1:${options.port}/`,
    secret: options.secret ?? PAGE_SECRET,
    tab: options.tab ?? crypto.randomUUID(),
  });
  onTestFinished(() => connection.close());
  const latest = (): BridgeStatus | undefined => statuses.at(-1);
  return Object.assign(connection, { statuses, prefixes, sockets, lists, latest });
}

/** A tool result with one text. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: false };
}

/** A call that a test console runs until the caller aborts it. */
export class HangingCall {
  state: 'idle' | 'running' | 'aborted' = 'idle';

  /** The console's `call`. A timer keeps it running, as a socket would for real work. */
  readonly run = async ({ signal }: ToolCall): Promise<ToolResult> => {
    this.state = 'running';
    await new Promise<void>((resolve) => {
      const work = setInterval(() => signal.aborted && done(), 5);
      const done = (): void => {
        clearInterval(work);
        resolve();
      };
    });
    this.state = 'aborted';
    return textResult('late');
  };
}
