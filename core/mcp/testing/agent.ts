/** A connected MCP client as tests use it, whatever it is connected by. */
import { z } from 'zod';

const resultSchema = z.object({
  isError: z.boolean().default(false),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text: z.string() }),
      z.object({ type: z.literal('image'), data: z.base64(), mimeType: z.string() }),
      z.object({
        type: z.literal('resource'),
        resource: z.object({ uri: z.string(), mimeType: z.string(), blob: z.base64() }),
      }),
    ]),
  ),
});

/** A tool's result. */
export interface ToolCallResult {
  readonly isError: boolean;
  /** All text content, joined by newlines. */
  readonly text: string;
  readonly images: readonly { readonly mimeType: string; readonly bytes: Buffer }[];
  readonly files: readonly {
    readonly uri: string;
    readonly mimeType: string;
    readonly bytes: Buffer;
  }[];
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
  /** Until the client gives up, in ms; its default is a minute. */
  readonly timeout?: number;
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

/** The part of a client that the SDKs share. */
export interface SdkClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: ToolCallParams, options: ToolCallOptions): Promise<unknown>;
  close(): Promise<void>;
}

/** The agent that calls tools by this client. */
export function agentOf(client: SdkClient): Agent {
  return {
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}, options = {}) =>
      parseToolResult(await client.callTool({ name, arguments: args }, options)),
    close: () => client.close(),
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
    files: content.flatMap((part) => {
      if (part.type !== 'resource') return [];
      const { uri, mimeType, blob } = part.resource;
      return [{ uri, mimeType, bytes: Buffer.from(blob, 'base64') }];
    }),
  };
}
