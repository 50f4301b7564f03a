/** The clients of MCP's official SDKs, with a common interface. */
import {
  Client as ModernClient,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { TOKEN } from './bridge.ts';

/** The SDK version that most agents use, and its successor in both version negotiation modes. */
export type ClientKind = 'v1' | 'v2 legacy' | 'v2 auto';
export const CLIENT_KINDS: readonly ClientKind[] = ['v1', 'v2 legacy', 'v2 auto'];

/** The common interface of the clients. */
export interface TestClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  call(text: string, more?: CallExtras): Promise<{ text: string; isError: boolean }>;
  serverVersion(): string | undefined;
  close(): Promise<void>;
}

interface CallExtras {
  readonly tool?: string;
  readonly signal?: AbortSignal;
  /** Requests progress notifications and receives them. */
  onprogress?(progress: ReceivedProgress): void;
}

/** One progress notification. */
export interface ReceivedProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** A program that a client starts as a stdio server. */
export interface StdioProgram {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/** Connects a client over HTTP; it is closed after the test. */
export function testClient(kind: ClientKind, url: string, token = TOKEN): Promise<TestClient> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  return kind === 'v1'
    ? connectV1(new OldHttpTransport(new URL(url), { requestInit }))
    : connectV2(kind, new StreamableHTTPClientTransport(new URL(url), { requestInit }));
}

/** Subscribes to changes of the tool list (MCP 2026-07-28); `closed` resolves when the stream has ended. */
export async function openStream(
  url: string,
  token = TOKEN,
): Promise<{ readonly closed: Promise<unknown> }> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const client = new ModernClient(INFO, { versionNegotiation: { mode: 'auto' } });
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client.listen({ toolsListChanged: true });
}

/** Connects a client that starts the program; both end after the test. */
export function stdioClient(kind: ClientKind, program: StdioProgram): Promise<TestClient> {
  return kind === 'v1'
    ? connectV1(new OldStdioTransport({ ...program, stderr: 'ignore' }))
    : connectV2(kind, new StdioClientTransport({ ...program, stderr: 'ignore' }));
}

const INFO = { name: 'test', version: '1' };

async function connectV1(transport: OldHttpTransport | OldStdioTransport): Promise<TestClient> {
  const client = new OldClient(INFO);
  await client.connect(transport);
  return toTestClient(client);
}

async function connectV2(kind: ClientKind, transport: Transport): Promise<TestClient> {
  const mode = kind === 'v2 auto' ? 'auto' : 'legacy';
  const client = new ModernClient(INFO, { versionNegotiation: { mode } });
  await client.connect(transport);
  return toTestClient(client);
}

/** Wraps a client of either SDK version; it is closed after the test. */
function toTestClient(client: OldClient | ModernClient): TestClient {
  onTestFinished(() => client.close());
  return {
    listTools: () => client.listTools(),
    call: async (text, { tool = 'echo_back', ...extras } = {}) => {
      const params = { name: tool, arguments: { text } };
      const result =
        client instanceof OldClient
          ? await client.callTool(params, undefined, extras)
          : await client.callTool(params, extras);
      return readResult(result);
    },
    serverVersion: () => client.getServerVersion()?.version,
    close: () => client.close(),
  };
}

const textResult = z.object({
  content: z.tuple([z.object({ text: z.string() })]),
  isError: z.boolean().default(false),
});

function readResult(result: unknown): { text: string; isError: boolean } {
  const { content, isError } = textResult.parse(result);
  return { text: content[0].text, isError };
}
