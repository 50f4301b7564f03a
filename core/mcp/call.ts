import type { Progress } from '../tools/contract/tool.ts';
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

/** One `tools/call` on its way to whoever runs tools. */
export interface McpCall extends Caller {
  /** The registry's name, without prefix; one that the registry holds. */
  readonly name: string;
  /** As the agent sent them, not yet validated. */
  readonly arguments: unknown;
  /** Aborts when the agent cancels or goes away; cancelling by message is `RunningCalls.cancel`. */
  readonly signal: AbortSignal;
  /** Tells the agent how far the call has come, where it asked to be told. */
  onProgress(progress: Progress): void;
}
