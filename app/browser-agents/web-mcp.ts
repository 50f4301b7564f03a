import { encodeBase64 } from '#core/text/base64.ts';
import { describeThrown, HandsetError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { Call } from '#core/call.ts';
import type { PictureData, ToolInfo } from '#core/link/messages.ts';

/** The part of `document.modelContext` used here (WebMCP; Chromium 149 to 156 behind a flag or origin trial). */
interface ModelContext {
  registerTool(tool: WebTool, options: { readonly signal: AbortSignal }): Promise<undefined>;
}

interface WebTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly [key: string]: unknown };
  readonly annotations: Readonly<Record<string, boolean>>;
  execute(input: unknown, options?: { readonly signal?: AbortSignal }): Promise<unknown>;
}

/**
 * Makes these the tools that the browser's own agents see: registers new ones and unregisters those
 * missing since the previous call. Tool calls go to the worker, as agent `browser`.
 */
type SetOfferedTools = (tools: readonly ToolInfo[]) => void;

/** Null in browsers without WebMCP. */
export function createWebMcpOffer(link: WorkerLink): SetOfferedTools | null {
  const { modelContext } = document as { modelContext?: ModelContext }; // TypeScript's DOM types lack it.
  if (modelContext === undefined) return null;
  const registrations = new Map<string, AbortController>();
  return (tools) => {
    for (const [name, registration] of registrations) {
      if (tools.some((tool) => tool.name === name)) continue;
      registration.abort();
      registrations.delete(name);
    }
    for (const tool of tools) {
      if (registrations.has(tool.name)) continue;
      const registration = new AbortController();
      registrations.set(tool.name, registration);
      register(modelContext, webTool(link, tool), registration.signal);
    }
  };
}

/** Registration fails where the page may not offer tools (framed without `allow="tools"`). */
function register(context: ModelContext, tool: WebTool, signal: AbortSignal): void {
  const registered = Promise.resolve().then(() => context.registerTool(tool, { signal }));
  registered.catch((error: unknown) => {
    if (!signal.aborted) console.warn(`${tool.name} is not offered: ${describeThrown(error)}`);
  });
}

function webTool(link: WorkerLink, tool: ToolInfo): WebTool {
  const { name, title, description, inputSchema, effect } = tool;
  return {
    name,
    title,
    description,
    inputSchema,
    annotations: {
      readOnlyHint: effect === 'read',
      consequentialHint: effect === 'act',
      // A phone shows content from strangers.
      untrustedContentHint: true,
    },
    execute: async (input, options) => {
      try {
        const call = { agent: 'browser', name, argumentsJson: JSON.stringify(input ?? {}) };
        return toResult(await link.call('runAgentTool', call, options?.signal));
      } catch (error) {
        // The browser hides a thrown error from its agent, so the text is returned.
        return `Error: ${error instanceof HandsetError ? error.fullText : describeThrown(error)}`;
      }
    },
  };
}

/** Plain text, or MCP content when there are pictures; the browser serialises it as JSON. */
function toResult({ text, isError, pictures }: Call): unknown {
  if (isError) return `Error: ${text}`;
  if (pictures.length === 0) return text;
  return { content: [{ type: 'text', text }, ...pictures.map(toContent)] };
}

function toContent({ bytes, mimeType }: PictureData): object {
  return { type: 'image', data: encodeBase64(bytes), mimeType };
}
