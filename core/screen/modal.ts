/**
 * Detects what covers the app and must be handled first. A plain dump contains the focused window,
 * so it often has only the dialog; sheets and menus of some toolkits are part of the app's own
 * window. A false positive costs an agent more than a miss, so only evidence counts that apps do not
 * show by accident: resource ids of Android and its libraries, accessibility classes, and windows
 * with a margin on all sides.
 */
import { findDialog, findFloatingWindow, findMenu, findSheet } from './modal/panels.ts';
import { type Modal, collectEvidence } from './modal/modal.ts';
import { findBarrier } from './modal/barrier.ts';
import {
  findCrash,
  findKeyboard,
  findLockScreen,
  findPermission,
  findShade,
} from './modal/system.ts';
import type { Screen } from './screen.ts';

/** The detectors, most urgent first; the first match is reported. */
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

/** The modal over the app on this screen, the most urgent one if there are several; null if none is detected. */
export function findModal(screen: Pick<Screen, 'roots' | 'size' | 'focus'>): Modal | null {
  const evidence = collectEvidence(screen);
  for (const find of finders) {
    const modal = find(evidence);
    if (modal !== undefined) return modal;
  }
  return null;
}
