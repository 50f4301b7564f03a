import type { CallProgress } from '../tools/shared/tool.ts';
import type { Caller } from '../caller.ts';

/** One HTTP request of an agent to the MCP server; it needs no URL. */
export interface McpRequest {
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON text of one message, or of a batch. */
  readonly body: string;
  /** Aborts when the agent disconnects. */
  readonly signal?: AbortSignal;
}

/** Converts to a Request for the SDK, whose URL is a placeholder. */
export function toHttpRequest({ headers, body, signal }: McpRequest): Request {
  const init = { method: 'POST', headers, body };
  return new Request(
    'http://handset.invalid/mcp',
    signal === undefined ? init : { ...init, signal },
  );
}

/** One item of a tool result, in MCP's shape; `data` is Base64. */
export type ContentItem =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

/** A tool result in MCP's shape. */
export interface ToolResult {
  readonly content: readonly ContentItem[];
  readonly isError: boolean;
  /** The result as JSON, for tools with an output schema. */
  readonly structuredContent?: { readonly [key: string]: unknown };
}

/** One tool call of an agent or the user. */
export interface ToolCall extends Caller {
  /** The registry's name, without prefix. */
  readonly name: string;
  /** Not yet validated. */
  readonly arguments: unknown;
  /** The JSON-RPC id by which the client may cancel it; 1 and "1" are different ids. Absent where the caller only has the signal. */
  readonly requestId?: string | number;
  /** Aborts when the caller cancels or disconnects. */
  readonly signal: AbortSignal;
  /** Reports progress to the agent, if it requested that. */
  onProgress(progress: CallProgress): void;
}
