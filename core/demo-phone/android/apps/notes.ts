import { mdiAccountCircleOutline, mdiLockOutline } from '@mdi/js';
import { z } from 'zod';
import { addButton } from '../ui/list-page.ts';
import { font, headlineStyle, subtitleStyle, type UiContext } from '../ui/theme.ts';
import { column, row, space, stack, text, type View } from '../ui/view.ts';
import { iconButton, resourceIdsOf, screenPage } from '../ui/widgets.ts';
import type { Activity, ActivityHost } from './app.ts';

const packageName = 'com.handset.notes';
const id = resourceIdsOf(packageName);

/** All notes as cards in columns. */
export class NotesListScreen implements Activity {
  readonly #host: ActivityHost;
  readonly #notebook: Notebook;

  constructor(host: ActivityHost, notebook: Notebook) {
    this.#host = host;
    this.#notebook = notebook;
  }

  render(ui: UiContext): View {
    const columns = ui.landscape ? 3 : 2;
    return screenPage(ui, { id: id('notes_root'), className: 'android.widget.RelativeLayout' }, [
      stack(
        {
          weight: 1,
          width: 'fill',
          className: 'androidx.coordinatorlayout.widget.CoordinatorLayout',
          id: id('coordinator'),
        },
        [
          column({ width: 'fill', height: 'fill', paintOnly: true }, [
            this.#bar(ui),
            this.#list(ui, columns),
          ]),
          this.#newButton(ui),
        ],
      ),
    ]);
  }

  #bar(ui: UiContext): View {
    const { theme } = ui;
    const { account } = this.#notebook;
    return row(
      {
        id: id('toolbar'),
        className: 'android.view.ViewGroup',
        height: ui.landscape ? 64 : 92,
        padding: ui.landscape ? [0, 8, 0, 24] : [24, 8, 0, 24],
      },
      [
        text('Notes', headlineStyle(theme.text), { id: id('toolbar_title'), weight: 1 }),
        iconButton(
          account === undefined ? mdiLockOutline : mdiAccountCircleOutline,
          account === undefined ? 'Sign in' : `Signed in as ${account}`,
          {
            color: theme.text,
            id: id('action_account'),
            onTap: () => {
              if (account === undefined)
                this.#host.start(`${packageName}/${packageName}.SignInActivity`);
              else this.#host.toast(`Signed in as ${account}`);
            },
          },
        ),
      ],
    );
  }

  #list(ui: UiContext, columns: number): View {
    const { notes } = this.#notebook;
    if (notes.length === 0) {
      return column({ weight: 1, justify: 'center', align: 'center', id: id('empty_view') }, [
        text('No notes yet', subtitleStyle(ui.theme.textSoft), { id: id('empty_text') }),
      ]);
    }
    const split = Array.from({ length: columns }, (_, at) =>
      notes.filter((_note, index) => index % columns === at),
    );
    return column(
      {
        weight: 1,
        className: 'androidx.recyclerview.widget.RecyclerView',
        id: id('notes_list'),
        scroll: 'notes',
        padding: [8, 16, 0, 16],
      },
      [
        row(
          { paintOnly: true, gap: 10, align: 'start' },
          split.map((part) =>
            column(
              { paintOnly: true, weight: 1, gap: 10 },
              part.map((note) => this.#card(ui, note)),
            ),
          ),
        ),
        space(96),
      ],
    );
  }

  #card(ui: UiContext, note: Note): View {
    const look = cardLook(ui, note);
    return stack(
      {
        className: 'androidx.cardview.widget.CardView',
        id: id('note_card'),
        width: 'fill',
        radius: 22,
        fill: look.fill,
        onTap: () => this.#host.start(`${packageName}/${packageName}.EditActivity`, note.id),
      },
      [cardText(note, look.text)],
    );
  }

  #newButton(ui: UiContext): View {
    return addButton(ui, {
      id: id('fab_new_note'),
      text: 'New note',
      description: 'New note',
      onTap: () => this.#host.start(`${packageName}/${packageName}.EditActivity`, ''),
    });
  }
}

function cardText(note: Note, color: string): View {
  return column({ paintOnly: true, padding: [16, 18], gap: 6 }, [
    text(note.title || 'Untitled', font(17, 600, color, 23), { id: id('note_title'), maxLines: 2 }),
    text(note.body, font(14, 400, color, 20), { id: id('note_body'), maxLines: 7, alpha: 0.86 }),
    text(note.edited, font(12, 500, color, 16), {
      id: id('note_date'),
      alpha: 0.62,
      margin: [6, 0, 0, 0],
    }),
  ]);
}

function cardLook(ui: UiContext, note: Note): { readonly fill: string; readonly text: string } {
  const { theme } = ui;
  if (note.color === 'plain') return { fill: theme.card, text: theme.text };
  const light = { blue: '#d9e4ff', rose: '#ffdbe4', amber: '#ffe6bf', green: '#d3f0d8' };
  const dark = { blue: '#2a3760', rose: '#57303f', amber: '#54421f', green: '#25452e' };
  return {
    fill: theme.dark ? dark[note.color] : light[note.color],
    text: theme.dark ? theme.text : '#24262f',
  };
}

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

const initialNotes: readonly Omit<Note, 'id'>[] = [
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

/** The notes, newest first, and the signed-in account. */
export class Notebook {
  #notes: readonly Note[] = initialNotes.map((note, index) => ({ ...note, id: String(index + 1) }));
  #nextId = initialNotes.length + 1;
  /** Email address of the signed-in user. */
  account: string | undefined;

  get notes(): readonly Note[] {
    return this.#notes;
  }

  find(noteId: string | undefined): Note | undefined {
    return this.#notes.find((note) => note.id === noteId);
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
    this.#notes = [note, ...this.#notes.filter((other) => other.id !== note.id)];
  }

  remove(noteId: string): void {
    this.#notes = this.#notes.filter(({ id: other }) => other !== noteId);
  }

  /** What a later notebook gets. */
  snapshot(): z.infer<typeof savedNotesSchema> {
    return { notes: [...this.#notes], nextId: this.#nextId };
  }

  /** Takes over what was saved; leaves the notes as they are where it was something else. */
  restore(saved: unknown): void {
    const { data } = savedNotesSchema.safeParse(saved);
    if (data === undefined) return;
    this.#notes = data.notes;
    this.#nextId = data.nextId;
  }
}
