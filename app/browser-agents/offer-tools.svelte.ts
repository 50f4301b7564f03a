import type { WorkerLink } from '../../core/link/link.ts';
import type { ToolInfo } from '../../core/link/messages.ts';
import { offerToBrowser } from './web-mcp.ts';

/** Offers these tools to the browser's own agents and updates the offer on every change, as long as the page lives. */
export function offerTools(link: WorkerLink, offered: () => readonly ToolInfo[]): void {
  const offer = offerToBrowser(link);
  if (offer === null) return;
  $effect.root(() => {
    $effect(() => offer(offered()));
  });
}
