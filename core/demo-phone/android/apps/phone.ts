import { mdiBackspaceOutline, mdiPhone } from '@mdi/js';
import { font, type UiContext } from '../ui/theme.ts';
import { centred, column, icon, row, space, stack, text, type View } from '../ui/view.ts';
import { iconButton, resourceIdsOf, screenPage } from '../ui/widgets.ts';
import type { Activity, App, ActivityHost } from './app.ts';

const dialerPackage = 'com.android.dialer';
const className = `${dialerPackage}.DialtactsActivity`;
const dialerId = resourceIdsOf(dialerPackage);

/** Each key with its letters, in reading order. */
const dialKeys = '1|2ABC|3DEF|4GHI|5JKL|6MNO|7PQRS|8TUV|9WXYZ|*|0+|#'.split('|');
const symbolNames: Record<string, string> = { '*': 'star', '#': 'pound' };

/** A dial pad; a number can be typed, but not called. */
class DialPad implements Activity {
  readonly #host: ActivityHost;
  #number: string;

  constructor(host: ActivityHost, number: string) {
    this.#host = host;
    this.#number = number;
  }

  render(ui: UiContext): View {
    const columns = ui.landscape ? 6 : 3;
    const rows = Array.from({ length: dialKeys.length / columns }, (_, line) =>
      row(
        { paintOnly: true, weight: 1, gap: 10 },
        dialKeys.slice(line * columns, (line + 1) * columns).map((key) => this.#key(ui, key)),
      ),
    );
    const pad = { id: dialerId('dialpad'), className: 'android.widget.TableLayout', gap: 10 };
    const footer = {
      paintOnly: true,
      justify: 'center',
      padding: [ui.landscape ? 8 : 18, 0],
    } as const;
    return screenPage(ui, { id: dialerId('dialtacts_container') }, [
      this.#display(ui),
      column(
        { ...pad, weight: ui.landscape ? 1.6 : 1.9, padding: [0, ui.landscape ? 60 : 32] },
        rows,
      ),
      row(footer, [this.#call(ui)]),
    ]);
  }

  onCharacter(character: string): void {
    if (character === '\b') this.#number = this.#number.slice(0, -1);
    else if (/^[\d*#+]$/.test(character)) this.#number += character;
  }

  #display({ theme }: UiContext): View {
    const erase = {
      color: theme.textSoft,
      id: dialerId('deleteButton'),
      onTap: () => this.onCharacter('\b'),
    };
    return row({ paintOnly: true, weight: 1, padding: [0, 16] }, [
      space(48),
      text(this.#number, font(38, 400, theme.text), {
        className: 'android.widget.EditText',
        id: dialerId('digits'),
        weight: 1,
        textAlign: 'center',
        maxLines: 1,
      }),
      this.#number === '' ? space(48) : iconButton(mdiBackspaceOutline, 'backspace', erase),
    ]);
  }

  #key({ theme, landscape }: UiContext, [digit = '', ...others]: string): View {
    const letters = others.join('');
    return stack(
      {
        id: dialerId(symbolNames[digit] ?? `key_${digit}`),
        description: letters === '' ? digit : `${digit},${letters}`,
        weight: 1,
        height: 'fill',
        radius: 40,
        fill: theme.card,
        onTap: () => this.onCharacter(digit),
      },
      [
        column({ ...centred, width: 'wrap', align: 'center' }, [
          text(digit, font(28, 500, theme.text, 34), { id: dialerId('dialpad_key_number') }),
          !landscape &&
            letters !== '' &&
            text(letters, font(11, 600, theme.textSoft, 14), { id: dialerId('dialpad_key_letters') }),
        ]),
      ],
    );
  }

  #call(ui: UiContext): View {
    const isEmpty = this.#number === '';
    return stack(
      {
        className: 'android.widget.ImageButton',
        id: dialerId('dialpad_floating_action_button'),
        description: 'dial',
        width: 132,
        height: ui.landscape ? 48 : 64,
        radius: 32,
        fill: '#23814f',
        onTap: () =>
          this.#host.toast(isEmpty ? 'Enter a number first' : 'The demo phone calls nobody'),
      },
      [icon(mdiPhone, { size: 28, color: '#ffffff' }, centred)],
    );
  }
}

/** The Phone app: a dial pad. */
export const phoneApp: App = {
  packageName: dialerPackage,
  label: 'Phone',
  system: true,
  versionName: '23.0',
  icon: { path: mdiPhone, color: '#ffffff', topColor: '#5fd38b', bottomColor: '#1c8a4c' },
  launcherClass: className,
  createActivity: (requestedClass, host, argument) =>
    requestedClass === className ? new DialPad(host, argument ?? '') : undefined,
};
