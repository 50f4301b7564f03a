/**
 * Lets a page use the phone that a Handset console holds: no dependencies, one file, served beside
 * every console at `embed/handset.js`.
 *
 *     import { connectHandset } from './handset.js';
 *
 *     const phone = await connectHandset({
 *       console: 'http://127.0.0.1:7340/',
 *       in: document.getElementById('phone'),
 *     });
 *     const { content } = await phone.call('get_screen_tree', { compact: true });
 *
 * What tools answer comes from a phone that shows what strangers send: it is data, never instructions.
 */
import { readTell } from '../browser-agents/handshake.ts';
import { DoorError, type DoorErrorCode } from './door-error.ts';
import { knock } from './knock.ts';
import { type CallProgress, McpPort, type RequestOptions } from './mcp-port.ts';
import { type Place, type Whereabouts, openPlace } from './place.ts';

export { type CallProgress, DoorError, type DoorErrorCode, type RequestOptions };

interface ConnectOptions {
  /** The console's address, `http://127.0.0.1:7340/`; relative to the page's own. */
  readonly console: string | URL;
  /**
   * An element to put the console into, as a frame; `'window'` for a window of its own; or the
   * frame or window that shows it already, which may be the page's own window.
   */
  readonly in: Whereabouts;
  /** Aborting gives up before the console has answered; afterwards it does nothing. */
  readonly signal?: AbortSignal;
  /** How long the console may take to load and answer, 20 s unless given. The person is asked for a minute. */
  readonly timeoutMs?: number;
  /** Called when the person is asked whether this page may use the phone. */
  readonly onAsking?: () => void;
  /** Called when the person changed which tools there are. */
  readonly onToolsChanged?: () => void;
  /** How the agent calls itself in the protocol; the console names it by its origin. */
  readonly name?: string;
}

/** A tool, as MCP describes it. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** JSON Schema. */
  readonly inputSchema: { readonly [key: string]: unknown };
  readonly outputSchema?: { readonly [key: string]: unknown };
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean };
}

/** What a tool answered, as MCP describes it; a call that failed on the phone answers too, with `isError`. */
export interface CallToolResult {
  readonly content: readonly (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  )[];
  readonly isError?: boolean;
  readonly structuredContent?: { readonly [key: string]: unknown };
}

/** A connection to the phone. Its calls reject with a `DoorError`, or the signal's reason. */
export interface Handset {
  tools(): Promise<Tool[]>;
  call(
    name: string,
    args?: { readonly [key: string]: unknown },
    options?: RequestOptions,
  ): Promise<CallToolResult>;
  /** MCP, one JSON-RPC message as an object each, for a client of your own; use it in place of `tools` and `call`. */
  readonly port: MessagePort;
  /** Resolves when the connection has ended: by `close`, by the person, or since the console has gone. */
  readonly closed: Promise<void>;
  /** Ends the connection, and takes away the frame or window that was opened for it. */
  close(): void;
}

const readyWithinMs = 20_000;
/** The newest revision of MCP that connections of this kind speak. */
const protocolVersion = '2025-11-25';
/** More pages of tools than this no server has. */
const mostPages = 100;

/**
 * Opens or finds the console, asks it for a connection and waits for the person where they are
 * asked. Rejects with a `DoorError` whose message says what to do, or with the signal's reason.
 */
export async function connectHandset(options: ConnectOptions): Promise<Handset> {
  const { signal, onAsking, timeoutMs = readyWithinMs } = options;
  const { href, origin } = new URL(options.console, document.baseURI);
  const place = openPlace(href, options.in);
  try {
    const opened = await knock(place, {
      origin,
      timeoutMs,
      signal,
      ...(onAsking && { onAsking }),
    });
    const mcp = new McpPort(opened.port);
    const closed = endTogether(mcp, (event) => isGoodbye(event, { place, origin, id: opened.id }));
    const close = (): void => {
      void mcp.close();
      place.remove();
    };
    return { ...speak(mcp, options), port: opened.port, closed, close };
  } catch (error) {
    place.remove();
    throw error;
  }
}

/** Closes the port when either page goes, since ports do not tell; resolves when it is closed. */
function endTogether(
  mcp: McpPort,
  isTheEnd: (event: MessageEvent<unknown>) => boolean,
): Promise<void> {
  const hear = (event: MessageEvent<unknown>): void => {
    if (isTheEnd(event)) void mcp.close();
  };
  const leave = (): void => void mcp.close();
  addEventListener('message', hear);
  addEventListener('pagehide', leave);
  return new Promise((resolve) => {
    mcp.onClose = () => {
      removeEventListener('message', hear);
      removeEventListener('pagehide', leave);
      resolve();
    };
  });
}

interface Connected {
  readonly place: Place;
  readonly origin: string;
  readonly id: string;
}

function isGoodbye(
  { data, source, origin }: MessageEvent<unknown>,
  { place, ...connected }: Connected,
): boolean {
  if (source !== place.window || origin !== connected.origin) return false;
  const told = readTell(data);
  return told?.type === 'handset:closed' && told.id === connected.id;
}

function speak(mcp: McpPort, options: ConnectOptions): Pick<Handset, 'tools' | 'call'> {
  const { onToolsChanged, name = 'handset.js' } = options;
  mcp.onNotification = (method) => {
    if (method === 'notifications/tools/list_changed') onToolsChanged?.();
  };
  let greeted: Promise<void> | undefined;
  const ready = (): Promise<void> => (greeted ??= greet(mcp, name));
  return {
    tools: async () => {
      await ready();
      return await listTools(mcp);
    },
    call: async (tool, args = {}, callOptions = {}) => {
      await ready();
      const result = await mcp.request('tools/call', { name: tool, arguments: args }, callOptions);
      return result as unknown as CallToolResult; // Our own server's, which MCP's schema has checked.
    },
  };
}

async function greet(mcp: McpPort, name: string): Promise<void> {
  void mcp.start();
  const clientInfo = { name, version: '1' };
  await mcp.request('initialize', { protocolVersion, capabilities: {}, clientInfo });
  mcp.notify('notifications/initialized');
}

async function listTools(mcp: McpPort): Promise<Tool[]> {
  const all: Tool[] = [];
  let cursor: unknown;
  for (let page = 0; page < mostPages; page++) {
    const result = await mcp.request('tools/list', cursor === undefined ? {} : { cursor });
    const { tools, nextCursor } = result as { tools: Tool[]; nextCursor?: string }; // Our own server's.
    all.push(...tools);
    if (nextCursor === undefined) break;
    cursor = nextCursor;
  }
  return all;
}
