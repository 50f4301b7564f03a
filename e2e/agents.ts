/** Real MCP clients of every SDK that agents use today, behind one interface. */
import * as v2 from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StdioClientTransport,
  getDefaultEnvironment,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';
import { type Bridge, bridgeFile } from './bridge-process.ts';

/**
 * `v1`: the SDK most agents are built with. `v2`: its successor. `v2-auto`: the same, negotiating the
 * newest protocol revision. `stdio`: v1 over stdio, with a bridge that the agent starts.
 */
export const agentKinds = ['v1', 'v2', 'v2-auto', 'stdio'] as const;
export type AgentKind = (typeof agentKinds)[number];

const resultSchema = z.object({
  isError: z.boolean().default(false),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text: z.string() }),
      z.object({ type: z.literal('image'), data: z.base64(), mimeType: z.string() }),
    ]),
  ),
});

/** A tool's result. */
export interface ToolCallResult {
  readonly isError: boolean;
  /** All text content, joined by newlines. */
  readonly text: string;
  readonly images: readonly { readonly mimeType: string; readonly bytes: Buffer }[];
  /** `structuredContent`, if the tool returns any. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** One progress notification of a call. */
export interface ProgressNotification {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface ToolCallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: ProgressNotification) => void;
}

/** A connected client; the caller must close it. */
export interface Agent {
  listTools(): Promise<readonly string[]>;
  call(
    tool: string,
    args?: Record<string, unknown>,
    options?: ToolCallOptions,
  ): Promise<ToolCallResult>;
  close(): Promise<void>;
}

interface ToolCallParams {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** The part of a client that both SDKs share. */
interface SdkClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: ToolCallParams, options: ToolCallOptions): Promise<unknown>;
  close(): Promise<void>;
}

const clientInfo = { name: 'handset-e2e', version: '1.0.0' };

/** Connects a client to the bridge; `path` is appended to the MCP address, as in `/name`. */
export async function connectAgent(kind: AgentKind, bridge: Bridge, path = ''): Promise<Agent> {
  const client = await connect(kind, bridge, path);
  return {
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}, options = {}) =>
      parseToolResult(await client.callTool({ name, arguments: args }, options)),
    close: () => client.close(),
  };
}

async function connect(kind: AgentKind, bridge: Bridge, path: string): Promise<SdkClient> {
  const url = new URL(bridge.mcp + path);
  const requestInit = { headers: { Authorization: `Bearer ${bridge.token}` } };
  if (kind === 'v1' || kind === 'stdio') {
    const client = new Client(clientInfo);
    await client.connect(
      kind === 'v1'
        ? new StreamableHTTPClientTransport(url, { requestInit })
        : new StdioClientTransport(stdioBridgeCommand(bridge)),
    );
    return {
      listTools: () => client.listTools(),
      // The second parameter is a result schema.
      callTool: (call, options) => client.callTool({ ...call }, undefined, options),
      close: () => client.close(),
    };
  }
  const client = new v2.Client(
    clientInfo,
    kind === 'v2-auto' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  await client.connect(new v2.StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

/** The command with which an agent starts a stdio bridge on this port and config folder. */
export function stdioBridgeCommand({ port, configDir }: Pick<Bridge, 'port' | 'configDir'>) {
  return {
    command: process.execPath,
    args: [bridgeFile, '--stdio', '--no-open', '--port', String(port)],
    env: { ...getDefaultEnvironment(), HANDSET_CONFIG_DIR: configDir },
  };
}

/** Parses the result of `callTool`; throws if it is not a tool result. */
export function parseToolResult(result: unknown): ToolCallResult {
  const { isError, content, structuredContent } = resultSchema.parse(result);
  return {
    isError,
    ...(structuredContent === undefined ? {} : { data: structuredContent }),
    text: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
    images: content.flatMap((part) =>
      part.type === 'image'
        ? [{ mimeType: part.mimeType, bytes: Buffer.from(part.data, 'base64') }]
        : [],
    ),
  };
}
