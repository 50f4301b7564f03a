import { SvelteSet } from 'svelte/reactivity';
import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import { type FolderListing, type PhoneFile, pathIn } from '#core/phone/files.ts';
import { type FileOrder, type SortKey, folderOf, sortFiles } from './file-list.ts';

/** Where people's files are. */
const firstFolder = '/sdcard';

/** One folder of the phone: what is in it, in which order, and what of it is selected. */
export class FilesState {
  path = $state(firstFolder);
  /** Null before the folder was read, and if it can't be. */
  listing = $state.raw<FolderListing | null>(null);
  error = $state.raw<WireError | null>(null);
  isReading = $state(false);
  showsHidden = $state(false);
  order = $state.raw<FileOrder>({ key: 'name', isDescending: false });
  /** Names. */
  readonly selection = new SvelteSet<string>();
  /** The name that the keys have reached, and from which Shift selects. */
  active = $state<string | null>(null);
  #anchor: string | null = null;
  readonly listed = $derived(
    sortFiles(
      (this.listing?.files ?? []).filter(({ name }) => this.showsHidden || !name.startsWith('.')),
      this.order,
    ),
  );
  readonly selected = $derived(this.listed.filter(({ name }) => this.selection.has(name)));
  readonly selectedPaths = $derived(this.selected.map(({ name }) => pathIn(this.path, name)));
  readonly #link: WorkerLink;
  #reading = new AbortController();

  constructor(link: WorkerLink) {
    this.#link = link;
  }

  /** Shows another folder. */
  async open(path: string): Promise<void> {
    const cameFrom = folderOf(this.path) === path ? this.path : null;
    this.path = path;
    this.listing = null;
    this.select([]);
    await this.refresh();
    const left = this.listed.find(({ name }) => pathIn(path, name) === cameFrom);
    if (left !== undefined && this.path === path) this.active = left.name;
  }

  /** Back to where people's files are, as for another phone. */
  async reset(): Promise<void> {
    await this.open(firstFolder);
  }

  /** Reads the folder again. */
  async refresh(): Promise<void> {
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    this.isReading = true;
    this.error = null;
    try {
      this.listing = await this.#link.call('listFolder', { path: this.path }, signal);
    } catch (thrown) {
      // A later reading goes on.
      if (signal.aborted) return;
      this.error = toWire(thrown);
      this.listing = null;
    }
    this.isReading = false;
  }

  /** Sorts by this; again by the same the other way round. */
  sortBy(key: SortKey): void {
    const isDescending = this.order.key === key && !this.order.isDescending;
    this.order = { key, isDescending };
  }

  select(names: readonly string[]): void {
    this.#setSelection(names);
    this.active = names[0] ?? null;
    this.#anchor = this.active;
  }

  toggle(name: string): void {
    if (!this.selection.delete(name)) this.selection.add(name);
    this.active = name;
    this.#anchor = name;
  }

  /** Selects everything from where the last selection began to this file. */
  selectTo(name: string): void {
    const indexOf = (wanted: string | null): number =>
      this.listed.findIndex((file) => file.name === wanted);
    const from = Math.max(0, indexOf(this.#anchor));
    const to = indexOf(name);
    const range = this.listed.slice(Math.min(from, to), Math.max(from, to) + 1);
    this.#setSelection(range.map((file) => file.name));
    this.active = name;
  }

  selectAll(): void {
    this.#setSelection(this.listed.map(({ name }) => name));
  }

  #setSelection(names: readonly string[]): void {
    this.selection.clear();
    for (const name of names) this.selection.add(name);
  }

  /** The only selected file; null for none and for several. */
  get chosen(): PhoneFile | null {
    const [first] = this.selected;
    return this.selected.length === 1 && first !== undefined ? first : null;
  }
}
