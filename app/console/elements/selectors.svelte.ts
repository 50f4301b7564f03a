import type { WorkerLink } from '../../../core/link/link.ts';
import type { SuggestedSelector } from '../../../core/link/messages.ts';
import { AboutElement } from './about-element.svelte.ts';

/** The selectors of the element that is looked at, the best first. */
export class SelectorsState extends AboutElement<readonly SuggestedSelector[]> {
  constructor(link: WorkerLink) {
    super((id, signal) => link.call('suggestSelectors', { id }, signal));
  }

  /** The best one of this element, once it is known. */
  bestOf(id: string): SuggestedSelector | undefined {
    return this.of(id)?.answer?.[0];
  }
}
