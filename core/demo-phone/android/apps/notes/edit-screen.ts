import { mdiContentCopy, mdiDeleteOutline } from '@mdi/js';
import type { Activity, Host, Ui } from '../../app.ts';
import { FieldState } from '../../ui/field-state.ts';
import { button } from '../../ui/widgets/controls.ts';
import { appBar, iconButton, page } from '../../ui/widgets/page.ts';
import { editText } from '../../ui/widgets/text-field.ts';
import { caption } from '../../ui/type-scale.ts';
import { column, text, type View } from '../../ui/view.ts';
import type { Note, Notebook } from './notebook.ts';

const packageName = 'com.handset.notes';
const id = (name: string) => `${packageName}:id/${name}`;

const titleStyle = { size: 26, weight: 600, lineHeight: 36 } as const;
const bodyStyle = { size: 17, weight: 400, lineHeight: 26 } as const;

/** One note: its title and its text. Leaving it by Back saves too. */
export class EditNote implements Activity {
  readonly #host: Host;
  readonly #notebook: Notebook;
  readonly #note: Note | undefined;
  readonly #title: FieldState;
  readonly #body: FieldState;

  constructor(host: Host, notebook: Notebook, note: Note | undefined) {
    this.#host = host;
    this.#notebook = notebook;
    this.#note = note;
    this.#title = new FieldState({ hint: 'Title', text: note?.title ?? '' });
    this.#body = new FieldState({
      hint: 'Write something',
      text: note?.body ?? '',
      multiline: true,
    });
  }

  render(ui: Ui): View {
    const { theme } = ui;
    return page(ui, { id: id('edit_root'), fill: theme.card }, [
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
            label: { text: '', style: { ...titleStyle, color: theme.text } },
          }),
          text(this.#note?.edited ?? 'Not saved yet', caption(theme.textSoft), {
            id: id('edit_date'),
          }),
          editText(ui, this.#body, {
            id: id('edit_body'),
            minHeight: 240,
            padding: [8, 0],
            label: { text: '', style: { ...bodyStyle, color: theme.text } },
          }),
        ],
      ),
    ]);
  }

  #bar(ui: Ui): View {
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
      onBack: () => this.#leave(),
      actions: [copy, this.#note !== undefined && remove, save],
    });
  }

  back(): boolean {
    this.#leave();
    return true;
  }

  #leave(): void {
    const { text: title } = this.#title;
    const { text: body } = this.#body;
    const changed = title !== (this.#note?.title ?? '') || body !== (this.#note?.body ?? '');
    if (changed) this.#save();
    else this.#host.finish();
  }

  #save(): void {
    const text = { title: this.#title.text.trim(), body: this.#body.text.trim() };
    this.#host.finish();
    if (text.title === '' && text.body === '') return;
    this.#notebook.save(this.#note?.id, text);
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
    if (this.#note !== undefined) this.#notebook.remove(new Set([this.#note.id]));
    this.#host.finish();
    this.#host.toast('Note deleted');
  }
}
