import type { ArgumentProblem } from '#core/link/call.ts';
import type { WorkerLink } from '#core/link/link.ts';
import { recall, recallInTab, remember, rememberInTab } from '../../ui/storage.ts';
import type { PlainCall } from './call-snippets.ts';

/** A request to show a form; with null arguments it keeps its contents. */
interface FormRequest {
  readonly name: string;
  readonly args: PlainCall['args'] | null;
}

/** Opens a panel and moves keyboard focus into it. */
interface PanelLayout {
  open(panel: 'tools'): void;
}

/** Recently used tools that are remembered. */
const maxRecent = 6;

/** Which tool's form is shown; also makes the forms' requests to the worker. */
export class ToolsState {
  /** Name of the tool whose form is shown, stored for this tab; null for none. */
  selectedName = $state(recallInTab('tool'));
  /** The pending request, which the form clears when it has handled it. */
  formRequest = $state.raw<FormRequest | null>(null);

  /** Names of tools that the user has run, newest first; stored in this browser. */
  recentNames = $state.raw<readonly string[]>(recall('tools-used')?.split(' ') ?? []);

  readonly #link: WorkerLink;
  readonly #layout: PanelLayout;

  constructor(link: WorkerLink, layout: PanelLayout) {
    this.#link = link;
    this.#layout = layout;
  }

  /** Shows a tool's form, filled with these arguments if any, and moves focus into it. */
  open(name: string, args: PlainCall['args'] | null = null): void {
    this.select(name);
    this.formRequest = { name, args };
    this.#layout.open('tools');
  }

  /** Shows this tool's form; null shows only the list. */
  select(name: string | null): void {
    this.selectedName = name;
    rememberInTab('tool', name);
  }

  /** Records that the user runs this tool. */
  recordUse(name: string): void {
    this.recentNames = [name, ...this.recentNames.filter((other) => other !== name)].slice(
      0,
      maxRecent,
    );
    remember('tools-used', this.recentNames.join(' '));
  }

  /** The problems that the tool would report for these arguments. */
  async check(call: PlainCall, signal: AbortSignal): Promise<readonly ArgumentProblem[]> {
    const argumentsJson = JSON.stringify(call.args);
    return await this.#link.call('checkArguments', { name: call.name, argumentsJson }, signal);
  }

  /** The best selector for an element of the last screen that was read; null without one. */
  async bestSelector(id: string): Promise<string | null> {
    const [suggestion] = await this.#link.call('suggestSelectors', { id }).catch(() => []);
    return suggestion?.selector ?? null;
  }
}
