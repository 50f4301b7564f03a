import type { ArgumentProblem } from '../../../core/link/call.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import { recall, recallInTab, remember, rememberInTab } from '../../ui/storage.ts';
import type { PlainCall } from './copy-as.ts';

/** A form that is to be shown; without arguments it stays as it was left. */
interface Asked {
  readonly name: string;
  readonly given: PlainCall['given'] | null;
}

/** What shows the panel and moves the keyboard there. */
interface Layout {
  open(panel: 'tools'): void;
}

/** Names that are kept of tools that were used. */
const mostUsed = 6;

/** Which tool's form is shown, and what a form asks the worker. */
export class ToolsState {
  /** The tool whose form is shown, kept in this tab; null for none. */
  chosen = $state(recallInTab('tool'));
  /** What the panel has not taken up yet. */
  asked = $state.raw<Asked | null>(null);

  /** Tools that the person has run, the last one first; kept in this browser. */
  used = $state.raw<readonly string[]>(recall('tools-used')?.split(' ') ?? []);

  readonly #link: WorkerLink;
  readonly #layout: Layout;

  constructor(link: WorkerLink, layout: Layout) {
    this.#link = link;
    this.#layout = layout;
  }

  /** Shows a tool's form, with these arguments if there are any, and moves the keyboard into it. */
  open(name: string, given: PlainCall['given'] | null = null): void {
    this.choose(name);
    this.asked = { name, given };
    this.#layout.open('tools');
  }

  /** Shows this tool's form, or with null the list alone. */
  choose(name: string | null): void {
    this.chosen = name;
    rememberInTab('tool', name);
  }

  /** The person runs this tool. */
  noteUse(name: string): void {
    this.used = [name, ...this.used.filter((other) => other !== name)].slice(0, mostUsed);
    remember('tools-used', this.used.join(' '));
  }

  /** What the tool would refuse of these arguments. */
  async check(call: PlainCall, signal: AbortSignal): Promise<readonly ArgumentProblem[]> {
    const argumentsJson = JSON.stringify(call.given);
    return await this.#link.call('checkArguments', { name: call.name, argumentsJson }, signal);
  }

  /** The best selector of an element of the screen that was read last; null where it has none. */
  async bestSelector(id: string): Promise<string | null> {
    const [best] = await this.#link.call('suggestSelectors', { id }).catch(() => []);
    return best?.selector ?? null;
  }
}
