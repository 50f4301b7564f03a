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

/** What an MCP server of this console is made of. */
interface AnswerParts {
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

/** A way in for one agent of the browser. */
interface Door {
  /** The name its calls go under. */
  readonly agent: string;
  /** Transferred to the worker; the door owns it. */
  readonly port: MessagePort;
}

let lastPort = 0;

/**
 * Serves MCP on the port until the agent closes its end, goes away, or the signal aborts; resolves
 * then, with every call that came through it cancelled. Each port has a server of its own, so that
 * no agent can get another's answer.
 */
export async function serveDoor(mcp: Mcp, door: Door, signal: AbortSignal): Promise<void> {
  const caller: Caller = { agent: door.agent, from: 'page', chosenPhone: null, port: ++lastPort };
  const transport = new PortTransport(door.port);
  const close = (): void => void transport.close();
  const closed = new Promise<void>((resolve) => {
    // The server calls what stood here before it was connected.
    transport.onclose = resolve;
  });
  signal.addEventListener('abort', close, { once: true });
  try {
    await mcp.connect(transport, caller);
    if (signal.aborted) close();
    await closed;
  } finally {
    signal.removeEventListener('abort', close);
    // Where it could not even be served, the agent hears of it by its port.
    close();
  }
}

/** The tools as the page shows them, under the registry's names, whatever the person has switched off. */
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
