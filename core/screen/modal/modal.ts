import type { Element } from '../screen.ts';

/** What can stand over an app. */
export type ModalKind =
  /** The system says that an app has stopped or does not respond. */
  | 'crash'
  /** The system asks whether something may be done. */
  | 'permission'
  | 'lock-screen'
  /** Notifications or quick settings, drawn down over the app. */
  | 'shade'
  | 'dialog'
  | 'bottom-sheet'
  /** A list of things to do or to go to: popup menus, drop-downs, drawers. */
  | 'menu'
  /** Nothing is in the way, but the lower part of the screen can't be seen or touched. */
  | 'keyboard';

/** What stands over the app. */
export interface Modal {
  readonly kind: ModalKind;
  /** What it says it is, in its own words; empty where it does not say. */
  readonly title: string;
  /** What it is made of: its panel, or all of its window. For a keyboard that the dump does not hold, the field it is for. */
  readonly element: Element;
  /** `likely` where the kind was concluded from shapes or from English labels. */
  readonly certainty: 'sure' | 'likely';
}
