import { toHandsetError } from '../../../core/errors.ts';
import type { TimelineState } from '../timeline/timeline.svelte.ts';
import { actWords } from './strings.ts';
import type { ElementTarget } from './copy-as.ts';

/** An action of the user on an element. */
interface Act {
  readonly tool: 'click_element' | 'long_click_element' | 'scroll_to_element' | 'set_text';
  readonly name: string;
  readonly target: ElementTarget;
  /** Only for `set_text`. */
  readonly text?: string;
}

/** The result of an action. */
interface Outcome {
  readonly isError: boolean;
  readonly text: string;
}

/** Runs the actions in an element's details, and holds the last outcome. */
export class ActsState {
  /** The running action as shown to the user; null when none runs. */
  running = $state.raw<string | null>(null);
  outcome = $state.raw<Outcome | null>(null);

  readonly #timeline: TimelineState;
  #abort: AbortController | null = null;

  constructor(timeline: TimelineState) {
    this.#timeline = timeline;
  }

  /** Calls the tool as the user. Never rejects: an error is reported in `outcome`. */
  async do({ tool, name, target, text }: Act): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    const named = 'selector' in target ? target.selector : target.element_id;
    this.outcome = null;
    this.running = actWords.running(name, named);
    try {
      const given = text === undefined ? target : { ...target, text };
      const record = await this.#timeline.run(tool, { ...given }, signal);
      this.outcome = { isError: record.isError, text: record.text };
    } catch (thrown) {
      const error = toHandsetError(thrown);
      const said = error.code === 'cancelled' ? actWords.cancelled : error.fullText;
      this.outcome = { isError: true, text: said };
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
