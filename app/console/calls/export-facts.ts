import { connectedLabel } from '#app/ui/state-strings.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import type { PhoneInfo } from '#core/link/phone-status.ts';
import type { CallsState } from './calls.svelte.ts';

/** What an export needs from the console. */
interface ExportFacts {
  readonly tools: readonly ToolInfo[];
  /** `Pixel 8 · Android 14`; null when no phone was connected. */
  readonly phone: string | null;
}

export function exportFacts({
  calls: { opened },
  policy: { tools },
  phone: { info },
}: {
  readonly calls: Pick<CallsState, 'opened'>;
  readonly policy: { readonly tools: readonly ToolInfo[] };
  readonly phone: { readonly info: PhoneInfo | null };
}): ExportFacts {
  const connected = info && connectedLabel(info).text;
  return { tools, phone: opened === null ? connected : opened.session.phone || null };
}
