import { nextIndex } from '../../ui/list-navigation.ts';
import { activityOf } from '../screen/element-text.ts';
import type { ScreenState } from '../screen/screen.svelte.ts';
import {
  ancestorsOf,
  buildTree,
  lineIndexOf,
  typeAheadLine,
  visibleLines,
  withoutPaths,
  type TreeLine,
} from './tree.ts';

/** Characters typed within this time of each other form one type-ahead text. */
const typeAheadMs = 700;

/** The element tree: its collapsed lines and its active line. */
export class TreeState {
  readonly #screen: ScreenState;
  /**
   * The collapsed paths of one activity. Paths, since ids change with the bounds; per activity,
   * since another one has other elements at these paths.
   */
  #closedInActivity = $state.raw<{ readonly activity: string; readonly paths: readonly string[] }>({
    activity: '',
    paths: [],
  });
  /** The path of the active line. */
  #activePath = $state('');
  #typeAhead = { text: '', atMs: 0 };

  readonly tree = $derived.by(() => buildTree(this.#screen.view?.rows ?? []));
  readonly #activity = $derived.by(() => activityOf(this.#screen.view));
  readonly #closedPaths = $derived(
    this.#closedInActivity.activity === this.#activity ? this.#closedInActivity.paths : [],
  );
  readonly lines = $derived.by(() => {
    const foundIds = this.#screen.filter.ids ?? null;
    return visibleLines(this.tree, { closedPaths: this.#closedPaths, foundIds });
  });
  /** The index of the active line; 0 when there is none. */
  readonly activeIndex = $derived(
    Math.max(
      0,
      this.lines.findIndex(({ row }) => row.path === this.#activePath),
    ),
  );

  constructor(screen: ScreenState) {
    this.#screen = screen;
  }

  /** Makes this line active. */
  setActive(index: number): void {
    const row = this.lines[index]?.row;
    if (row !== undefined) this.#activePath = row.path;
  }

  /** Collapses or expands the line. */
  toggle({ row, isOpen }: TreeLine): void {
    if (isOpen === null) return;
    this.#setClosedPaths(
      isOpen ? [...this.#closedPaths, row.path] : withoutPaths(this.#closedPaths, [row]),
    );
  }

  /**
   * Expands the element's ancestors and returns the index of its line, or that of its nearest
   * visible ancestor; -1 for none.
   */
  reveal(id: string): number {
    const index = this.tree.indexOfId.get(id);
    if (index === undefined) return -1;
    this.#setClosedPaths(withoutPaths(this.#closedPaths, ancestorsOf(this.tree, index)));
    return this.findLine(id);
  }

  /** The index of the element's line, or that of its nearest visible ancestor; -1 for none. */
  findLine(id: string): number {
    const index = this.tree.indexOfId.get(id);
    return index === undefined ? -1 : lineIndexOf(this.tree, this.lines, index);
  }

  /** Handles a key as a WAI-ARIA tree view does; false when the key means nothing here. */
  handleKey(key: string, nowMs: number): boolean {
    const line = this.lines[this.activeIndex];
    if (line === undefined) return false;
    if (key === 'ArrowRight') this.#expandOrEnter(line);
    else if (key === 'ArrowLeft') this.#collapseOrLeave(line);
    else if (key === '*') this.#expandSiblings(line);
    else {
      const index =
        nextIndex(key, this.activeIndex, this.lines.length) ?? this.#typeAheadIndex(key, nowMs);
      if (index === null) return false;
      this.setActive(index);
    }
    return true;
  }

  #expandOrEnter(line: TreeLine): void {
    const next = this.lines[this.activeIndex + 1];
    if (line.isOpen === false) this.toggle(line);
    else if (next !== undefined && next.row.depth > line.row.depth)
      this.setActive(this.activeIndex + 1);
  }

  #collapseOrLeave(line: TreeLine): void {
    const parent = this.tree.rows[this.tree.parents[line.index] ?? -1];
    if (line.isOpen === true) this.toggle(line);
    else if (parent !== undefined) this.#activePath = parent.path;
  }

  /** Expands the line and its siblings. */
  #expandSiblings(line: TreeLine): void {
    const { parents } = this.tree;
    const siblings = this.lines.filter(({ index }) => parents[index] === parents[line.index]);
    this.#setClosedPaths(
      withoutPaths(
        this.#closedPaths,
        siblings.map(({ row }) => row),
      ),
    );
  }

  /** The index of the line that the typed characters select; null for other keys. */
  #typeAheadIndex(key: string, nowMs: number): number | null {
    if ([...key].length !== 1 || key === ' ') return null;
    const isContinued = nowMs - this.#typeAhead.atMs < typeAheadMs;
    this.#typeAhead = { text: isContinued ? this.#typeAhead.text + key : key, atMs: nowMs };
    const index = typeAheadLine(this.lines, this.activeIndex, this.#typeAhead.text);
    return index === -1 ? this.activeIndex : index;
  }

  #setClosedPaths(paths: readonly string[]): void {
    if (paths !== this.#closedPaths) this.#closedInActivity = { activity: this.#activity, paths };
  }
}
