import { toHandsetError } from '../../../core/errors.ts';
import type { TimelineState } from '../timeline/timeline.svelte.ts';
import { actWords } from './strings.ts';
import type { ElementTarget } from './copy-as.ts';

/** What the person does to an element. */
interface Act {
  readonly tool: 'click_element' | 'long_click_element' | 'scroll_to_element' | 'set_text';
  readonly name: string;
  readonly target: ElementTarget;
  /** For `set_text`. */
  readonly text?: string;
}

/** What came of an act. */
interface Outcome {
  readonly isError: boolean;
  readonly text: string;
}

/** What the person does to elements from their details, and what came of the last time. */
export class ActsState {
  /** What is being done, in words; null while nothing is. */
  running = $state.raw<string | null>(null);
  outcome = $state.raw<Outcome | null>(null);

  readonly #timeline: TimelineState;
  #abort: AbortController | null = null;

  constructor(timeline: TimelineState) {
    this.#timeline = timeline;
  }

  /** Does it as a call of the person's. Never rejects: what went wrong stands in `outcome`. */
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

  /** Gives up what is being done. */
  cancel(): void {
    this.#abort?.abort();
  }

  /** The outcome was read. */
  dismiss(): void {
    this.outcome = null;
  }
}
