import type { Progress } from '../tools/shared/tool.ts';
import type { Caller } from '../caller.ts';

/** One request of an agent to an MCP server: HTTP without an address. */
export interface McpRequest {
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON text of one message, or of a batch. */
  readonly body: string;
  /** Aborts when the agent has gone. */
  readonly signal?: AbortSignal;
}

/** The request as a server of the SDK takes it; the address means nothing, but there must be one. */
export function toHttpRequest({ headers, body, signal }: McpRequest): Request {
  const init = { method: 'POST', headers, body };
  return new Request(
    'http://handset.invalid/mcp',
    signal === undefined ? init : { ...init, signal },
  );
}

/** One item of a tool's answer, in MCP's own shape; `data` is base64. */
export type ContentItem =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

/** A tool's answer in MCP's shape. */
export interface ToolResult {
  readonly content: readonly ContentItem[];
  readonly isError: boolean;
  /** The answer as data, of a tool with an output schema; JSON. */
  readonly structuredContent?: { readonly [key: string]: unknown };
}

/** One call of a tool, whoever makes it. */
export interface ToolCall extends Caller {
  /** The registry's name, without prefix. */
  readonly name: string;
  /** As the agent sent them, not yet validated. */
  readonly arguments: unknown;
  /** The JSON-RPC id by which its client may cancel it; 1 and "1" are two. Absent where the caller has the signal alone. */
  readonly requestId?: string | number;
  /** Aborts when the caller gives up or goes away. */
  readonly signal: AbortSignal;
  /** Tells the agent how far the call has come, where it asked to be told. */
  onProgress(progress: Progress): void;
}
