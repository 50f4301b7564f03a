import { mdiLockOutline } from '@mdi/js';
import type { Activity, Host, Ui } from '../../app.ts';
import { FieldState } from '../../ui/field-state.ts';
import { button } from '../../ui/widgets/controls.ts';
import { appBar, page } from '../../ui/widgets/page.ts';
import { outlinedField } from '../../ui/widgets/text-field.ts';
import { headline, small } from '../../ui/type-scale.ts';
import { column, icon, stack, text, type View } from '../../ui/view.ts';
import type { Notebook } from './notebook.ts';

const packageName = 'com.handset.notes';
const id = (name: string) => `${packageName}:id/${name}`;
/** Characters; what the page itself says. */
const shortestPassword = 6;

/** Asks for mail address and password; any will do, as long as they look like ones. */
export class SignIn implements Activity {
  readonly #host: Host;
  readonly #notebook: Notebook;
  readonly #mail = new FieldState({ hint: 'Email' });
  readonly #password = new FieldState({ hint: 'Password', password: true });
  #error: string | undefined;

  constructor(host: Host, notebook: Notebook) {
    this.#host = host;
    this.#notebook = notebook;
  }

  render(ui: Ui): View {
    const { theme } = ui;
    const { account } = this.#notebook;
    const bar = appBar(ui, { title: '', packageName, onBack: () => this.#host.finish() });
    const form = account === undefined ? this.#form(ui) : this.#signedIn(ui, account);
    return page(ui, { id: id('sign_in_root') }, [
      bar,
      column({ weight: 1, align: 'center', bare: true }, [
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
            stack({ bare: true, width: 64, height: 64, radius: 22, fill: theme.tint }, [
              icon(
                mdiLockOutline,
                { size: 32, color: theme.onTint },
                { bare: true, place: ['center', 'center'] },
              ),
            ]),
            ...form,
          ],
        ),
      ]),
    ]);
  }

  #form(ui: Ui): readonly View[] {
    const { theme } = ui;
    const error =
      this.#error === undefined ? [] : [text(this.#error, small(theme.error), { id: id('error') })];
    return [
      text('Sign in', headline(theme.text), { id: id('sign_in_title') }),
      text('Keep your notes on all your devices.', small(theme.textSoft), {
        id: id('sign_in_text'),
      }),
      outlinedField(ui, this.#mail, { id: id('email') }),
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

  #signedIn(ui: Ui, account: string): readonly View[] {
    const { theme } = ui;
    return [
      text('You\u2019re signed in', headline(theme.text), { id: id('sign_in_title') }),
      text(account, small(theme.textSoft), { id: id('account') }),
      button(theme, 'Sign out', {
        tone: 'tonal',
        id: id('sign_out_button'),
        onTap: () => {
          this.#notebook.account = undefined;
        },
      }),
    ];
  }

  #signIn(): void {
    if (!/^\S+@\S+\.\S+$/.test(this.#mail.text)) this.#error = 'Enter a valid email address';
    else if (this.#password.text.length < shortestPassword)
      this.#error = 'The password has at least 6 characters';
    else {
      this.#notebook.account = this.#mail.text;
      this.#host.finish();
      this.#host.toast('Signed in');
    }
  }
}
