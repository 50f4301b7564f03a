import { base64 } from '../../core/base64.ts';
import type { ToolCall, ToolResult } from '../../core/mcp/call.ts';
import { type Mcp, createMcp } from '../../core/mcp/server.ts';
import { tools } from '../../core/tools/registry.ts';
import { handsetVersion } from '../../core/version.ts';
import type { ToolOutcome } from '../calls/collect-reply.ts';
import type { ToolRunner } from '../calls/run-tool.ts';
import type { Gate } from '../controls/gate.ts';

/** What an MCP server of this console is made of. */
export interface AnswerParts {
  readonly runner: ToolRunner;
  readonly gate: Gate;
  readonly toolPrefix: string;
}

/** An MCP server of this console: every call goes to the runner, what the person switched off is not listed. */
export function answerMcp({ runner, gate, toolPrefix }: AnswerParts): Mcp {
  return createMcp({
    tools,
    toolPrefix,
    version: handsetVersion,
    isOffered: (name) => gate.isOffered(name),
    cancel: (caller, name) => runner.cancel(caller, name),
    call: async (call: ToolCall) => toResult((await runner.run(call)).outcome),
  });
}

/** Texts first, pictures after them. */
function toResult({ isError, texts, pictures, data }: ToolOutcome): ToolResult {
  const text = texts.map((each) => ({ type: 'text' as const, text: each }));
  const images = pictures.map(({ bytes, mimeType }) => ({
    type: 'image' as const,
    data: base64(bytes),
    mimeType,
  }));
  const result = { content: [...text, ...images], isError };
  return data === undefined ? result : { ...result, structuredContent: data };
}
