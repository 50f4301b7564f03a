import { connectedLabel } from '#app/ui/state-strings.ts';
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
export function exportFacts({ timeline, policy, phone, bridge }: TimelineConsole): ExportFacts {
  const connected = phone.info && connectedLabel(phone.info).text;
  const setup = bridge.status.state === 'connected' ? bridge.status.setup : null;
  return {
    tools: policy.tools,
    secrets: timeline.secrets,
    phone: timeline.openedRun === null ? connected : timeline.openedRun.run.phone || null,
    mcpUrl: setup?.mcpUrl ?? defaultMcpUrl,
  };
}

/** `handset-2026-07-17-140327.html`, in local time. */
export function fileNameAt(epochMs: number, extension: string): string {
  const date = new Date(epochMs);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(two).join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('');
  return `handset-${day}-${time}${extension}`;
}
