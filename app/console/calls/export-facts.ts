import { connectedLabel } from '#app/ui/state-strings.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import type { PhoneInfo } from '#core/link/phone-status.ts';
import type { CallsState } from './calls.svelte.ts';

/** What an exported file says of the console. */
interface ExportFacts {
  readonly tools: readonly ToolInfo[];
  /** Secrets of all calls, including calls that are not exported. */
  readonly secrets: readonly string[];
  /** `Pixel 8 · Android 14`; null when no phone was connected. */
  readonly phone: string | null;
}

/** The facts now. */
export function exportFacts({
  calls: { opened, secrets },
  policy: { tools },
  phone: { info },
}: {
  readonly calls: Pick<CallsState, 'opened' | 'secrets'>;
  readonly policy: { readonly tools: readonly ToolInfo[] };
  readonly phone: { readonly info: PhoneInfo | null };
}): ExportFacts {
  const connected = info && connectedLabel(info).text;
  return { tools, secrets, phone: opened === null ? connected : opened.run.phone || null };
}
