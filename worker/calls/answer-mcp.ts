import { base64 } from '../../core/base64.ts';
import type { Caller } from '../../core/caller.ts';
import type { ToolInfo } from '../../core/link/messages.ts';
import type { ToolCall, ToolResult } from '../../core/mcp/call.ts';
import { listTools, toolNames } from '../../core/mcp/listing.ts';
import { PortTransport } from '../../core/mcp/port-transport.ts';
import { type Mcp, createMcp } from '../../core/mcp/server.ts';
import type { AnyTool } from '../../core/tools/shared/tool.ts';
import { tools } from '../../core/tools/registry.ts';
import { handsetVersion } from '../../core/version.ts';
import type { ToolOutcome } from './collect-reply.ts';
import type { Gate } from './gate.ts';
import type { ToolRunner } from './run-tool.ts';

/** What an MCP server of this console is built from. */
interface AnswerParts {
  readonly runner: ToolRunner;
  readonly gate: Gate;
  readonly toolPrefix: string;
}

/** Creates an MCP server of this console: calls go to the runner, and tools that the person switched off are not listed. */
export function answerMcp({ runner, gate, toolPrefix }: AnswerParts): Mcp {
  return createMcp({
    tools,
    toolPrefix,
    version: handsetVersion,
    isOffered: (name) => gate.isOffered(name),
    cancel: (caller, requestId) => runner.cancel(caller, requestId),
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

/** The MessagePort of one agent in the browser. */
interface Door {
  /** The agent's name in its calls. */
  readonly agent: string;
  /** Transferred to the worker, which then owns it. */
  readonly port: MessagePort;
}

let lastPort = 0;

/**
 * Serves MCP on the port until the agent closes its end or is gone, or the signal aborts; then
 * resolves, with every call of this port cancelled. Each port has a server of its own, so that no
 * agent can get another's answer.
 */
export async function serveDoor(mcp: Mcp, door: Door, signal: AbortSignal): Promise<void> {
  const caller: Caller = { agent: door.agent, from: 'page', chosenPhone: null, port: ++lastPort };
  const transport = new PortTransport(door.port);
  const close = (): void => void transport.close();
  const closed = new Promise<void>((resolve) => {
    // The server calls the earlier handler too; it must be set before connecting.
    transport.onclose = resolve;
  });
  signal.addEventListener('abort', close, { once: true });
  try {
    await mcp.connect(transport, caller);
    if (signal.aborted) close();
    await closed;
  } finally {
    signal.removeEventListener('abort', close);
    // Also closes the port when serving failed, so that the agent notices.
    close();
  }
}

/** The tools for the page, under the registry's names, including those that are switched off. */
export function toolInfos(tools: readonly AnyTool[]): readonly ToolInfo[] {
  const names = toolNames(
    tools.map(({ name }) => name),
    '',
  );
  const listed = listTools(tools, names);
  return tools.map(({ name, title, description, effect, at }, index) => {
    const inputSchema = listed[index]?.inputSchema ?? { type: 'object' };
    return { name, title, description, inputSchema, effect, needsPhone: at !== 'desk' };
  });
}
