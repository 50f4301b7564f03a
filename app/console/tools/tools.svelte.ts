import type { ArgumentProblem } from '../../../core/link/call.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import { recall, recallInTab, remember, rememberInTab } from '../../ui/storage.ts';
import type { PlainCall } from './copy-as.ts';

/** A request to show a form; with null arguments it keeps its contents. */
interface Asked {
  readonly name: string;
  readonly given: PlainCall['given'] | null;
}

/** Opens a panel and moves keyboard focus into it. */
interface Layout {
  open(panel: 'tools'): void;
}

/** Recently used tools that are remembered. */
const mostUsed = 6;

/** Which tool's form is shown; also makes the forms' requests to the worker. */
export class ToolsState {
  /** Name of the tool whose form is shown, stored for this tab; null for none. */
  chosen = $state(recallInTab('tool'));
  /** The pending request, which the form clears when it has handled it. */
  asked = $state.raw<Asked | null>(null);

  /** Names of tools that the person has run, newest first; stored in this browser. */
  used = $state.raw<readonly string[]>(recall('tools-used')?.split(' ') ?? []);

  readonly #link: WorkerLink;
  readonly #layout: Layout;

  constructor(link: WorkerLink, layout: Layout) {
    this.#link = link;
    this.#layout = layout;
  }

  /** Shows a tool's form, filled with these arguments if any, and moves focus into it. */
  open(name: string, given: PlainCall['given'] | null = null): void {
    this.choose(name);
    this.asked = { name, given };
    this.#layout.open('tools');
  }

  /** Shows this tool's form; null shows only the list. */
  choose(name: string | null): void {
    this.chosen = name;
    rememberInTab('tool', name);
  }

  /** Records that the person runs this tool. */
  noteUse(name: string): void {
    this.used = [name, ...this.used.filter((other) => other !== name)].slice(0, mostUsed);
    remember('tools-used', this.used.join(' '));
  }

  /** The problems that the tool would report for these arguments. */
  async check(call: PlainCall, signal: AbortSignal): Promise<readonly ArgumentProblem[]> {
    const argumentsJson = JSON.stringify(call.given);
    return await this.#link.call('checkArguments', { name: call.name, argumentsJson }, signal);
  }

  /** The best selector for an element of the last screen that was read; null without one. */
  async bestSelector(id: string): Promise<string | null> {
    const [best] = await this.#link.call('suggestSelectors', { id }).catch(() => []);
    return best?.selector ?? null;
  }
}
