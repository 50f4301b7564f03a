import { mdiRadioboxBlank, mdiRadioboxMarked } from '@mdi/js';
import type { Dialog, Ui } from '../app.ts';
import { button } from '../ui/widgets/controls.ts';
import { outlinedField } from '../ui/widgets/text-field.ts';
import { body, small, title } from '../ui/type-scale.ts';
import { column, icon, row, stack, text, type View } from '../ui/view.ts';

/** dp; Material's widest dialog on a phone. */
const widest = 420;

/** A dialog's panel as Android's AlertDialog has it, filled from top to bottom. */
export function dialogPanel(ui: Ui, parts: Parameters<typeof column>[1]): View {
  return stack({ width: Math.min(widest, ui.width - 48) }, [
    column(
      {
        className: 'android.widget.FrameLayout',
        id: 'android:id/parentPanel',
        fill: ui.theme.dialog,
        radius: 28,
        elevation: 12,
        padding: [24, 24, 16, 24],
      },
      parts,
    ),
  ]);
}

/** Draws a dialog of an app with Android's own ids; `close` is called before a button acts. */
export function dialogView(ui: Ui, dialog: Dialog, close: () => void): View {
  const { theme } = ui;
  return dialogPanel(ui, [
    text(dialog.title, title(theme.text), { id: 'android:id/alertTitle', width: 'fill' }),
    dialog.message !== undefined &&
      text(dialog.message, small(theme.textSoft), {
        id: 'android:id/message',
        width: 'fill',
        margin: [14, 0, 0, 0],
      }),
    dialog.choices !== undefined && choiceList(ui, dialog, close),
    dialog.field !== undefined &&
      outlinedField(ui, dialog.field, { id: 'android:id/edit', margin: [18, 0, 4, 0] }),
    dialogButtons(ui, dialog, close),
  ]);
}

function choiceList(ui: Ui, dialog: Dialog, close: () => void): View {
  const { theme } = ui;
  const rows = (dialog.choices?.items ?? []).map((item) => {
    const on = item === dialog.choices?.selected;
    return row(
      {
        className: 'android.widget.CheckedTextView',
        id: 'android:id/text1',
        text: item,
        checkable: true,
        checked: on,
        height: 48,
        gap: 16,
        onTap: () => {
          close();
          dialog.onChoose?.(item);
        },
      },
      [
        icon(
          on ? mdiRadioboxMarked : mdiRadioboxBlank,
          { size: 24, color: on ? theme.primary : theme.outline },
          {
            bare: true,
          },
        ),
        text(item, body(theme.text), { bare: true }),
      ],
    );
  });
  return column(
    {
      className: 'android.widget.ListView',
      id: 'android:id/select_dialog_listview',
      margin: [12, 0, 0, 0],
      scroll: 'choices',
    },
    rows,
  );
}

/** Android's resource names count from the positive button, which stands last. */
function dialogButtons(ui: Ui, dialog: Dialog, close: () => void): View {
  const last = dialog.buttons.length;
  return row(
    {
      className: 'android.widget.ScrollView',
      id: 'android:id/buttonPanel',
      justify: 'end',
      gap: 8,
      margin: [18, 0, 0, 0],
    },
    dialog.buttons.map(({ label, onTap }, index) =>
      button(ui.theme, label, {
        tone: 'text',
        id: `android:id/button${last - index}`,
        onTap: () => {
          close();
          onTap?.();
        },
      }),
    ),
  );
}
