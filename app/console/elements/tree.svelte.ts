import { nextIndex } from '../../ui/next-index.ts';
import type { ScreenState } from './screen.svelte.ts';
import {
  ancestorsOf,
  growTree,
  lineOf,
  linesOf,
  opened,
  type TreeLine,
  typedLine,
} from './tree.ts';

/** Characters typed within this time of each other form one type-ahead text. */
const typingMs = 700;

/** The element tree: its collapsed lines and its active line. */
export class TreeState {
  readonly #screen: ScreenState;
  /**
   * The collapsed paths of one activity. Paths, since ids change with the bounds; per activity,
   * since another one has other elements at these paths.
   */
  #closed = $state.raw<{ readonly of: string; readonly paths: readonly string[] }>({
    of: '',
    paths: [],
  });
  /** The path of the active line. */
  #activePath = $state('');
  #typed = { text: '', atMs: 0 };

  readonly tree = $derived.by(() => growTree(this.#screen.view?.all ?? []));
  readonly #activity = $derived.by(() => {
    const { view } = this.#screen;
    return view === null ? '' : `${view.packageName}/${view.activity}`;
  });
  readonly #hidden = $derived(this.#closed.of === this.#activity ? this.#closed.paths : []);
  readonly lines = $derived.by(() => {
    const only = this.#screen.filter.found?.inTree ?? null;
    return linesOf(this.tree, { closed: this.#hidden, only });
  });
  /** The index of the active line; 0 when there is none. */
  readonly active = $derived(
    Math.max(
      0,
      this.lines.findIndex(({ row }) => row.path === this.#activePath),
    ),
  );

  constructor(screen: ScreenState) {
    this.#screen = screen;
  }

  /** Makes this line active. */
  goTo(place: number): void {
    const row = this.lines[place]?.row;
    if (row !== undefined) this.#activePath = row.path;
  }

  /** Collapses or expands the line. */
  toggle({ row, isOpen }: TreeLine): void {
    if (isOpen === null) return;
    this.#close(isOpen ? [...this.#hidden, row.path] : opened(this.#hidden, [row]));
  }

  /**
   * Expands the element's ancestors and returns the index of its line, or that of its nearest
   * visible ancestor; -1 for none.
   */
  reveal(id: string): number {
    const index = this.tree.indexOfId.get(id);
    if (index === undefined) return -1;
    this.#close(opened(this.#hidden, ancestorsOf(this.tree, index)));
    return this.find(id);
  }

  /** The index of the element's line, or that of its nearest visible ancestor; -1 for none. */
  find(id: string): number {
    const index = this.tree.indexOfId.get(id);
    return index === undefined ? -1 : lineOf(this.tree, this.lines, index);
  }

  /** Handles a key as a WAI-ARIA tree view does; false when the key means nothing here. */
  press(key: string, nowMs: number): boolean {
    const line = this.lines[this.active];
    if (line === undefined) return false;
    if (key === 'ArrowRight') this.#goIn(line);
    else if (key === 'ArrowLeft') this.#goOut(line);
    else if (key === '*') this.#openBeside(line);
    else {
      const place = nextIndex(key, this.active, this.lines.length) ?? this.#typedTo(key, nowMs);
      if (place === null) return false;
      this.goTo(place);
    }
    return true;
  }

  #goIn(line: TreeLine): void {
    const next = this.lines[this.active + 1];
    if (line.isOpen === false) this.toggle(line);
    else if (next !== undefined && next.row.depth > line.row.depth) this.goTo(this.active + 1);
  }

  #goOut(line: TreeLine): void {
    const around = this.tree.rows[this.tree.parents[line.index] ?? -1];
    if (line.isOpen === true) this.toggle(line);
    else if (around !== undefined) this.#activePath = around.path;
  }

  /** Expands the line and its siblings. */
  #openBeside(line: TreeLine): void {
    const { parents } = this.tree;
    const beside = this.lines.filter(({ index }) => parents[index] === parents[line.index]);
    this.#close(
      opened(
        this.#hidden,
        beside.map(({ row }) => row),
      ),
    );
  }

  /** The index of the line that the typed characters lead to; null for other keys. */
  #typedTo(key: string, nowMs: number): number | null {
    if ([...key].length !== 1 || key === ' ') return null;
    const isMore = nowMs - this.#typed.atMs < typingMs;
    this.#typed = { text: isMore ? this.#typed.text + key : key, atMs: nowMs };
    const place = typedLine(this.lines, this.active, this.#typed.text);
    return place === -1 ? this.active : place;
  }

  #close(paths: readonly string[]): void {
    if (paths !== this.#hidden) this.#closed = { of: this.#activity, paths };
  }
}
