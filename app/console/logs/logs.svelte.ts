import type { WorkerLink } from '../../../core/link/link.ts';
import type { LogView } from './log-view.svelte.ts';

/** The phone's log: nothing, until its panel is opened and loads the rest. */
export class LogsState {
  readonly link: WorkerLink;
  /** Made when the panel is first shown; kept with what it has gathered. */
  view = $state.raw<LogView | null>(null);

  constructor(link: WorkerLink) {
    this.link = link;
  }
}
