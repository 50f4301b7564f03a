/**
 * What stands over the app and has to be dealt with first. A plain dump holds the window that has
 * the focus, so a dialog is often all there is; sheets and menus of some toolkits are parts of the
 * app's own window. A wrong "there is a dialog" costs an agent more than a missing one, so only
 * marks that apps don't carry by accident count: names that Android and its libraries gave, the
 * classes of accessibility, and windows that leave room on all sides.
 */
import { findDialog } from './modal/dialog.ts';
import { evidenceOf } from './modal/evidence.ts';
import { findKeyboard } from './modal/keyboard.ts';
import { findMenu, findSheet } from './modal/sheet.ts';
import { findBarrier } from './modal/barrier.ts';
import { findCrash, findLockScreen, findPermission, findShade } from './modal/system.ts';
import { findFloatingWindow } from './modal/window.ts';
import type { Element, Screen } from './screen.ts';

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

export interface Modal {
  readonly kind: ModalKind;
  /** What it says it is, in its own words; empty where it does not say. */
  readonly title: string;
  /** What it is made of: its panel, or all of its window. For a keyboard that the dump does not hold, the field it is for. */
  readonly element: Element;
  /** `likely` where the kind was concluded from shapes or from English labels. */
  readonly certainty: 'sure' | 'likely';
}

/** What was looked for, the most urgent first; the first that is found is told. */
const finders = [
  findCrash,
  findPermission,
  findLockScreen,
  findShade,
  findDialog,
  findSheet,
  findMenu,
  findFloatingWindow,
  findBarrier,
  findKeyboard,
];

/** What stands over the app on this screen, the most urgent thing if there are several; null when nothing is known to. */
export function findModal(screen: Pick<Screen, 'roots' | 'size' | 'focus'>): Modal | null {
  const evidence = evidenceOf(screen);
  for (const find of finders) {
    const modal = find(evidence);
    if (modal !== undefined) return modal;
  }
  return null;
}
