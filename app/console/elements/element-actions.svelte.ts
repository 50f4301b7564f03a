import { toHandsetError } from '#core/errors.ts';
import type { TimelineState } from '../timeline/timeline.svelte.ts';
import { actionStrings } from './strings.ts';
import type { ElementTarget } from './copy-as.ts';

/** An action of the user on an element. */
interface ElementAction {
  readonly tool: 'click_element' | 'long_click_element' | 'scroll_to_element' | 'set_text';
  readonly name: string;
  readonly target: ElementTarget;
  /** Only for `set_text`. */
  readonly text?: string;
}

/** The result of an action. */
interface ActionOutcome {
  readonly isError: boolean;
  readonly text: string;
}

/** Runs the actions in an element's details, and holds the last outcome. */
export class ElementActionsState {
  /** The running action as shown to the user; null when none runs. */
  running = $state.raw<string | null>(null);
  outcome = $state.raw<ActionOutcome | null>(null);

  readonly #timeline: TimelineState;
  #abort: AbortController | null = null;

  constructor(timeline: TimelineState) {
    this.#timeline = timeline;
  }

  /** Calls the tool as the user. Never rejects: an error is reported in `outcome`. */
  async perform({ tool, name, target, text }: ElementAction): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    const targetName = 'selector' in target ? target.selector : target.element_id;
    this.outcome = null;
    this.running = actionStrings.running(name, targetName);
    try {
      const args = text === undefined ? target : { ...target, text };
      const record = await this.#timeline.runTool(tool, { ...args }, signal);
      this.outcome = { isError: record.isError, text: record.text };
    } catch (thrown) {
      const error = toHandsetError(thrown);
      const message = error.code === 'cancelled' ? actionStrings.cancelled : error.fullText;
      this.outcome = { isError: true, text: message };
    } finally {
      this.running = null;
    }
  }

  /** Cancels the running action. */
  cancel(): void {
    this.#abort?.abort();
  }

  /** Hides the outcome. */
  dismiss(): void {
    this.outcome = null;
  }
}
