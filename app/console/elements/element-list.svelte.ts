import type { ElementRow } from '#core/link/messages.ts';
import { nextIndex } from '../../ui/list-navigation.ts';
import { recall, recallJson, remember } from '../../ui/storage.ts';
import { activityOf, isLayout } from '../screen/element-text.ts';
import type { ScreenState } from '../screen/screen.svelte.ts';
import { nextSort, parseSort, sortRows, type ColumnId, type TableSort } from './sort.ts';
import {
  ancestorsOf,
  buildTree,
  flatLines,
  lineIndexOf,
  typeAheadLine,
  visibleLines,
  withoutPaths,
  type ListLine,
} from './tree.ts';

/** Characters typed within this time of each other form one type-ahead text. */
const typeAheadMs = 700;

/**
 * The list of elements: as a table, which can be sorted, or with its hierarchy, as a tree. How the user
 * has arranged it is kept in this browser.
 */
export class ElementListState {
  sort = $state.raw<TableSort>(parseSort(recallJson('element-sort')));
  #isTree = $state(recall('elements-as') === 'tree');
  #showsLayout = $state(recall('layout-rows') === 'shown');
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

  readonly #screen: ScreenState;
  readonly tree = $derived.by(() => buildTree(this.#screen.view?.rows ?? []));
  /** What app and activity are shown. */
  readonly activity = $derived.by(() => activityOf(this.#screen.view));
  readonly #closedPaths = $derived(
    this.#closedInActivity.activity === this.activity ? this.#closedInActivity.paths : [],
  );
  readonly #foundRows = $derived.by(
    () => this.#screen.filter.result?.rows ?? this.#screen.view?.rows ?? [],
  );
  /** A selector lists all that it matches; otherwise rows that are only layout may be hidden. */
  readonly #isSelector = $derived.by(() => this.#screen.filter.result?.readAs === 'selector');
  /** How many of the rows that the filter finds are only layout. */
  readonly layoutCount = $derived(this.#isSelector ? 0 : this.#foundRows.filter(isLayout).length);
  readonly lines = $derived.by((): readonly ListLine[] => {
    if (!this.#isTree) return flatLines(sortRows(this.#listed(this.#foundRows), this.sort));
    const { ids: foundIds } = this.#screen.filter;
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

  /** Whether the hierarchy is shown. */
  get isTree(): boolean {
    return this.#isTree;
  }

  set isTree(isTree: boolean) {
    this.#isTree = isTree;
    remember('elements-as', isTree ? 'tree' : 'table');
  }

  /** Whether the table lists rows that are only layout. */
  get showsLayout(): boolean {
    return this.#showsLayout;
  }

  set showsLayout(shows: boolean) {
    this.#showsLayout = shows;
    remember('layout-rows', shows ? 'shown' : null);
  }

  /** How many elements the filter finds, and how many there would be without it. */
  get counts(): { readonly found: number; readonly all: number } {
    const all = this.#screen.view?.rows ?? [];
    return this.#isTree
      ? { found: this.#foundRows.length, all: all.length }
      : { found: this.lines.length, all: this.#listed(all).length };
  }

  sortBy(column: ColumnId): void {
    this.sort = nextSort(this.sort, column);
    remember('element-sort', this.sort === null ? null : JSON.stringify(this.sort));
  }

  /** Makes this line active. */
  setActive(index: number): void {
    const row = this.lines[index]?.row;
    if (row !== undefined) this.#activePath = row.path;
  }

  /** Collapses or expands the line. */
  toggle({ row, isOpen }: ListLine): void {
    if (isOpen === null) return;
    this.#setClosedPaths(
      isOpen ? [...this.#closedPaths, row.path] : withoutPaths(this.#closedPaths, [row]),
    );
  }

  /** Expands the element's ancestors and makes its line active. */
  reveal(id: string): void {
    const index = this.tree.indexOfId.get(id);
    if (index === undefined) return;
    this.#setClosedPaths(withoutPaths(this.#closedPaths, ancestorsOf(this.tree, index)));
    this.setActive(this.findLine(id));
  }

  /** The index of the element's line, or that of its nearest listed ancestor; -1 if there is none. */
  findLine(id: string): number {
    return lineIndexOf(this.tree, this.lines, id);
  }

  /** Handles a key as a WAI-ARIA treegrid does; false when the key means nothing here. */
  handleKey(key: string, nowMs: number): boolean {
    const line = this.lines[this.activeIndex];
    if (line === undefined) return false;
    if (this.#isTree && key === 'ArrowRight') this.#expandOrEnter(line);
    else if (this.#isTree && key === 'ArrowLeft') this.#collapseOrLeave(line);
    else if (this.#isTree && key === '*') this.#expandSiblings(line);
    else {
      const index =
        nextIndex(key, this.activeIndex, this.lines.length) ?? this.#typeAheadIndex(key, nowMs);
      if (index === null) return false;
      this.setActive(index);
    }
    return true;
  }

  #listed(rows: readonly ElementRow[]): readonly ElementRow[] {
    if (this.#isSelector || this.#showsLayout) return rows;
    return rows.filter((row) => !isLayout(row) || row.id === this.#screen.pinnedId);
  }

  #expandOrEnter(line: ListLine): void {
    const next = this.lines[this.activeIndex + 1];
    if (line.isOpen === false) this.toggle(line);
    else if (next !== undefined && next.row.depth > line.row.depth)
      this.setActive(this.activeIndex + 1);
  }

  #collapseOrLeave(line: ListLine): void {
    const parent = this.tree.rows[this.#parentOf(line)];
    if (line.isOpen === true) this.toggle(line);
    else if (parent !== undefined) this.#activePath = parent.path;
  }

  /** Expands the line and its siblings. */
  #expandSiblings(line: ListLine): void {
    const parent = this.#parentOf(line);
    const siblings = this.lines.filter((each) => this.#parentOf(each) === parent);
    this.#setClosedPaths(
      withoutPaths(
        this.#closedPaths,
        siblings.map(({ row }) => row),
      ),
    );
  }

  /** The index of the line's parent in the tree; -1 for a root. */
  #parentOf({ row }: ListLine): number {
    return this.tree.parents[this.tree.indexOfId.get(row.id) ?? -1] ?? -1;
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
    if (paths !== this.#closedPaths) this.#closedInActivity = { activity: this.activity, paths };
  }
}
