import type { WorkerLink } from '../../core/link/link.ts';
import type { ToolInfo } from '../../core/link/messages.ts';
import { createWebMcpOffer } from './web-mcp.ts';

/** Offers these tools to the browser's own agents and updates the offer on every change, as long as the page lives. */
export function offerTools(link: WorkerLink, offered: () => readonly ToolInfo[]): void {
  const setOfferedTools = createWebMcpOffer(link);
  if (setOfferedTools === null) return;
  $effect.root(() => {
    $effect(() => setOfferedTools(offered()));
  });
}
