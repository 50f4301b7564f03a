import { mdiNoteText } from '@mdi/js';
import type { Activity, App, Host } from '../../app.ts';
import { EditNote } from './edit-screen.ts';
import { NotesList } from './list-screen.ts';
import { Notebook } from './notebook.ts';
import { SignIn } from './sign-in-screen.ts';

const packageName = 'com.handset.notes';

/** Notes with a list, an editor and a sign-in page; its notebook outlives its screens. */
export function notesApp(): App {
  const notebook = new Notebook();
  const screens: Record<string, (host: Host, argument: string | undefined) => Activity> = {
    MainActivity: (host) => new NotesList(host, notebook),
    EditActivity: (host, argument) => new EditNote(host, notebook, notebook.find(argument)),
    SignInActivity: (host) => new SignIn(host, notebook),
  };
  return {
    packageName,
    label: 'Notes',
    system: false,
    versionName: '2.6.1',
    icon: { path: mdiNoteText, color: '#5a3b00', from: '#ffe08a', to: '#ffbe3d' },
    launcher: `${packageName}.MainActivity`,
    create: (className, host, argument) =>
      screens[className.slice(packageName.length + 1)]?.(host, argument),
  };
}
