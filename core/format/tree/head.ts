import type { Modal } from '../../screen/modal/modal.ts';
import type { Focus } from '../../screen/screen.ts';
import { cell } from '../cell.ts';
import { quoted } from '../quote.ts';

/** What stands over the app, by the word the head has for it. */
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
 * The tree's first line: `[Screen: package / Activity]`, then what stands over it, if anything:
 * `[Dialog: "Delete note?"]`. `in 0.0.2` is added where that is only a part of what is printed, and
 * `Keyboard (probably)` says that it is a guess. An activity right below the app's package has its simple
 * name, any other is as Android prints it.
 */
export function formatTreeHead({ packageName, activity }: Focus, modal: Modal | null): string {
  const screen = `[Screen: ${word(packageName)} / ${activityName(activity)}]`;
  return modal === null ? screen : `${screen} ${formatModal(modal)}`;
}

/** `[Dialog: "Delete note?" in 0.0.2]`. */
function formatModal({ kind, certainty, title, element }: Modal): string {
  const name = `${modalNames[kind]}${certainty === 'likely' ? ' (probably)' : ''}`;
  const said = title === '' ? '' : `: ${quoted(title)}`;
  const place = element.depth === 0 || kind === 'keyboard' ? '' : ` in ${element.path}`;
  return `[${name}${said}${place}]`;
}

/** `.MainActivity` without its dot: a name without any can only lie in the app's package. */
function activityName(activity: string | null): string {
  return word(activity?.replace(/^\.(?=[^.]+$)/, '') ?? null);
}

/** Names of packages and classes have no blanks or brackets; whatever else comes can't end the line. */
function word(name: string | null): string {
  return name === null || name === '' ? 'unknown' : cell(name.replace(/[\s[\]]/g, '_'));
}
