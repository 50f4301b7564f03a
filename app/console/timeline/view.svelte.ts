import { recall, remember } from '../../ui/storage.ts';
import type { Grouping } from './listed-calls.ts';

const orders = ['newest', 'oldest'] as const;
const groupings = ['none', 'minute', 'agent'] as const satisfies readonly Grouping[];

/** Order and grouping of the list, stored in this browser. */
export class TimelineView {
  #order = $state(orders.find((each) => each === recall('timeline-order')) ?? 'newest');
  #grouping = $state(groupings.find((each) => each === recall('timeline-groups')) ?? 'none');
  /** Whether the filter fields are shown. */
  areFiltersOpen = $state(false);

  get order(): (typeof orders)[number] {
    return this.#order;
  }

  set order(order: (typeof orders)[number]) {
    this.#order = order;
    remember('timeline-order', order);
  }

  get grouping(): Grouping {
    return this.#grouping;
  }

  set grouping(grouping: Grouping) {
    this.#grouping = grouping;
    remember('timeline-groups', grouping);
  }
}
