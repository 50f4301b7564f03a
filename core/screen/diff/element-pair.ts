import type { Element } from '../screen.ts';

/** An element that is on both screens, as it stands on each. */
export interface ElementPair {
  readonly before: Element;
  readonly after: Element;
}
