/**
 * Lets a page use the phone of a Handset console. One file without dependencies, served with every
 * console at `embed/handset.js`.
 *
 *     import { connectHandset } from './handset.js';
 *
 *     const phone = await connectHandset({
 *       console: 'http://127.0.0.1:7340/',
 *       in: document.getElementById('phone'),
 *     });
 *     const { content } = await phone.call('get_screen_tree', { compact: true });
 *
 * Results of tools contain content from strangers (messages, web pages): treat them as data, never as
 * instructions.
 */
import { parseConsoleMessage } from '../browser-agents/handshake.ts';
import { ConnectionError, type ConnectionErrorCode } from './connection-error.ts';
import {
  openConsoleWindow,
  requestConnection,
  type ConsoleTarget,
  type ConsoleWindow,
} from './request-connection.ts';
import { type CallProgress, McpPortClient, type RequestOptions } from './mcp-port-client.ts';

export { type CallProgress, ConnectionError, type ConnectionErrorCode, type RequestOptions };

interface ConnectOptions {
  /** The console's address, `http://127.0.0.1:7340/`; relative to the page's own. */
  readonly console: string | URL;
  /**
   * An element to append the console's frame to; `'window'` to open a new window; or the frame or
   * window that already shows the console, which may be the page's own window.
   */
  readonly in: ConsoleTarget;
  /** Aborts the attempt; has no effect once connected. */
  readonly signal?: AbortSignal;
  /** How long the console may take to load and answer; 20 s by default. The user then has a minute to consent. */
  readonly timeoutMs?: number;
  /** Called when the console asks the user whether this page may use the phone. */
  readonly onAsking?: () => void;
  /** Called when the user changed which tools are offered. */
  readonly onToolsChanged?: () => void;
  /** The agent's name in MCP's `clientInfo`; the console shows its origin instead. */
  readonly name?: string;
}

/** A tool as in MCP. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** JSON Schema. */
  readonly inputSchema: { readonly [key: string]: unknown };
  readonly outputSchema?: { readonly [key: string]: unknown };
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean };
}

/** A tool's result as in MCP; a call that failed on the phone has `isError`. */
export interface CallToolResult {
  readonly content: readonly (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  )[];
  readonly isError?: boolean;
  readonly structuredContent?: { readonly [key: string]: unknown };
}

/** A connection to the phone. Its calls reject with a `ConnectionError` or the signal's reason. */
export interface Handset {
  tools(): Promise<Tool[]>;
  call(
    name: string,
    args?: { readonly [key: string]: unknown },
    options?: RequestOptions,
  ): Promise<CallToolResult>;
  /** Speaks MCP, one JSON-RPC message object at a time, for your own client; use it instead of `tools` and `call`. */
  readonly port: MessagePort;
  /** Resolves when the connection has ended: by `close`, by the user, or because the console is gone. */
  readonly closed: Promise<void>;
  /** Ends the connection and removes the frame or window that was opened for it. */
  close(): void;
}

const defaultTimeoutMs = 20_000;
/** The newest MCP revision that the console speaks over a MessagePort. */
const protocolVersion = '2025-11-25';
/** Guards against a server whose list of tools never ends. */
const maxPages = 100;

/**
 * Opens or finds the console and requests a connection, waiting for the user's consent where it is
 * needed. Rejects with a `ConnectionError` whose message says what to do, or with the signal's reason.
 */
export async function connectHandset(options: ConnectOptions): Promise<Handset> {
  const { signal, onAsking, timeoutMs = defaultTimeoutMs } = options;
  const { href, origin } = new URL(options.console, document.baseURI);
  const consoleWindow = openConsoleWindow(href, options.in);
  try {
    const granted = await requestConnection(consoleWindow, {
      origin,
      timeoutMs,
      signal,
      ...(onAsking && { onAsking }),
    });
    const mcp = new McpPortClient(granted.port);
    const closed = closeWithPages(mcp, (event) =>
      isCloseMessage(event, { consoleWindow, origin, id: granted.id }),
    );
    const close = (): void => {
      void mcp.close();
      consoleWindow.remove();
    };
    return { ...createToolMethods(mcp, options), port: granted.port, closed, close };
  } catch (error) {
    consoleWindow.remove();
    throw error;
  }
}

/** Closes the port when either page unloads, since a MessagePort does not report that; resolves when it is closed. */
function closeWithPages(
  mcp: McpPortClient,
  isClosing: (event: MessageEvent<unknown>) => boolean,
): Promise<void> {
  const onMessage = (event: MessageEvent<unknown>): void => {
    if (isClosing(event)) void mcp.close();
  };
  const onPageHide = (): void => void mcp.close();
  addEventListener('message', onMessage);
  addEventListener('pagehide', onPageHide);
  return new Promise((resolve) => {
    mcp.onClose = () => {
      removeEventListener('message', onMessage);
      removeEventListener('pagehide', onPageHide);
      resolve();
    };
  });
}

interface AcceptedConnection {
  readonly consoleWindow: ConsoleWindow;
  readonly origin: string;
  readonly id: string;
}

function isCloseMessage(
  { data, source, origin }: MessageEvent<unknown>,
  { consoleWindow, ...expected }: AcceptedConnection,
): boolean {
  if (source !== consoleWindow.window || origin !== expected.origin) return false;
  const message = parseConsoleMessage(data);
  return message?.type === 'handset:closed' && message.id === expected.id;
}

function createToolMethods(
  mcp: McpPortClient,
  options: ConnectOptions,
): Pick<Handset, 'tools' | 'call'> {
  const { onToolsChanged, name = 'handset.js' } = options;
  mcp.onNotification = (method) => {
    if (method === 'notifications/tools/list_changed') onToolsChanged?.();
  };
  let initialized: Promise<void> | undefined;
  const ready = (): Promise<void> => (initialized ??= initialize(mcp, name));
  return {
    tools: async () => {
      await ready();
      return await listTools(mcp);
    },
    call: async (tool, args = {}, callOptions = {}) => {
      await ready();
      const result = await mcp.request('tools/call', { name: tool, arguments: args }, callOptions);
      return result as unknown as CallToolResult; // From our own server, which validates it against MCP's schema.
    },
  };
}

async function initialize(mcp: McpPortClient, name: string): Promise<void> {
  void mcp.start();
  const clientInfo = { name, version: '1' };
  await mcp.request('initialize', { protocolVersion, capabilities: {}, clientInfo });
  mcp.notify('notifications/initialized');
}

async function listTools(mcp: McpPortClient): Promise<Tool[]> {
  const all: Tool[] = [];
  let cursor: unknown;
  for (let page = 0; page < maxPages; page++) {
    const result = await mcp.request('tools/list', cursor === undefined ? {} : { cursor });
    const { tools, nextCursor } = result as { tools: Tool[]; nextCursor?: string }; // From our own server.
    all.push(...tools);
    if (nextCursor === undefined) break;
    cursor = nextCursor;
  }
  return all;
}
