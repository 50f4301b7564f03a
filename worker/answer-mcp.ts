import type { McpCall, ToolResult } from '../core/mcp/call.ts';
import { type Mcp, createMcp } from '../core/mcp/server.ts';
import { tools } from '../core/tools/registry.ts';
import { handsetVersion } from '../core/version.ts';
import type { ToolOutcome } from './collect-reply.ts';
import type { ToolRunner } from './run-tool.ts';

/** The MCP server of this console: every call goes to the runner. */
export function answerMcp(runner: ToolRunner, toolPrefix: string): Mcp {
  return createMcp({
    tools,
    toolPrefix,
    version: handsetVersion,
    call: async (call: McpCall) => toResult((await runner.run(call)).outcome),
  });
}

/** Texts first, pictures after them. */
function toResult({ isError, texts, pictures, data }: ToolOutcome): ToolResult {
  const text = texts.map((each) => ({ type: 'text' as const, text: each }));
  const images = pictures.map(({ bytes, mimeType }) => ({
    type: 'image' as const,
    data: toBase64(bytes),
    mimeType,
  }));
  const result = { content: [...text, ...images], isError };
  return data === undefined ? result : { ...result, structuredContent: data };
}

/** Arguments a call of String.fromCharCode may have; more overflow the stack. */
const chunkBytes = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  }
  return btoa(binary);
}
