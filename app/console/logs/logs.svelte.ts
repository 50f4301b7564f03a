import type { WorkerLink } from '#core/link/link.ts';
import type { LogView } from './log-view.svelte.ts';

/** The log panel's state, which is empty until the panel is first opened and its code loaded. */
export class LogsState {
  readonly link: WorkerLink;
  /** Created when the panel is first shown, then kept with its lines. */
  view = $state.raw<LogView | null>(null);

  constructor(link: WorkerLink) {
    this.link = link;
  }
}
