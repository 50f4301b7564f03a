import { HandsetError } from '../../errors.ts';
import { findModal } from '../../screen/modal.ts';
import { type Element, type Screen, walk } from '../../screen/screen.ts';
import { rowsOf } from '../../screen/rows.ts';
import { spokenBy } from '../../screen/words.ts';
import { formatTreeHead } from './head.ts';
import { type Line, formatLine } from './line.ts';

/** How much of the screen is printed, and how much of each element. */
export interface TreeOptions {
  /** Adds every line's bounds. */
  readonly verbose?: boolean | undefined;
  /** Leaves the scaffolding out and puts words on the row that is tapped with them. */
  readonly compact?: boolean | undefined;
  /** Index path or id of the element to begin at, in place of the whole screen. */
  readonly root?: string | undefined;
}

/**
 * The screen as a hierarchy: the head, then one line an element, two spaces a level; compact, one line for whatever says or does something. Paths are
 * the elements' own in both. No trailing newline. Throws `element-not-found` when `root` is not on
 * the screen.
 */
export function formatTree(screen: Screen, options: TreeOptions = {}): string {
  const { verbose = false, compact = false, root } = options;
  const roots = root === undefined ? screen.roots : [findRoot(screen, root)];
  const lines = compact ? compactLines(screen, roots) : plainLines(roots);
  const head = formatTreeHead(screen.focus, findModal(screen));
  return [head, ...lines.map((line) => formatLine(line, screen, verbose))].join('\n');
}

/** The rows; what was asked for by name comes first, even if there is nothing to say of it. */
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

/** Paths that an error lists. */
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
