import type { Element } from '../screen.ts';

/** One element on both screens. */
export interface ElementPair {
  readonly before: Element;
  readonly after: Element;
}
