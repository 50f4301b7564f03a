import { mdiAccountCircleOutline, mdiLockOutline, mdiNoteText } from '@mdi/js';
import { addButton } from '../ui/list-page.ts';
import { font, headlineStyle, subtitleStyle, type UiContext } from '../ui/theme.ts';
import { column, row, space, stack, text, type View } from '../ui/view.ts';
import { iconButton, resourceIdsOf, screenPage } from '../ui/widgets.ts';
import type { ActivityHost, App } from './app.ts';
import { noteEditor, signInScreen } from './note-screens.ts';
import { type Note, Notebook } from './notebook.ts';

const packageName = 'com.handset.notes';
const id = resourceIdsOf(packageName);

/** All notes as cards in columns. */
function notesList(ui: UiContext, host: ActivityHost, notebook: Notebook): View {
  const coordinator = {
    weight: 1,
    width: 'fill',
    className: 'androidx.coordinatorlayout.widget.CoordinatorLayout',
    id: id('coordinator'),
  } as const;
  return screenPage(ui, { id: id('notes_root'), className: 'android.widget.RelativeLayout' }, [
    stack(coordinator, [
      column({ width: 'fill', height: 'fill', paintOnly: true }, [
        toolbar(ui, host, notebook),
        noteCards(ui, host, notebook),
      ]),
      addButton(ui, {
        id: id('fab_new_note'),
        text: 'New note',
        description: 'New note',
        onTap: () => host.start(`${packageName}/${packageName}.EditActivity`, ''),
      }),
    ]),
  ]);
}

function toolbar({ theme, landscape }: UiContext, host: ActivityHost, notebook: Notebook): View {
  const { account } = notebook;
  const description = account === undefined ? 'Sign in' : `Signed in as ${account}`;
  const frame = {
    id: id('toolbar'),
    className: 'android.view.ViewGroup',
    height: landscape ? 64 : 92,
    padding: [landscape ? 0 : 24, 8, 0, 24],
  } as const;
  return row(frame, [
    text('Notes', headlineStyle(theme.text), { id: id('toolbar_title'), weight: 1 }),
    iconButton(account === undefined ? mdiLockOutline : mdiAccountCircleOutline, description, {
      color: theme.text,
      id: id('action_account'),
      onTap: () => {
        if (account === undefined) host.start(`${packageName}/${packageName}.SignInActivity`);
        else host.toast(description);
      },
    }),
  ]);
}

function noteCards(ui: UiContext, host: ActivityHost, { notes }: Notebook): View {
  if (notes.length === 0) {
    return column({ weight: 1, justify: 'center', align: 'center', id: id('empty_view') }, [
      text('No notes yet', subtitleStyle(ui.theme.textSoft), { id: id('empty_text') }),
    ]);
  }
  const columns = ui.landscape ? 3 : 2;
  const split = Array.from({ length: columns }, (_, at) =>
    notes
      .filter((_note, index) => index % columns === at)
      .map((note) =>
        noteCard(ui, note, () => {
          host.start(`${packageName}/${packageName}.EditActivity`, note.id);
        }),
      ),
  );
  const list = {
    weight: 1,
    className: 'androidx.recyclerview.widget.RecyclerView',
    id: id('notes_list'),
    scroll: 'notes',
    padding: [8, 16, 0, 16],
  } as const;
  return column(list, [
    row(
      { paintOnly: true, gap: 10, align: 'start' },
      split.map((cards) => column({ paintOnly: true, weight: 1, gap: 10 }, cards)),
    ),
    space(96),
  ]);
}

/** The fill of each colour of note in the light theme and in the dark one. */
const cardFills = {
  blue: ['#d9e4ff', '#2a3760'],
  rose: ['#ffdbe4', '#57303f'],
  amber: ['#ffe6bf', '#54421f'],
  green: ['#d3f0d8', '#25452e'],
} as const;

function noteCard({ theme }: UiContext, note: Note, onTap: () => void): View {
  const [light, dark] = note.color === 'plain' ? [theme.card, theme.card] : cardFills[note.color];
  const color = note.color === 'plain' || theme.dark ? theme.text : '#24262f';
  const card = {
    className: 'androidx.cardview.widget.CardView',
    id: id('note_card'),
    width: 'fill',
    radius: 22,
    fill: theme.dark ? dark : light,
    onTap,
  } as const;
  const titleProps = { id: id('note_title'), maxLines: 2 };
  return stack(card, [
    column({ paintOnly: true, padding: [16, 18], gap: 6 }, [
      text(note.title || 'Untitled', font(17, 600, color, 23), titleProps),
      text(note.body, font(14, 400, color, 20), { id: id('note_body'), maxLines: 7, alpha: 0.86 }),
      text(note.edited, font(12, 500, color, 16), {
        id: id('note_date'),
        alpha: 0.62,
        margin: [6, 0, 0, 0],
      }),
    ]),
  ]);
}

/** The text of `text:…`, which another app shares; empty for the id of a note. */
function sharedTextOf(argument = ''): string {
  return argument.startsWith('text:') ? argument.slice('text:'.length) : '';
}

/** Notes with a list, an editor and a sign-in page; the notebook outlives the activities. */
export function notesApp(): App {
  let notebook = new Notebook();
  return {
    packageName,
    label: 'Notes',
    system: false,
    versionName: '2.6.1',
    icon: { path: mdiNoteText, color: '#5a3b00', topColor: '#ffe08a', bottomColor: '#ffbe3d' },
    launcherClass: `${packageName}.MainActivity`,
    save: () => notebook.snapshot(),
    restore: (saved) => notebook.restore(saved),
    clearData: () => {
      notebook = new Notebook();
    },
    activities: {
      [`${packageName}.MainActivity`]: (host) => ({
        render: (ui) => notesList(ui, host, notebook),
      }),
      [`${packageName}.EditActivity`]: (host, argument) => {
        const content = { note: notebook.find(argument), sharedText: sharedTextOf(argument) };
        return noteEditor(host, notebook, content);
      },
      [`${packageName}.SignInActivity`]: (host) => signInScreen(host, notebook),
    },
  };
}
