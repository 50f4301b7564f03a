import type { Progress } from '../tools/contract/tool.ts';
import type { Caller } from './agent.ts';

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
