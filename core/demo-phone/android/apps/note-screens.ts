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
import type { Note, Notebook } from './notes.ts';

const packageName = 'com.handset.notes';
const id = resourceIdsOf(packageName);

/** The editor of a note's title and text. Back saves too. */
export class NoteEditor implements Activity {
  readonly #host: ActivityHost;
  readonly #notebook: Notebook;
  readonly #note: Note | undefined;
  readonly #title: FieldState;
  readonly #body: FieldState;
  readonly firstFocus: FieldState | undefined;

  /** With `sharedText`, a new note begins with it. */
  constructor(host: ActivityHost, notebook: Notebook, note: Note | undefined, sharedText = '') {
    this.#host = host;
    this.#notebook = notebook;
    this.#note = note;
    this.#title = new FieldState({ hint: 'Title', text: note?.title ?? '' });
    this.#body = new FieldState({
      hint: 'Write something',
      text: note?.body ?? sharedText,
      multiline: true,
    });
    if (note === undefined && sharedText === '') this.firstFocus = this.#title;
  }

  render(ui: UiContext): View {
    const { theme } = ui;
    return screenPage(ui, { id: id('edit_root'), fill: theme.card }, [
      this.#bar(ui),
      column(
        {
          weight: 1,
          className: 'android.widget.ScrollView',
          id: id('edit_scroll'),
          scroll: 'edit',
          padding: [4, 24, 16, 24],
          gap: 8,
        },
        [
          editText(ui, this.#title, {
            id: id('edit_title'),
            minHeight: 48,
            label: { text: '', style: font(26, 600, theme.text, 36) },
          }),
          text(this.#note?.edited ?? 'Not saved yet', captionStyle(theme.textSoft), {
            id: id('edit_date'),
          }),
          editText(ui, this.#body, {
            id: id('edit_body'),
            minHeight: 240,
            padding: [8, 0],
            label: { text: '', style: font(17, 400, theme.text, 26) },
          }),
        ],
      ),
    ]);
  }

  #bar(ui: UiContext): View {
    const { theme } = ui;
    const remove = iconButton(mdiDeleteOutline, 'Delete', {
      color: theme.text,
      id: id('action_delete'),
      onTap: () => this.#askToDelete(),
    });
    const copy = iconButton(mdiContentCopy, 'Copy text', {
      color: theme.text,
      id: id('action_copy'),
      onTap: () => this.#copy(),
    });
    const save = button(theme, 'Save', {
      tone: 'tonal',
      id: id('action_save'),
      margin: [0, 12, 0, 4],
      onTap: () => this.#save(),
    });
    return appBar(ui, {
      title: this.#note === undefined ? 'New note' : 'Edit note',
      packageName,
      onBack: () => this.#saveAndFinish(),
      actions: [copy, this.#note !== undefined && remove, save],
    });
  }

  onBack(): boolean {
    this.#saveAndFinish();
    return true;
  }

  #saveAndFinish(): void {
    const { text: title } = this.#title;
    const { text: body } = this.#body;
    const changed = title !== (this.#note?.title ?? '') || body !== (this.#note?.body ?? '');
    if (changed) this.#save();
    else this.#host.finish();
  }

  #save(): void {
    const written = { title: this.#title.text.trim(), body: this.#body.text.trim() };
    this.#host.finish();
    if (written.title === '' && written.body === '') return;
    this.#notebook.save(this.#note?.id, written);
    this.#host.toast('Note saved');
  }

  #copy(): void {
    const parts = [this.#title.text, this.#body.text].filter((part) => part !== '');
    this.#host.copy(parts.join('\n'));
    this.#host.toast('Copied');
  }

  #askToDelete(): void {
    this.#host.showDialog({
      title: 'Delete note?',
      message: `\u201c${this.#title.text}\u201d will be deleted. This can\u2019t be undone.`,
      buttons: [{ label: 'Cancel' }, { label: 'Delete', onTap: () => this.#delete() }],
    });
  }

  #delete(): void {
    if (this.#note !== undefined) this.#notebook.remove(this.#note.id);
    this.#host.finish();
    this.#host.toast('Note deleted');
  }
}

const mailError = 'Enter a valid email address';
/** Characters; the error message of the page says the same number. */
const minPasswordLength = 6;

/** Asks for an email address and a password; any valid format is accepted. */
export class SignInScreen implements Activity {
  readonly #host: ActivityHost;
  readonly #notebook: Notebook;
  readonly #mail = new FieldState({ hint: 'Email' });
  readonly #password = new FieldState({ hint: 'Password', password: true });
  #error: string | undefined;

  constructor(host: ActivityHost, notebook: Notebook) {
    this.#host = host;
    this.#notebook = notebook;
  }

  render(ui: UiContext): View {
    const { theme } = ui;
    const bar = appBar(ui, { title: '', packageName, onBack: () => this.#host.finish() });
    return screenPage(ui, { id: id('sign_in_root') }, [
      bar,
      column({ weight: 1, align: 'center', paintOnly: true }, [
        column(
          {
            className: 'android.widget.ScrollView',
            id: id('sign_in_scroll'),
            scroll: 'form',
            height: 'fill',
            maxWidth: 480,
            padding: [8, 28, 20, 28],
            gap: 16,
          },
          [
            stack({ paintOnly: true, width: 64, height: 64, radius: 22, fill: theme.tint }, [
              icon(mdiLockOutline, { size: 32, color: theme.onTint }, centred),
            ]),
            ...this.#form(ui),
          ],
        ),
      ]),
    ]);
  }

  #form(ui: UiContext): readonly View[] {
    const { theme } = ui;
    const error =
      this.#error === undefined
        ? []
        : [text(this.#error, smallStyle(theme.error), { id: id('error') })];
    return [
      text('Sign in', headlineStyle(theme.text), { id: id('sign_in_title'), heading: true }),
      text('Keep your notes on all your devices.', smallStyle(theme.textSoft), {
        id: id('sign_in_text'),
      }),
      outlinedField(ui, this.#mail, {
        id: id('email'),
        error: this.#error === mailError ? mailError : undefined,
      }),
      outlinedField(ui, this.#password, { id: id('password') }),
      ...error,
      button(theme, 'Sign in', {
        id: id('sign_in_button'),
        width: 'fill',
        padding: [15, 24],
        radius: 28,
        onTap: () => this.#signIn(),
      }),
    ];
  }

  #signIn(): void {
    if (!/^\S+@\S+\.\S+$/.test(this.#mail.text)) this.#error = mailError;
    else if (this.#password.text.length < minPasswordLength)
      this.#error = 'Use at least 6 characters';
    else {
      this.#notebook.account = this.#mail.text;
      this.#host.finish();
      this.#host.toast('Signed in');
    }
  }
}
