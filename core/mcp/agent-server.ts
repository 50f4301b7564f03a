import {
  type CallToolResult,
  type Tool as ListedTool,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { toHandsetError } from '../errors.ts';
import type { Progress } from '../tools/contract/tool.ts';
import type { Caller } from '../caller.ts';
import type { ContentItem, ToolCall } from './call.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { listTools } from './listing.ts';
import type { McpOptions } from './options.ts';
import { type ToolNames, toolNames } from './prefix.ts';

/** Makes the MCP servers of one set of tools: one for each request or connection, for one caller. */
export class ServerFactory {
  readonly #options: McpOptions;
  readonly #names: ToolNames;
  /** In the registry's order, with the registry's name beside each. */
  readonly #listed: readonly (readonly [name: string, listed: ListedTool])[];

  constructor(options: McpOptions) {
    this.#options = options;
    const { tools, toolPrefix } = options;
    this.#names = toolNames(
      tools.map((tool) => tool.name),
      toolPrefix,
    );
    this.#listed = listTools(tools, this.#names).map((listed, at) => [
      tools[at]?.name ?? '',
      listed,
    ]);
  }

  /** A server for one HTTP request, of the session that this names, or for one connection. */
  serverFor(caller: Caller, session: string | null = null): Server {
    const names = this.#names;
    const { cancel } = this.#options;
    const server = new Server(
      { name: 'handset', title: 'Handset', version: this.#options.version },
      { capabilities: { tools: { listChanged: true } }, instructions: names.inText(INSTRUCTIONS) },
    );
    server.setRequestHandler('tools/list', () => ({ tools: this.#offered() }));
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
      const name = names.known(params.name);
      if (name === null) return this.#unknownTool(params.name);
      const { id, signal } = mcpReq;
      const calledAs = { session, id };
      const onProgress = progressTeller(mcpReq);
      const given = params.arguments ?? {};
      return this.#answer({ ...caller, name, arguments: given, calledAs, signal, onProgress });
    });
    if (cancel === undefined) return server;
    // The SDK's own handler knows the calls of this server alone; a request's has none.
    server.setNotificationHandler('notifications/cancelled', ({ params: { requestId: id } }) => {
      if (id !== undefined) cancel(caller, { session, id });
    });
    return server;
  }

  #offered(): ListedTool[] {
    const offered = this.#listed.filter(([name]) => this.#options.isOffered?.(name) ?? true);
    return offered.map(([, listed]) => listed);
  }

  async #answer(call: ToolCall): Promise<CallToolResult> {
    const names = this.#names;
    try {
      const { content, isError, structuredContent } = await this.#options.call(call);
      const result = { content: content.map((item) => renamed(item, isError, names)) };
      if (isError) return { ...result, isError };
      return structuredContent === undefined ? result : { ...result, structuredContent };
    } catch (error) {
      return failure(names.inText(toHandsetError(error).fullText));
    }
  }

  #unknownTool(name: string): CallToolResult {
    const known = this.#offered().map((tool) => tool.name);
    return failure(`Tool ${name} not found. Known tools: ${known.join(', ') || 'none'}.`);
  }
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
