import { recall, remember } from '../../ui/storage.ts';
import type { TimelineState } from '../timeline/timeline.svelte.ts';
import type { ScreenState } from './screen.svelte.ts';
import { ElementActionsState } from './element-actions.svelte.ts';
import type { ComparisonState } from './comparison.svelte.ts';
import { TreeState } from './tree.svelte.ts';

/** The views of the elements panel. */
export type ElementsView = 'table' | 'tree' | 'changes';

/** The state of the elements panel; the choice of table or tree is kept in this browser. */
export class InspectorState {
  readonly tree: TreeState;
  readonly actions: ElementActionsState;

  readonly #comparison: ComparisonState;
  #listView = $state<'table' | 'tree'>(recall('elements-as') === 'tree' ? 'tree' : 'table');
  #wantsChanges = $state(false);

  constructor(screen: ScreenState, timeline: TimelineState) {
    this.tree = new TreeState(screen);
    this.actions = new ElementActionsState(timeline);
    this.#comparison = screen.comparison;
  }

  /** Pins the screen that was read last, and shows the changes view. */
  pin(): void {
    this.view = 'changes';
    void this.#comparison.pin();
  }

  /** The changes view is available only while there is a comparison. */
  get view(): ElementsView {
    const canCompare = this.#comparison.pinned !== null || this.#comparison.error !== null;
    return this.#wantsChanges && canCompare ? 'changes' : this.#listView;
  }

  set view(view: ElementsView) {
    this.#wantsChanges = view === 'changes';
    if (view === 'changes') return;
    this.#listView = view;
    remember('elements-as', view);
  }
}
