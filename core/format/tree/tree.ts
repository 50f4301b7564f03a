import { HandsetError } from '../../errors.ts';
import type { Size } from '../../geometry.ts';
import { type State, idName, simpleClassName, states } from '../../screen/derive.ts';
import { findModal } from '../../screen/modal.ts';
import { type Word, rowsOf } from '../../screen/rows.ts';
import { type Element, type Screen, walk } from '../../screen/screen.ts';
import { type Spoken, spokenBy } from '../../screen/words.ts';
import { isTypeWord, writeName } from '../../selector/print.ts';
import { quoted } from '../quote.ts';
import { formatTreeHead } from './head.ts';

/** How much to print. */
interface TreeOptions {
  /** Adds bounds to every line. */
  readonly verbose?: boolean | undefined;
  /** Leaves out layout elements and puts texts on the row that they belong to. */
  readonly compact?: boolean | undefined;
  /** Index path or id of the element to start at; the whole screen by default. */
  readonly root?: string | undefined;
}

/**
 * The screen as a hierarchy: the head, then one line per element, indented by two spaces a level.
 * `compact` prints one line per element that has a text or an action. Paths are the same in both
 * forms. No trailing newline. Throws `element-not-found` when `root` is not on the screen.
 */
export function formatTree(screen: Screen, options: TreeOptions = {}): string {
  const { verbose = false, compact = false, root } = options;
  const roots = root === undefined ? screen.roots : [findRoot(screen, root)];
  const lines = compact ? compactLines(screen, roots) : plainLines(roots);
  const head = formatTreeHead(screen.focus, findModal(screen));
  return [head, ...lines.map((line) => formatLine(line, screen, verbose))].join('\n');
}

/** The rows, with the requested root first even if it would have no row. */
function compactLines(screen: Screen, roots: readonly Element[]): readonly Line[] {
  const rows = rowsOf(screen, roots);
  const [root] = roots;
  if (roots === screen.roots || root === undefined || rows[0]?.element === root) return rows;
  const asked = { element: root, level: 0, own: spokenBy(root), words: [] };
  return [asked, ...rows.map((row) => ({ ...row, level: row.level + 1 }))];
}

function plainLines(roots: readonly Element[]): Line[] {
  const top = roots[0]?.depth ?? 0;
  return Array.from(walk(roots), (element) => ({
    element,
    level: element.depth - top,
    own: spokenBy(element),
    words: [],
  }));
}

/** How many paths an error lists. */
const maxNamed = 10;

function findRoot({ roots }: Screen, root: string): Element {
  let nearest: Element | undefined;
  for (const element of walk(roots)) {
    if (element.path === root || element.id === root) return element;
    if (root.startsWith(`${element.path}.`)) nearest = element;
  }
  const hint = nearest
    ? `The path leads as far as ${nearest.path}, which holds ${children(nearest)}.`
    : 'Take a path or an id of the present screen; paths begin at 0.';
  throw new HandsetError('element-not-found', `Element '${root}' not found.`, { hint });
}

function children({ children }: Element): string {
  if (children.length === 0) return 'nothing';
  const paths = children.slice(0, maxNamed).map(({ path }) => path);
  return `${paths.join(', ')}${children.length > maxNamed ? ', …' : ''}`;
}

/** One line of the tree. */
interface Line {
  readonly element: Element;
  /** How deep the line is indented; the outermost lines have 0. */
  readonly level: number;
  readonly own: Spoken;
  /** Texts of descendants on this row; none in the plain tree. */
  readonly words: readonly Word[];
}

/** Deepest indentation; a hostile dump may be thousands of levels deep, and paths show the level, too. */
const maxIndent = 100;

/**
 * `  [0.0.1] Button "Get Started" @btn_start {clickable}`: index path, class, text, description, hint,
 * texts of descendants, resource name, flags, and in verbose mode bounds. Names and classes are spelled
 * as in a selector.
 */
function formatLine(line: Line, { size }: Pick<Screen, 'size'>, verbose: boolean): string {
  const { element, level, own, words } = line;
  const flags = treeFlagsOf(element, size);
  const { left, top, right, bottom } = element.bounds;
  const parts = [
    `[${element.path}]`,
    className(element),
    ...sayWords(own),
    element.hint !== '' && `hint=${quoted(element.hint)}`,
    ...words.map(sayWord),
    element.resourceId !== '' && resourceName(element.resourceId),
    flags.length > 0 && `{${flags.join(', ')}}`,
    verbose && `[${left},${top},${right},${bottom}]`,
  ];
  const indent = '  '.repeat(Math.min(level, maxIndent) + 1);
  return indent + parts.filter((part) => part !== false).join(' ');
}

/** Class and resource name: `ListView @list`. */
export function nameKind(element: Element): string {
  const { resourceId } = element;
  return resourceId === ''
    ? className(element)
    : `${className(element)} ${resourceName(resourceId)}`;
}

/** An element's text, and its description if it differs. */
export function sayWords({ text, description }: Spoken): string[] {
  return [
    ...(text === '' ? [] : [quoted(text)]),
    ...(description === '' ? [] : [`desc=${quoted(description)}`]),
  ];
}

/** The text of a descendant on a row. */
export function sayWord({ kind, text }: Word): string {
  return kind === 'text' ? quoted(text) : `desc=${quoted(text)}`;
}

/** The simple class name; in quotes if it is no valid name. */
function className(element: Element): string {
  const name = simpleClassName(element.className) || 'View';
  return isTypeWord(name) ? name : quoted(name);
}

function resourceName(resourceId: string): string {
  return `@${writeName(idName(resourceId) || resourceId)}`;
}

/** All flags, in the order in which they are printed. */
const treeFlags = [
  'clickable',
  'checkable',
  'checked',
  'scrollable',
  'editable',
  'focused',
  'password',
  'selected',
  'disabled',
  'long-clickable',
  'offscreen',
] as const satisfies readonly State[];

/** The element's flags, in that order. */
export function treeFlagsOf(element: Element, screen: Size): State[] {
  const flags = states.filter(([, holds]) => holds(element, screen)).map(([flag]) => flag);
  return flags.sort((a, b) => treeFlags.indexOf(a) - treeFlags.indexOf(b));
}
