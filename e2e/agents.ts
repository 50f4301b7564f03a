/** Real MCP clients of every kind that agents use today, behind one small face. */
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
 * `v1`: the SDK most agents are built with. `v2`: its successor. `v2-auto`: the same, taking the
 * newest revision of the protocol. `stdio`: a bridge of its own, started by the agent.
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

/** What came back from a tool. */
export interface Answer {
  readonly isError: boolean;
  /** All texts, joined by newlines. */
  readonly text: string;
  readonly images: readonly { readonly mimeType: string; readonly bytes: Buffer }[];
  /** Structured content, of tools that answer with data. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** How far a call has come, as the client heard it. */
export interface HeardProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: HeardProgress) => void;
}

/** A connected client; the caller closes it. */
export interface Agent {
  listTools(): Promise<readonly string[]>;
  call(tool: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

interface ToolCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** The part of a client that both SDKs share. */
interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: ToolCall, options: CallOptions): Promise<unknown>;
  close(): Promise<void>;
}

const info = { name: 'handset-e2e', version: '1.0.0' };

/** Connects a client to the bridge; `path` is added to the agents' address, as `/name`. */
export async function openAgent(kind: AgentKind, bridge: Bridge, path = ''): Promise<Agent> {
  const client = await connect(kind, bridge, path);
  return {
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}, options = {}) =>
      toAnswer(await client.callTool({ name, arguments: args }, options)),
    close: () => client.close(),
  };
}

async function connect(kind: AgentKind, bridge: Bridge, path: string): Promise<AnyClient> {
  const url = new URL(bridge.mcp + path);
  const requestInit = { headers: { Authorization: `Bearer ${bridge.token}` } };
  if (kind === 'v1' || kind === 'stdio') {
    const client = new Client(info);
    await client.connect(
      kind === 'v1'
        ? new StreamableHTTPClientTransport(url, { requestInit })
        : new StdioClientTransport(stdioProgram(bridge)),
    );
    return {
      listTools: () => client.listTools(),
      // Its second parameter is a schema for the result.
      callTool: (call, options) => client.callTool({ ...call }, undefined, options),
      close: () => client.close(),
    };
  }
  const client = new v2.Client(
    info,
    kind === 'v2-auto' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  await client.connect(new v2.StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

/** How an agent starts a bridge of its own, on this port and with these secrets. */
export function stdioProgram({ port, configDir }: Pick<Bridge, 'port' | 'configDir'>) {
  return {
    command: process.execPath,
    args: [bridgeFile, '--stdio', '--no-open', '--port', String(port)],
    env: { ...getDefaultEnvironment(), HANDSET_CONFIG_DIR: configDir },
  };
}

/** What a client got for a call; throws where that is no result of a tool. */
export function toAnswer(result: unknown): Answer {
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
