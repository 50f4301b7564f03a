import { mdiContentCopy, mdiDeleteOutline, mdiLockOutline } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import { captionStyle, font, headlineStyle, smallStyle, type UiContext } from '../ui/theme.ts';
import { centred, column, icon, stack, text, type View } from '../ui/view.ts';
import {
  appBar,
  button,
  editText,
  iconButton,
  resourceIdsOf,
  outlinedField,
  screenPage,
} from '../ui/widgets.ts';
import type { Activity, ActivityHost } from './app.ts';
import type { Note, Notebook } from './notebook.ts';

const packageName = 'com.handset.notes';
const id = resourceIdsOf(packageName);

/** The editor of a note's title and text; a new note begins with a text that was shared. Back saves too. */
export function noteEditor(
  host: ActivityHost,
  notebook: Notebook,
  { note, sharedText }: { readonly note: Note | undefined; readonly sharedText: string },
): Activity {
  const title = new FieldState({ hint: 'Title', text: note?.title ?? '' });
  const bodyText = note?.body ?? sharedText;
  const body = new FieldState({ hint: 'Write something', text: bodyText, multiline: true });
  const save = () => {
    const written = { title: title.text.trim(), body: body.text.trim() };
    host.finish();
    if (written.title === '' && written.body === '') return;
    notebook.save(note?.id, written);
    host.toast('Note saved');
  };
  const saveAndFinish = () => {
    if (title.text !== (note?.title ?? '') || body.text !== (note?.body ?? '')) save();
    else host.finish();
  };
  const copy = () => {
    host.copy([title.text, body.text].filter((part) => part !== '').join('\n'));
    host.toast('Copied');
  };
  const remove = () => {
    if (note !== undefined) notebook.remove(note.id);
    host.finish();
    host.toast('Note deleted');
  };
  const askToDelete = () =>
    host.showDialog({
      title: 'Delete note?',
      message: `\u201c${title.text}\u201d will be deleted. This can\u2019t be undone.`,
      buttons: [{ label: 'Cancel' }, { label: 'Delete', onTap: remove }],
    });
  return {
    firstFocus: note === undefined && sharedText === '' ? title : undefined,
    onBack() {
      saveAndFinish();
      return true;
    },
    render(ui) {
      const { theme } = ui;
      const color = theme.text;
      const isNew = note === undefined;
      const bar = editorBar(ui, { isNew, onBack: saveAndFinish, copy, askToDelete, save });
      const page = {
        weight: 1,
        className: 'android.widget.ScrollView',
        id: id('edit_scroll'),
        scroll: 'edit',
        padding: [4, 24, 16, 24],
        gap: 8,
      } as const;
      return screenPage(ui, { id: id('edit_root'), fill: theme.card }, [
        bar,
        column(page, [
          editText(ui, title, {
            id: id('edit_title'),
            minHeight: 48,
            label: { text: '', style: font(26, 600, color, 36) },
          }),
          text(note?.edited ?? 'Not saved yet', captionStyle(theme.textSoft), {
            id: id('edit_date'),
          }),
          editText(ui, body, {
            id: id('edit_body'),
            minHeight: 240,
            padding: [8, 0],
            label: { text: '', style: font(17, 400, color, 26) },
          }),
        ]),
      ]);
    },
  };
}

interface EditorActions {
  readonly isNew: boolean;
  onBack(): void;
  copy(): void;
  askToDelete(): void;
  save(): void;
}

function editorBar(ui: UiContext, actions: EditorActions): View {
  const { isNew, onBack, copy, askToDelete, save } = actions;
  const { text: color } = ui.theme;
  const remove = { color, id: id('action_delete'), onTap: askToDelete };
  const saveLook = { tone: 'tonal', margin: [0, 12, 0, 4] } as const;
  return appBar(ui, {
    title: isNew ? 'New note' : 'Edit note',
    packageName,
    onBack,
    actions: [
      iconButton(mdiContentCopy, 'Copy text', { color, id: id('action_copy'), onTap: copy }),
      !isNew && iconButton(mdiDeleteOutline, 'Delete', remove),
      button(ui.theme, 'Save', { ...saveLook, id: id('action_save'), onTap: save }),
    ],
  });
}

const mailError = 'Enter a valid email address';
/** Characters; the error message of the page says the same number. */
const minPasswordLength = 6;

/** Asks for an email address and a password; any valid format is accepted. */
export function signInScreen(host: ActivityHost, notebook: Notebook): Activity {
  const mail = new FieldState({ hint: 'Email' });
  const password = new FieldState({ hint: 'Password', password: true });
  let error: string | undefined;
  const signIn = () => {
    if (!/^\S+@\S+\.\S+$/.test(mail.text)) error = mailError;
    else if (password.text.length < minPasswordLength) error = 'Use at least 6 characters';
    else {
      notebook.account = mail.text;
      host.finish();
      host.toast('Signed in');
    }
  };
  return {
    render(ui) {
      const { theme } = ui;
      const form = {
        className: 'android.widget.ScrollView',
        id: id('sign_in_scroll'),
        scroll: 'form',
        height: 'fill',
        maxWidth: 480,
        padding: [8, 28, 20, 28],
        gap: 16,
      } as const;
      const submit = { width: 'fill', padding: [15, 24], radius: 28, onTap: signIn } as const;
      return screenPage(ui, { id: id('sign_in_root') }, [
        appBar(ui, { title: '', packageName, onBack: () => host.finish() }),
        column({ weight: 1, align: 'center', paintOnly: true }, [
          column(form, [
            stack({ paintOnly: true, width: 64, height: 64, radius: 22, fill: theme.tint }, [
              icon(mdiLockOutline, { size: 32, color: theme.onTint }, centred),
            ]),
            text('Sign in', headlineStyle(theme.text), { id: id('sign_in_title'), heading: true }),
            text('Keep your notes on all your devices.', smallStyle(theme.textSoft), {
              id: id('sign_in_text'),
            }),
            outlinedField(ui, mail, {
              id: id('email'),
              error: error === mailError ? mailError : undefined,
            }),
            outlinedField(ui, password, { id: id('password') }),
            error !== undefined && text(error, smallStyle(theme.error), { id: id('error') }),
            button(theme, 'Sign in', { id: id('sign_in_button'), ...submit }),
          ]),
        ]),
      ]);
    },
  };
}
