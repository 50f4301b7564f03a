import { encodeBase64 } from '#core/text/base64.ts';
import type { Caller } from '#core/caller.ts';
import type { AgentContact } from '#core/link/call.ts';
import { fitReply, maxReplyLength } from '#core/format/limits.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import {
  createMcpServer,
  type McpServer,
  type ToolCall,
  type ToolResult,
} from '#core/mcp/server.ts';
import { listTools, createToolNames } from '#core/mcp/listing.ts';
import { MessagePortTransport } from '#core/mcp/message-port-transport.ts';
import { readsOnlyScreen, toolFamilies, tools } from '#core/tools/registry.ts';
import { toPolicyTool } from '#core/tools/shared/tool.ts';
import { handsetVersion } from '#core/version.ts';
import { displayName } from './active-calls.ts';
import type { ToolOutcome } from './outcome.ts';
import type { PolicyGuard } from './policy-guard.ts';
import type { ToolRunner } from './run-tool.ts';

interface ConsoleMcpOptions {
  readonly runner: ToolRunner;
  readonly policyGuard: PolicyGuard;
  readonly toolPrefix: string;
  readonly websiteUrl?: string;
  /** Called for each request of an agent from the bridge, and when an agent in the browser connects. */
  onContact?(contact: AgentContact): void;
}

/** Creates an MCP server of this console: calls go to the runner, and tools that the user switched off are not listed. */
export function createConsoleMcp({
  runner,
  policyGuard,
  onContact,
  ...more
}: ConsoleMcpOptions): McpServer {
  return createMcpServer({
    tools,
    ...more,
    version: handsetVersion,
    isListed: (name, caller) => policyGuard.isOffered(name, caller),
    onRequest: (caller) => {
      const { from } = caller;
      onContact?.({ agent: displayName(caller), from, atEpochMs: Date.now() });
    },
    cancel: (caller, requestId) => runner.cancel(caller, requestId),
    onUnknownTool: (call) => {
      // The runner rejects and records it, but it must not run a tool that was called without its prefix.
      const isTool = tools.some(({ name }) => name === call.name);
      if (!isTool) runner.runTool(call).catch(() => undefined);
    },
    callTool: async (call: ToolCall) => toToolResult((await runner.runTool(call)).outcome),
  });
}

/** Converts an outcome: texts first, then pictures. Long texts are cut; data that is too long is refused. */
export function toToolResult(outcome: ToolOutcome): ToolResult {
  const { isError, ownLengths, pictures, files = [], data } = outcome;
  const texts = fitReply(outcome.texts);
  const text = texts.map((each, index) => {
    const ownLength = ownLengths?.[index];
    return { type: 'text' as const, text: each, ...(ownLength !== undefined && { ownLength }) };
  });
  const images = pictures.map(({ bytes, mimeType }) => ({
    type: 'image' as const,
    data: encodeBase64(bytes),
    mimeType,
  }));
  const resources = files.map(({ uri, mimeType, bytes }) => ({
    type: 'resource' as const,
    resource: { uri, mimeType, blob: encodeBase64(bytes) },
  }));
  const result = { content: [...text, ...images, ...resources], isError };
  if (data === undefined) return result;
  // Many clients show the model only the structured content.
  const notes = texts.slice(1);
  const structuredContent = notes.length === 0 ? data : { ...data, notes };
  const length = outcome.texts.join('').length + JSON.stringify(structuredContent).length;
  if (length <= maxReplyLength) return { ...result, structuredContent };
  const problem = `The answer has ${length} characters; at most ${maxReplyLength} are sent. Ask for less.`;
  return { content: [{ type: 'text', text: problem }], isError: true };
}

/** The MessagePort of one agent in the browser. */
interface AgentPort {
  /** The agent's name in its calls. */
  readonly agent: string;
  /** Transferred to the worker, which then owns it. */
  readonly port: MessagePort;
}

let lastPort = 0;

/**
 * Serves MCP on the port until the agent closes its end or disappears, or the signal aborts; then
 * cancels every call of this port and resolves. Each port has its own server, so that no
 * agent can get another's answer.
 */
export async function servePort(
  mcp: McpServer,
  agentPort: AgentPort,
  signal: AbortSignal,
): Promise<void> {
  const caller: Caller = {
    agent: agentPort.agent,
    from: 'page',
    chosenPhone: null,
    port: ++lastPort,
  };
  const transport = new MessagePortTransport(agentPort.port);
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
    // Also closes the port if serving failed, so that the agent notices.
    close();
  }
}

/** The tools for the page, under the registry's names, including those that are switched off. */
export function toolInfos(): readonly ToolInfo[] {
  const names = createToolNames(
    tools.map(({ name }) => name),
    '',
  );
  const listed = listTools(tools, names);
  return Object.entries(toolFamilies).flatMap(([family, members]) =>
    members.map((tool) => {
      const { title, words, description } = tool;
      const inputSchema = listed[tools.indexOf(tool)]?.inputSchema ?? { type: 'object' };
      return {
        ...toPolicyTool(tool),
        title,
        words,
        description,
        family,
        inputSchema,
        ...('values' in tool && { values: tool.values }),
        isRisky: 'risk' in tool,
        readsOnlyScreen: readsOnlyScreen(tool),
      };
    }),
  );
}
