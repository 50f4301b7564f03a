import { recall, remember } from '../../ui/storage.ts';
import type { TimelineState } from '../timeline/timeline.svelte.ts';
import type { ScreenState } from './screen.svelte.ts';
import { ActsState } from './acts.svelte.ts';
import type { ComparisonState } from './comparison.svelte.ts';
import { TreeState } from './tree.svelte.ts';

/** The views of the elements panel. */
export type View = 'table' | 'tree' | 'changes';

/** The state of the elements panel; the choice of table or tree is kept in this browser. */
export class InspectorState {
  readonly tree: TreeState;
  readonly acts: ActsState;

  readonly #comparison: ComparisonState;
  #elementsAs = $state<'table' | 'tree'>(recall('elements-as') === 'tree' ? 'tree' : 'table');
  #wantsChanges = $state(false);

  constructor(screen: ScreenState, timeline: TimelineState) {
    this.tree = new TreeState(screen);
    this.acts = new ActsState(timeline);
    this.#comparison = screen.comparison;
  }

  /** Pins the screen that was read last, and shows the changes view. */
  pin(): void {
    this.view = 'changes';
    void this.#comparison.pin();
  }

  /** The changes view is available only while there is a comparison. */
  get view(): View {
    const canCompare = this.#comparison.pinned !== null || this.#comparison.error !== null;
    return this.#wantsChanges && canCompare ? 'changes' : this.#elementsAs;
  }

  set view(view: View) {
    this.#wantsChanges = view === 'changes';
    if (view === 'changes') return;
    this.#elementsAs = view;
    remember('elements-as', view);
  }
}
