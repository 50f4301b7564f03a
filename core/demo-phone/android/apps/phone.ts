import { mdiBackspaceOutline, mdiPhone } from '@mdi/js';
import { font, type UiContext } from '../ui/theme.ts';
import { centred, column, icon, row, space, stack, text, type View } from '../ui/view.ts';
import { gridRows, iconButton, resourceIdsOf, screenPage } from '../ui/widgets.ts';
import type { Activity, ActivityHost, App } from './app.ts';

const dialerPackage = 'com.android.dialer';
const dialerClass = `${dialerPackage}.DialtactsActivity`;
const id = resourceIdsOf(dialerPackage);

const dialKeys = [...'123456789*0#'];
const symbolNames: Record<string, string> = { '*': 'star', '#': 'pound' };

/** A keypad for a number, which can't be called. */
function dialer(host: ActivityHost, shownNumber = ''): Activity {
  let number = shownNumber;
  const onCharacter = (character: string) => {
    if (character === '\b') number = number.slice(0, -1);
    else if (/^[\d*#+]$/.test(character)) number += character;
  };
  const dialKey = ({ theme }: UiContext, digit: string): View => {
    const name = id(symbolNames[digit] ?? `key_${digit}`);
    const look = { weight: 1, height: 'fill', radius: 40, fill: theme.card } as const;
    return stack({ id: name, description: digit, ...look, onTap: () => onCharacter(digit) }, [
      text(digit, font(28, 500, theme.text, 34), centred),
    ]);
  };
  return {
    onCharacter,
    render(ui) {
      const { theme, landscape } = ui;
      const line = { paintOnly: true, weight: 1, gap: 8 };
      const keys = dialKeys.map((key) => dialKey(ui, key));
      const numberField = {
        className: 'android.widget.EditText',
        id: id('digits'),
        weight: 1,
        textAlign: 'center',
        maxLines: 1,
      } as const;
      const call = {
        className: 'android.widget.ImageButton',
        id: id('dialpad_floating_action_button'),
        description: 'dial',
        width: 132,
        height: landscape ? 48 : 64,
        radius: 32,
        fill: '#23814f',
        onTap: () => host.toast('The demo phone calls nobody'),
      };
      return screenPage(ui, { id: id('dialtacts_container') }, [
        !landscape && column({ paintOnly: true, weight: 1 }, []),
        row({ paintOnly: true, height: 72, padding: [0, 16] }, [
          space(48),
          text(number, font(38, 400, theme.text), numberField),
          iconButton(mdiBackspaceOutline, 'backspace', {
            color: theme.textSoft,
            id: id('deleteButton'),
            onTap: () => onCharacter('\b'),
          }),
        ]),
        column(
          { id: id('dialpad'), gap: 6, weight: 2, padding: [0, 32] },
          gridRows(keys, landscape ? 6 : 3, line),
        ),
        row({ paintOnly: true, justify: 'center', padding: 12 }, [
          stack(call, [icon(mdiPhone, { size: 28, color: '#ffffff' }, centred)]),
        ]),
      ]);
    },
  };
}

/** The Phone app: a keypad. */
export const phoneApp: App = {
  packageName: dialerPackage,
  label: 'Phone',
  system: true,
  versionName: '23.0',
  icon: { path: mdiPhone, color: '#ffffff', topColor: '#5fd38b', bottomColor: '#1c8a4c' },
  launcherClass: dialerClass,
  activities: { [dialerClass]: dialer },
};
