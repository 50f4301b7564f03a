import { z } from 'zod';

/** A note; `id` never changes. */
export type Note = z.infer<typeof noteSchema>;

const noteSchema = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  edited: z.string(),
  color: z.enum(['plain', 'blue', 'rose', 'amber', 'green']),
});

const savedNotesSchema = z.object({ notes: z.array(noteSchema), nextId: z.number() });

const initialNotes: readonly Note[] = [
  {
    id: '1',
    title: 'Groceries',
    body: 'Oat milk\nSourdough\nTomatoes\nBasil\nCoffee beans',
    edited: 'Today',
    color: 'amber',
  },
  {
    id: '2',
    title: 'Weekend in Lisbon',
    body: 'Tram 28 early in the morning, pastries in Bel\u00e9m, sunset at the miradouro. Ask Maya about the flat.',
    edited: 'Yesterday',
    color: 'blue',
  },
  {
    id: '3',
    title: 'Book list',
    body: 'The Overstory\nA Psalm for the Wild-Built\nPiranesi',
    edited: 'Nov 17',
    color: 'plain',
  },
  {
    id: '4',
    title: 'Ideas for the balcony',
    body: 'Two long planters, one small table. Herbs on the sunny side.',
    edited: 'Nov 12',
    color: 'green',
  },
  {
    id: '5',
    title: 'Bike',
    body: 'Frame number WTU 4417 K. Next service in March.',
    edited: 'Nov 3',
    color: 'rose',
  },
];

/** The notes, newest first, and the signed-in account. */
export class Notebook {
  notes = initialNotes;
  #nextId = initialNotes.length + 1;
  /** Email address of the signed-in user. */
  account: string | undefined;

  find(noteId: string | undefined): Note | undefined {
    return this.notes.find((note) => note.id === noteId);
  }

  /** Updates the note with this id, or adds one; it becomes the newest. */
  save(noteId: string | undefined, written: Pick<Note, 'title' | 'body'>): void {
    const existing = this.find(noteId);
    const note: Note = {
      id: existing?.id ?? String(this.#nextId++),
      color: existing?.color ?? 'plain',
      edited: 'Just now',
      ...written,
    };
    this.notes = [note, ...this.notes.filter((other) => other.id !== note.id)];
  }

  remove(noteId: string): void {
    this.notes = this.notes.filter(({ id: other }) => other !== noteId);
  }

  /** What a later notebook gets. */
  snapshot(): z.infer<typeof savedNotesSchema> {
    return { notes: [...this.notes], nextId: this.#nextId };
  }

  /** Takes over what was saved; leaves the notes as they are where it was something else. */
  restore(saved: unknown): void {
    const { data } = savedNotesSchema.safeParse(saved);
    if (data === undefined) return;
    this.notes = data.notes;
    this.#nextId = data.nextId;
  }
}
