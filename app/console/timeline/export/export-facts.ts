import { connectedLabel } from '#app/ui/state-strings.ts';
import { fileNameOf } from '#core/link/file-name.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import type { TimelineConsole } from '../timeline.svelte.ts';

/** The bridge's default address, for a page that is not connected to one. */
const defaultMcpUrl = 'http://127.0.0.1:7340/mcp';

/** What an exported file says of the console. */
interface ExportFacts {
  readonly tools: readonly ToolInfo[];
  /** Secrets of all calls, including calls that are not exported. */
  readonly secrets: readonly string[];
  /** `Pixel 8 · Android 14`; null when no phone was connected. */
  readonly phone: string | null;
  /** MCP address of the bridge. */
  readonly mcpUrl: string;
}

/** The facts now. */
export function exportFacts({
  calls,
  timeline,
  policy,
  phone,
  bridge,
}: TimelineConsole): ExportFacts {
  const connected = phone.info && connectedLabel(phone.info).text;
  const setup = bridge.status.state === 'connected' ? bridge.status.setup : null;
  return {
    tools: policy.tools,
    secrets: calls.secrets,
    phone: timeline.openedRun === null ? connected : timeline.openedRun.run.phone || null,
    mcpUrl: setup?.mcpUrl ?? defaultMcpUrl,
  };
}

/** `handset-2026-07-17-140327.html`, in local time; the extension begins with its dot. */
export function fileNameAt(epochMs: number, extension: string): string {
  return fileNameOf('handset', epochMs, extension.slice(1));
}
