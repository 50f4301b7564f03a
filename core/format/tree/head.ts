import type { Modal } from '../../screen/modal/modal.ts';
import type { Focus } from '../../screen/screen.ts';
import { tsvCell } from '../cell.ts';
import { quoteTreeText } from '../quote.ts';

/** How the head names each kind of modal. */
const modalNames = {
  crash: 'Crash',
  permission: 'Permission',
  'lock-screen': 'Lock screen',
  shade: 'Shade',
  dialog: 'Dialog',
  'bottom-sheet': 'Bottom sheet',
  menu: 'Menu',
  keyboard: 'Keyboard',
} as const satisfies Record<Modal['kind'], string>;

/**
 * The tree's first line: `[Screen: package / Activity]`, then the modal over the app, if any:
 * `[Dialog: "Delete note?"]`. `in 0.0.2` is added if the modal is only a part of the tree, and
 * `Keyboard (probably)` marks a guess. An activity directly in the app's package has its simple name,
 * any other is printed as Android does.
 */
export function formatTreeHead({ packageName, activity }: Focus, modal: Modal | null): string {
  const screen = `[Screen: ${safeName(packageName)} / ${activityName(activity)}]`;
  return modal === null ? screen : `${screen} ${formatModal(modal)}`;
}

/** `[Dialog: "Delete note?" in 0.0.2]`. */
function formatModal({ kind, certainty, title, element }: Modal): string {
  const name = `${modalNames[kind]}${certainty === 'likely' ? ' (probably)' : ''}`;
  const titlePart = title === '' ? '' : `: ${quoteTreeText(title)}`;
  const place = element.depth === 0 || kind === 'keyboard' ? '' : ` in ${element.path}`;
  return `[${name}${titlePart}${place}]`;
}

/** Drops the dot of `.MainActivity`: a name without dots is always in the app's package. */
function activityName(activity: string | null): string {
  return safeName(activity?.replace(/^\.(?=[^.]+$)/, '') ?? null);
}

/** A package or class name. Replaces blanks and brackets, which valid names don't have, so that a forged name can't end the line. */
function safeName(name: string | null): string {
  return name === null || name === '' ? 'unknown' : tsvCell(name.replace(/[\s[\]]/g, '_'));
}
