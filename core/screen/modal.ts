/**
 * What stands over the app and has to be dealt with first. A plain dump holds the window that has
 * the focus, so a dialog is often all there is; sheets and menus of some toolkits are parts of the
 * app's own window. A wrong "there is a dialog" costs an agent more than a missing one, so only
 * marks that apps don't carry by accident count: names that Android and its libraries gave, the
 * classes of accessibility, and windows that leave room on all sides.
 */
import { findDialog, findFloatingWindow, findMenu, findSheet } from './modal/panels.ts';
import { type Modal, evidenceOf } from './modal/modal.ts';
import { findBarrier } from './modal/barrier.ts';
import {
  findCrash,
  findKeyboard,
  findLockScreen,
  findPermission,
  findShade,
} from './modal/system.ts';
import type { Screen } from './screen.ts';

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
