import type { Ui } from '../app.ts';
import { column, text, type View } from '../ui/view.ts';

/** A short message near the bottom; nothing of it can be touched. */
export function toastView(ui: Ui, message: string): View {
  const { theme } = ui;
  return column(
    {
      width: 'fill',
      height: 'fill',
      justify: 'end',
      align: 'center',
      padding: [0, 32, ui.insets.bottom + 64, 32],
    },
    [
      text(
        message,
        { size: 14, weight: 500, color: theme.dark ? '#191b23' : '#f4f4fb', lineHeight: 20 },
        { padding: [12, 20], radius: 24, fill: theme.dark ? '#e5e6f0' : '#2c2f3a', elevation: 6 },
      ),
    ],
  );
}
