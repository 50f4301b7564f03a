import { mdiCheck } from '@mdi/js';
import type { Ui } from '../app.ts';
import type { SystemDialog } from '../../world.ts';
import { button } from '../ui/widgets/controls.ts';
import { dialogPanel } from './dialog.ts';
import { body, small, title } from '../ui/type-scale.ts';
import { icon, row, spring, stack, text, type View } from '../ui/view.ts';

/** A dialog of the system while it is shown. */
export interface ShownSystemDialog {
  readonly dialog: SystemDialog;
  checked: boolean;
  /** Ends it with one of its buttons. */
  answer(button: string): void;
}

/** Draws a dialog of the system, such as "Allow USB debugging?". */
export function systemDialogView(ui: Ui, shown: ShownSystemDialog): View {
  const { theme } = ui;
  const { dialog } = shown;
  return dialogPanel(ui, [
    text(dialog.title, title(theme.text), { id: 'android:id/alertTitle', width: 'fill' }),
    text(dialog.message, small(theme.textSoft), {
      id: 'android:id/message',
      width: 'fill',
      margin: [14, 0, 4, 0],
    }),
    dialog.checkbox !== undefined && checkbox(ui, shown, dialog.checkbox),
    buttons(ui, shown),
  ]);
}

function checkbox(ui: Ui, shown: ShownSystemDialog, label: string): View {
  const { theme } = ui;
  const { checked } = shown;
  return row(
    {
      className: 'android.widget.CheckBox',
      id: 'com.android.systemui:id/alwaysUse',
      text: label,
      checkable: true,
      checked,
      minHeight: 48,
      gap: 14,
      padding: [8, 0],
      onTap: () => {
        shown.checked = !checked;
      },
    },
    [
      stack(
        {
          bare: true,
          width: 20,
          height: 20,
          radius: 4,
          fill: checked ? theme.primary : undefined,
          border: checked ? undefined : { color: theme.outline, width: 2 },
        },
        [
          checked &&
            icon(mdiCheck, { size: 18, color: theme.onPrimary }, { bare: true, margin: 1 }),
        ],
      ),
      text(label, body(theme.text), { bare: true, weight: 1 }),
    ],
  );
}

function buttons(ui: Ui, shown: ShownSystemDialog): View {
  const last = shown.dialog.buttons.length;
  return row(
    {
      className: 'android.widget.ScrollView',
      id: 'android:id/buttonPanel',
      gap: 8,
      margin: [14, 0, 0, 0],
    },
    [
      spring(),
      ...shown.dialog.buttons.map((label, index) =>
        button(ui.theme, label, {
          tone: index === last - 1 ? 'filled' : 'text',
          id: `android:id/button${last - index}`,
          onTap: () => shown.answer(label),
        }),
      ),
    ],
  );
}
