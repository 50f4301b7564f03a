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

/** Letters that come faster than this are one word. */
const typingMs = 700;

/** The tree of elements: what of it is open, and the line that the keyboard is on. */
export class TreeState {
  readonly #screen: ScreenState;
  /** By path, since ids change with the bounds; of one activity, since another has other elements there. */
  #closed = $state.raw<{ readonly of: string; readonly paths: readonly string[] }>({
    of: '',
    paths: [],
  });
  /** The path of the line that the keyboard is on. */
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
  /** The place of the line that the keyboard is on; 0 while it is on none. */
  readonly active = $derived(
    Math.max(
      0,
      this.lines.findIndex(({ row }) => row.path === this.#activePath),
    ),
  );

  constructor(screen: ScreenState) {
    this.#screen = screen;
  }

  /** The keyboard goes to this line. */
  goTo(place: number): void {
    const row = this.lines[place]?.row;
    if (row !== undefined) this.#activePath = row.path;
  }

  /** Hides what is inside of the line, or shows it. */
  toggle({ row, isOpen }: TreeLine): void {
    if (isOpen === null) return;
    this.#close(isOpen ? [...this.#hidden, row.path] : opened(this.#hidden, [row]));
  }

  /** Opens all that is around the element and returns its line, or that of what is nearest around it; -1 for none. */
  reveal(id: string): number {
    const index = this.tree.indexOfId.get(id);
    if (index === undefined) return -1;
    this.#close(opened(this.#hidden, ancestorsOf(this.tree, index)));
    return this.find(id);
  }

  /** The line of the element as it is seen now, or of what is nearest around it; -1 for none. */
  find(id: string): number {
    const index = this.tree.indexOfId.get(id);
    return index === undefined ? -1 : lineOf(this.tree, this.lines, index);
  }

  /** Does what the key means in a tree; false where it means nothing. */
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

  /** Opens the line and all beside it. */
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

  /** Where the letters typed so far lead; null for what is no letter. */
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
