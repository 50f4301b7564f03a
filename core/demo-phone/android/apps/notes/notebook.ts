/** One note; `id` never changes. */
export interface Note {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly edited: string;
  readonly color: 'plain' | 'blue' | 'rose' | 'amber' | 'green';
}

const first: readonly Omit<Note, 'id'>[] = [
  {
    title: 'Groceries',
    body: 'Oat milk\nSourdough\nTomatoes\nBasil\nCoffee beans',
    edited: 'Today',
    color: 'amber',
  },
  {
    title: 'Weekend in Lisbon',
    body: 'Tram 28 early in the morning, pastries in Bel\u00e9m, sunset at the miradouro. Ask Maya about the flat.',
    edited: 'Yesterday',
    color: 'blue',
  },
  {
    title: 'Book list',
    body: 'The Overstory\nA Psalm for the Wild-Built\nPiranesi',
    edited: 'Nov 17',
    color: 'plain',
  },
  {
    title: 'Ideas for the balcony',
    body: 'Two long planters, one small table. Herbs on the sunny side.',
    edited: 'Nov 12',
    color: 'green',
  },
  {
    title: 'Bike',
    body: 'Frame number WTU 4417 K. Next service in March.',
    edited: 'Nov 3',
    color: 'rose',
  },
];

/** The notes of the phone, the newest first, and who is signed in. */
export class Notebook {
  #notes: readonly Note[] = first.map((note, index) => ({ ...note, id: String(index + 1) }));
  #nextId = first.length + 1;
  /** Mail address of the signed-in person. */
  account: string | undefined;

  get notes(): readonly Note[] {
    return this.#notes;
  }

  find(id: string | undefined): Note | undefined {
    return this.#notes.find((note) => note.id === id);
  }

  /** Changes a note, or adds one when there is none of this id; it becomes the newest. */
  save(id: string | undefined, text: { readonly title: string; readonly body: string }): void {
    const known = this.find(id);
    const note: Note = {
      id: known?.id ?? String(this.#nextId++),
      color: known?.color ?? 'plain',
      edited: 'Just now',
      ...text,
    };
    this.#notes = [note, ...this.#notes.filter((other) => other.id !== note.id)];
  }

  remove(ids: ReadonlySet<string>): void {
    this.#notes = this.#notes.filter((note) => !ids.has(note.id));
  }
}
