import type { Activity, Host, Ui } from '../../app.ts';
import { FieldState } from '../../ui/field-state.ts';
import { small } from '../../ui/type-scale.ts';
import { column, text, type View } from '../../ui/view.ts';
import { button } from '../../ui/widgets/controls.ts';
import { appBar, page } from '../../ui/widgets/page.ts';
import { outlinedField } from '../../ui/widgets/text-field.ts';
import { formatPhoneNumber } from './phone-number.ts';

export interface NewContact {
  readonly name: string;
  readonly number: string;
}

/** A form for a new contact; the number gets its dashes as it is typed. */
export class ContactEditor implements Activity {
  readonly #host: Host;
  readonly #packageName: string;
  readonly #save: (contact: NewContact) => void;
  readonly #name = new FieldState({ hint: 'Name' });
  readonly #number = new FieldState({ hint: 'Phone', format: formatPhoneNumber });

  constructor(host: Host, packageName: string, save: (contact: NewContact) => void) {
    this.#host = host;
    this.#packageName = packageName;
    this.#save = save;
  }

  render(ui: Ui): View {
    const label = (name: string) => text(name, small(ui.theme.textSoft), { id: this.#id('label') });
    return page(ui, { id: this.#id('contact_editor') }, [
      appBar(ui, {
        title: 'Create contact',
        packageName: this.#packageName,
        onBack: () => this.#host.finish(),
        actions: [
          button(ui.theme, 'Save', {
            tone: 'tonal',
            id: this.#id('editor_menu_save_button'),
            margin: [0, 12, 0, 4],
            onTap: () => this.#saved(),
          }),
        ],
      }),
      column(
        {
          weight: 1,
          className: 'android.widget.ScrollView',
          id: this.#id('contact_editor_scroller'),
          scroll: 'editor',
          padding: [12, 24, 16, 24],
          gap: 8,
        },
        [
          label('Name'),
          outlinedField(ui, this.#name, { id: this.#id('name'), margin: [0, 0, 14, 0] }),
          label('Phone'),
          outlinedField(ui, this.#number, { id: this.#id('phone') }),
        ],
      ),
    ]);
  }

  #saved(): void {
    const contact = { name: this.#name.text.trim(), number: this.#number.text };
    if (contact.name === '' && contact.number === '') {
      this.#host.toast('Nothing to save');
      return;
    }
    this.#host.finish();
    this.#save(contact);
    this.#host.toast('Contact saved');
  }

  #id(name: string): string {
    return `${this.#packageName}:id/${name}`;
  }
}
