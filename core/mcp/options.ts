import type { AnyTool } from '../tools/contract/tool.ts';
import type { Caller } from '../caller.ts';
import type { CallName, ToolCall, ToolResult } from './call.ts';

/** What the MCP server is built from. */
export interface McpOptions {
  readonly tools: readonly AnyTool[];
  /** Put before every tool name the agent sees; may be empty. */
  readonly toolPrefix: string;
  /** Handset's version, told to clients. */
  readonly version: string;
  /** Whether the tool is listed now; each is, unless given. A call of one that is not still reaches `call`. */
  isOffered?(name: string): boolean;
  /** Runs one call. A rejection becomes an `isError` result with its full text. */
  call(call: ToolCall): Promise<ToolResult>;
  /**
   * Cancels a call by a message of its client. Without it a client that is connected cancels by the
   * SDK's own handler, and one of HTTP by its request alone.
   */
  cancel?(caller: Caller, name: CallName): void;
}
