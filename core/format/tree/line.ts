import { simpleClassName, idName } from '../../screen/derive.ts';
import type { Element, Screen } from '../../screen/screen.ts';
import type { Word } from '../../screen/rows.ts';
import type { Spoken } from '../../screen/words.ts';
import { isTypeWord, writeName } from '../../selector/print.ts';
import { treeFlagsOf } from './flags.ts';
import { quoted } from '../quote.ts';

/** What one line tells. */
export interface Line {
  readonly element: Element;
  /** How deep the line is indented; the outermost lines have 0. */
  readonly level: number;
  readonly own: Spoken;
  /** What stands on it besides; none in the plain tree. */
  readonly words: readonly Word[];
}

/** Levels that are shown by indentation; a hostile dump may be thousands deep, and paths tell the rest. */
const maxIndent = 100;

/**
 * `  [0.0.1] Button "Get Started" @btn_start {clickable}`, in verbose mode with the bounds behind:
 * index path, class, text, description, hint, words, name of the resource id, flags. Names and
 * classes are spelt as in a selector.
 */
export function formatLine(line: Line, { size }: Pick<Screen, 'size'>, verbose: boolean): string {
  const { element, level, own, words } = line;
  const flags = treeFlagsOf(element, size);
  const { left, top, right, bottom } = element.bounds;
  const parts = [
    `[${element.path}]`,
    className(element),
    own.text !== '' && quoted(own.text),
    own.description !== '' && described(own.description),
    element.hint !== '' && `hint=${quoted(element.hint)}`,
    ...words.map(({ kind, text }) => (kind === 'text' ? quoted(text) : described(text))),
    element.resourceId !== '' && resourceName(element.resourceId),
    flags.length > 0 && `{${flags.join(', ')}}`,
    verbose && `[${left},${top},${right},${bottom}]`,
  ];
  const indent = '  '.repeat(Math.min(level, maxIndent) + 1);
  return indent + parts.filter((part) => part !== false).join(' ');
}

/** The simple class; in quotes where an app has made up something that is no name. */
function className(element: Element): string {
  const name = simpleClassName(element.className) || 'View';
  return isTypeWord(name) ? name : quoted(name);
}

function described(description: string): string {
  return `desc=${quoted(description)}`;
}

function resourceName(resourceId: string): string {
  return `@${writeName(idName(resourceId) || resourceId)}`;
}
