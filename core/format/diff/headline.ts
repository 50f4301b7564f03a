import type { Size } from '../../geometry.ts';
import type { Headline, HeadlineChange } from '../../screen/diff/diff.ts';
import type { Modal } from '../../screen/modal/modal.ts';
import type { Focus } from '../../screen/screen.ts';
import { cell } from '../cell.ts';
import { quoted } from '../quote.ts';

/** What changed of the screen as a whole, each in a few words: `dialog "Delete note?" opened`. */
export function sayHeadline(headline: Headline): string[] {
  const app = headline.some(({ what }) => what === 'app');
  // The activity's name is said with the app's.
  return headline.filter(({ what }) => !(app && what === 'activity')).map(sayChange);
}

function sayChange(change: HeadlineChange): string {
  switch (change.what) {
    case 'app':
      return `app ${appName(change.before)} -> ${appName(change.after)}`;
    case 'activity':
      return `activity ${name(change.before)} -> ${name(change.after)}`;
    case 'modal':
      return sayModal(change);
    case 'size':
      return `screen ${sizeOf(change.before)} -> ${sizeOf(change.after)}`;
    case 'rotation':
    case 'density':
      return `${change.what} ${change.before} -> ${change.after}`;
  }
}

function sayModal({ before, after }: HeadlineChange & { readonly what: 'modal' }): string {
  const closed = before && `${modalName(before)} closed`;
  const opened = after && `${modalName(after)} opened`;
  return [opened, closed].filter((said) => said !== null).join(', ');
}

/** Says where it is a guess. */
function modalName({ kind, title, certainty }: Modal): string {
  const word = `${kind.replace('-', ' ')}${certainty === 'likely' ? ' (probably)' : ''}`;
  return title === '' ? word : `${word} ${quoted(title)}`;
}

function appName({ packageName, activity }: Focus): string {
  return activity === null ? name(packageName) : `${name(packageName)}/${name(activity)}`;
}

/** Names of packages and classes have no blanks; whatever else comes can't pose as more of the line. */
function name(text: string | null): string {
  return text === null ? 'unknown' : cell(text.replace(/\s/g, '_'));
}

function sizeOf({ width, height }: Size): string {
  return `${width}x${height}`;
}
