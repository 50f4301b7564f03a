import { toHandsetError } from '#core/errors.ts';
import { recall, remember } from '../../ui/storage.ts';
import type { TimelineState } from '../timeline/timeline.svelte.ts';
import type { ComparisonState } from './comparison.svelte.ts';
import type { ElementTarget } from './element-text.ts';
import type { ScreenState } from './screen.svelte.ts';
import { actionStrings } from './strings.ts';
import type { TableState } from './table.svelte.ts';
import { TreeState } from './tree.svelte.ts';

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
  /** Whether the field for a new text of the element is open. */
  isTyping = $state(false);

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

/** The views of the elements panel. */
export type ElementsView = 'table' | 'tree' | 'changes';

/** The state of the elements panel; the choice of table or tree is kept in this browser. */
export class InspectorState {
  readonly tree: TreeState;
  readonly actions: ElementActionsState;
  /** Created when the panel is first shown or a command needs it; see `tableOf`. */
  table: TableState | null = null;

  readonly #comparison: ComparisonState;
  #listView = $state<'table' | 'tree'>(recall('elements-as') === 'tree' ? 'tree' : 'table');
  #wantsChanges = $state(false);

  constructor(screen: ScreenState, timeline: TimelineState) {
    this.tree = new TreeState(screen);
    this.actions = new ElementActionsState(timeline);
    this.#comparison = screen.comparison;
  }

  /** Pins the screen that was read last, and shows the changes view. */
  pinScreen(): void {
    this.view = 'changes';
    void this.#comparison.pinScreen();
  }

  /** The changes view is available only while there is a comparison. */
  get view(): ElementsView {
    return this.#wantsChanges && this.#comparison.isActive ? 'changes' : this.#listView;
  }

  set view(view: ElementsView) {
    this.#wantsChanges = view === 'changes';
    if (view === 'changes') return;
    this.#listView = view;
    remember('elements-as', view);
  }
}
