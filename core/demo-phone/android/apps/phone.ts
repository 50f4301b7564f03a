import { mdiBackspaceOutline, mdiPhone } from '@mdi/js';
import type { Ui } from '../ui/theme.ts';
import { column, icon, row, space, stack, text, type View } from '../ui/view.ts';
import { iconButton, page } from '../ui/widgets.ts';
import type { Activity, App, Host } from './app.ts';

const packageName = 'com.android.dialer';
const className = `${packageName}.DialtactsActivity`;
const id = (name: string) => `${packageName}:id/${name}`;

const keys = [
  ['1', ''],
  ['2', 'ABC'],
  ['3', 'DEF'],
  ['4', 'GHI'],
  ['5', 'JKL'],
  ['6', 'MNO'],
  ['7', 'PQRS'],
  ['8', 'TUV'],
  ['9', 'WXYZ'],
  ['*', ''],
  ['0', '+'],
  ['#', ''],
] as const;

/** A dial pad that types a number and calls nobody. */
class DialPad implements Activity {
  readonly #host: Host;
  #number: string;

  constructor(host: Host, number: string) {
    this.#host = host;
    this.#number = number;
  }

  render(ui: Ui): View {
    const columns = ui.landscape ? 6 : 3;
    const rows = Array.from({ length: keys.length / columns }, (_, line) =>
      row(
        { bare: true, weight: 1, gap: 10 },
        keys.slice(line * columns, (line + 1) * columns).map((key) => this.#key(ui, key)),
      ),
    );
    return page(ui, { id: id('dialtacts_container') }, [
      this.#display(ui),
      column(
        {
          id: id('dialpad'),
          className: 'android.widget.TableLayout',
          weight: ui.landscape ? 1.6 : 1.9,
          gap: 10,
          padding: [0, ui.landscape ? 60 : 32],
        },
        rows,
      ),
      row({ bare: true, justify: 'center', padding: ui.landscape ? [8, 0] : [18, 0] }, [
        this.#call(ui),
      ]),
    ]);
  }

  typed(character: string): void {
    if (character === '\b') this.#number = this.#number.slice(0, -1);
    else if (/^[\d*#+]$/.test(character)) this.#number += character;
  }

  #display(ui: Ui): View {
    const { theme } = ui;
    return row({ bare: true, weight: 1, padding: [0, 16] }, [
      space(48),
      text(
        this.#number,
        { size: 38, weight: 400, color: theme.text },
        {
          className: 'android.widget.EditText',
          id: id('digits'),
          weight: 1,
          textAlign: 'center',
          maxLines: 1,
        },
      ),
      this.#number === ''
        ? space(48)
        : iconButton(mdiBackspaceOutline, 'backspace', {
            color: theme.textSoft,
            id: id('deleteButton'),
            onTap: () => this.typed('\b'),
          }),
    ]);
  }

  #key(ui: Ui, [digit, letters]: (typeof keys)[number]): View {
    const { theme } = ui;
    const names: Record<string, string> = { '*': 'star', '#': 'pound' };
    return stack(
      {
        id: id(names[digit] ?? `key_${digit}`),
        className: 'android.widget.FrameLayout',
        description: letters === '' ? digit : `${digit},${letters}`,
        weight: 1,
        height: 'fill',
        radius: 40,
        fill: theme.card,
        onTap: () => this.typed(digit),
      },
      [
        column({ bare: true, width: 'wrap', align: 'center', place: ['center', 'center'] }, [
          text(
            digit,
            { size: 28, weight: 500, color: theme.text, lineHeight: 34 },
            { id: id('dialpad_key_number') },
          ),
          !ui.landscape &&
            letters !== '' &&
            text(
              letters,
              { size: 11, weight: 600, color: theme.textSoft, lineHeight: 14 },
              { id: id('dialpad_key_letters') },
            ),
        ]),
      ],
    );
  }

  #call(ui: Ui): View {
    return stack(
      {
        className: 'android.widget.ImageButton',
        id: id('dialpad_floating_action_button'),
        description: 'dial',
        width: 132,
        height: ui.landscape ? 48 : 64,
        radius: 32,
        fill: '#23814f',
        onTap: () =>
          this.#host.toast(
            this.#number === '' ? 'Enter a number first' : 'The demo phone calls nobody',
          ),
      },
      [icon(mdiPhone, { size: 28, color: '#ffffff' }, { bare: true, place: ['center', 'center'] })],
    );
  }
}

/** The phone app: a dial pad. */
export const phoneApp: App = {
  packageName,
  label: 'Phone',
  system: true,
  versionName: '23.0',
  icon: { path: mdiPhone, color: '#ffffff', from: '#5fd38b', to: '#1c8a4c' },
  launcher: className,
  create: (wanted, host, argument) =>
    wanted === className ? new DialPad(host, argument ?? '') : undefined,
};
