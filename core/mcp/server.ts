import {
  type CallToolResult,
  Server,
  type ServerContext,
  createMcpHandler,
} from '@modelcontextprotocol/server';
import { toHandsetError } from '../errors.ts';
import type { Progress, Tool } from '../tools/tool.ts';
import { DEFAULT_AGENT, agentOfPath } from './agent.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { listTools } from './listing.ts';
import { type ToolNames, toolNames } from './prefix.ts';
import { RunningCalls } from './running-calls.ts';

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
export interface McpCall {
  /** Who calls: the name in the address. */
  readonly agent: string;
  /** The registry's name, without prefix; one that the registry holds. */
  readonly name: string;
  /** As the agent sent them, not yet validated. */
  readonly arguments: unknown;
  /** Aborts when the agent cancels or goes away; cancelling by message is `RunningCalls.cancel`. */
  readonly signal: AbortSignal;
  /** Tells the agent how far the call has come, where it asked to be told. */
  onProgress(progress: Progress): void;
}

/** What the MCP server is built from. */
export interface McpOptions {
  readonly tools: readonly Tool[];
  /** Put before every tool name the agent sees; may be empty. */
  readonly toolPrefix: string;
  /** Handset's version, told to clients. */
  readonly version: string;
  /** Runs one call. A rejection becomes an `isError` result with its full text. */
  call(call: McpCall): Promise<ToolResult>;
}

/** Answers one HTTP request at an MCP address. Never rejects. */
export type McpFetch = (request: Request) => Promise<Response>;

/**
 * An MCP server over HTTP that keeps nothing between requests but which calls run, so that
 * neither a page reload nor a second client can disturb it. Serves the revisions up to 2025-11-25 and 2026-07-28.
 *
 * It checks no Host, Origin or token; that is the bridge's part. The agent's name is taken
 * from the request's path. Arguments pass through unchecked: they are validated once, where
 * the tool runs.
 */
export function createMcpFetch(options: McpOptions): McpFetch {
  const names = toolNames(
    options.tools.map((tool) => tool.name),
    options.toolPrefix,
  );
  const listed = listTools(options.tools, names);
  const running = new RunningCalls();
  const handler = createMcpHandler(({ requestInfo }) => {
    const server = new Server(
      { name: 'handset', title: 'Handset', version: options.version },
      { capabilities: { tools: {} }, instructions: names.inText(INSTRUCTIONS) },
    );
    server.setRequestHandler('tools/list', () => ({ tools: listed }));
    const agent = agentOf(requestInfo);
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
      const name = names.known(params.name);
      if (name === null) return unknownTool(params.name, options.tools, names);
      return running.run({ agent, id: mcpReq.id, gone: mcpReq.signal }, (signal) =>
        answer(
          { options, names },
          {
            agent,
            name,
            arguments: params.arguments ?? {},
            signal,
            onProgress: progressTeller(mcpReq),
          },
        ),
      );
    });
    // The SDK's own handler knows the calls of this request's server alone, and those are none.
    server.setNotificationHandler('notifications/cancelled', ({ params }) => {
      running.cancel(agent, params.requestId);
    });
    return server;
  });
  return (request) => handler.fetch(request);
}

type McpRequest = ServerContext['mcpReq'];

/** Sends `notifications/progress` for the request; says nothing to clients that did not ask. */
function progressTeller({ _meta, notify }: McpRequest): (progress: Progress) => void {
  const token = _meta?.progressToken;
  if (token === undefined) return () => undefined;
  return ({ done, total, message }) => {
    const params = { progressToken: token, progress: done, message };
    const sent = notify({
      method: 'notifications/progress',
      params: total === undefined ? params : { ...params, total },
    });
    // A client that has gone is told of by the request's signal.
    sent.catch(() => undefined);
  };
}

async function answer(
  { options, names }: { readonly options: McpOptions; readonly names: ToolNames },
  call: McpCall,
): Promise<CallToolResult> {
  try {
    const { content, isError, structuredContent } = await options.call(call);
    const result = { content: content.map((item) => renamed(item, isError, names)) };
    if (isError) return { ...result, isError };
    return structuredContent === undefined ? result : { ...result, structuredContent };
  } catch (error) {
    return failure(names.inText(toHandsetError(error).fullText));
  }
}

/** Our own words, errors and notes, name tools as the agent sees them; what the phone says stays. */
function renamed(item: ContentItem, isError: boolean, names: ToolNames): ContentItem {
  if (item.type !== 'text') return item;
  const lines = item.text.split('\n');
  const told = lines.map((line) =>
    isError || line.startsWith('note:') ? names.inText(line) : line,
  );
  return { type: 'text', text: told.join('\n') };
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

function unknownTool(name: string, tools: readonly Tool[], names: ToolNames): CallToolResult {
  const known = tools.map((tool) => names.shown(tool.name)).join(', ');
  return failure(`Tool ${name} not found. Known tools: ${known || 'none'}.`);
}

function agentOf(request: Request | undefined): string {
  if (request === undefined) return DEFAULT_AGENT;
  return agentOfPath(new URL(request.url).pathname) ?? DEFAULT_AGENT;
}
