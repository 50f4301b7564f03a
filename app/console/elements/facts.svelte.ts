import type { ElementFacts } from '../../../core/link/inspection.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import { AboutElement } from './about-element.svelte.ts';

/** Everything that is known of the pinned element. */
export class FactsState extends AboutElement<ElementFacts> {
  constructor(link: WorkerLink) {
    super((id, signal) => link.call('describeElement', { id }, signal));
  }
}
