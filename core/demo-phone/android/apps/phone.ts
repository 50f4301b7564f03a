import { mdiBackspaceOutline, mdiPhone } from '@mdi/js';
import { font, type UiContext } from '../ui/theme.ts';
import { centred, column, icon, row, space, stack, text, type View } from '../ui/view.ts';
import { gridRows, iconButton, resourceIdsOf, screenPage } from '../ui/widgets.ts';
import type { Activity, ActivityHost, App } from './app.ts';

const dialerPackage = 'com.android.dialer';
const dialerClass = `${dialerPackage}.DialtactsActivity`;
const id = resourceIdsOf(dialerPackage);

/** Each key with its letters, in reading order. */
const dialKeys = '1|2ABC|3DEF|4GHI|5JKL|6MNO|7PQRS|8TUV|9WXYZ|*|0+|#'.split('|');
const symbolNames: Record<string, string> = { '*': 'star', '#': 'pound' };

/** A keypad for a number, which can't be called. */
class Dialer implements Activity {
  readonly #host: ActivityHost;
  #number: string;

  constructor(host: ActivityHost, number = '') {
    this.#host = host;
    this.#number = number;
  }

  render(ui: UiContext): View {
    const { theme, landscape } = ui;
    const side = landscape ? 60 : 32;
    const keys = dialKeys.map((key) => this.#key(ui, key));
    const line = { paintOnly: true, weight: 1, gap: 8 };
    return screenPage(ui, { id: id('dialtacts_container') }, [
      !landscape && column({ paintOnly: true, weight: 1 }, []),
      row({ paintOnly: true, height: 72, padding: [0, 16] }, [
        space(48),
        text(this.#number, font(38, 400, theme.text), {
          className: 'android.widget.EditText',
          id: id('digits'),
          weight: 1,
          textAlign: 'center',
          maxLines: 1,
        }),
        iconButton(mdiBackspaceOutline, 'backspace', {
          color: theme.textSoft,
          id: id('deleteButton'),
          onTap: () => this.onCharacter('\b'),
        }),
      ]),
      column(
        {
          id: id('dialpad'),
          className: 'android.widget.TableLayout',
          gap: 6,
          weight: 2,
          padding: [0, side],
        },
        gridRows(keys, landscape ? 6 : 3, line),
      ),
      row({ paintOnly: true, justify: 'center', padding: 12 }, [this.#callButton(landscape)]),
    ]);
  }

  onCharacter(character: string): void {
    if (character === '\b') this.#number = this.#number.slice(0, -1);
    else if (/^[\d*#+]$/.test(character)) this.#number += character;
  }

  #key({ theme, landscape }: UiContext, [digit = '', ...others]: string): View {
    const letters = others.join('');
    const caption =
      !landscape && letters !== '' && text(letters, font(11, 600, theme.textSoft, 14), {});
    return stack(
      {
        id: id(symbolNames[digit] ?? `key_${digit}`),
        description: letters === '' ? digit : `${digit},${letters}`,
        weight: 1,
        height: 'fill',
        radius: 40,
        fill: theme.card,
        onTap: () => this.onCharacter(digit),
      },
      [
        column({ ...centred, width: 'wrap', align: 'center' }, [
          text(digit, font(28, 500, theme.text, 34), { id: id('dialpad_key_number') }),
          caption,
        ]),
      ],
    );
  }

  #callButton(landscape: boolean): View {
    return stack(
      {
        className: 'android.widget.ImageButton',
        id: id('dialpad_floating_action_button'),
        description: 'dial',
        width: 132,
        height: landscape ? 48 : 64,
        radius: 32,
        fill: '#23814f',
        onTap: () => this.#host.toast('The demo phone calls nobody'),
      },
      [icon(mdiPhone, { size: 28, color: '#ffffff' }, centred)],
    );
  }
}

/** The Phone app: a keypad. */
export const phoneApp: App = {
  packageName: dialerPackage,
  label: 'Phone',
  system: true,
  versionName: '23.0',
  icon: { path: mdiPhone, color: '#ffffff', topColor: '#5fd38b', bottomColor: '#1c8a4c' },
  launcherClass: dialerClass,
  activities: { [dialerClass]: (host, number) => new Dialer(host, number) },
};
