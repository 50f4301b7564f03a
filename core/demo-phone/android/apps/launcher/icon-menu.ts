import { mdiCogOutline, mdiInformationOutline, mdiTrashCanOutline } from '@mdi/js';
import type { Ui } from '../../app.ts';
import { column, icon, row, stack, text, type View } from '../../ui/view.ts';

const id = (name: string) => `com.android.launcher3:id/${name}`;

interface IconMenu {
  dismiss(): void;
  appInfo(): void;
  settings(): void;
  remove(): void;
}

/** What a long press on an app's icon offers; a tap beside it closes it. */
export function iconMenu(ui: Ui, label: string, menu: IconMenu): View {
  const { theme } = ui;
  const shade = { fill: 'rgba(10, 12, 30, 0.35)', description: 'Close' } as const;
  const entry = (name: string, path: string, act: () => void) => {
    const onTap = () => {
      menu.dismiss();
      act();
    };
    return row({ id: id('deep_shortcut'), height: 52, padding: [0, 20], gap: 16, onTap }, [
      icon(path, { size: 22, color: theme.primary }, { id: id('icon') }),
      text(name, { size: 15, weight: 500, color: theme.text }, { id: id('bubble_text') }),
    ]);
  };
  return stack({ width: 'fill', height: 'fill', ...shade, onTap: () => menu.dismiss() }, [
    column(
      {
        id: id('deep_shortcuts_container'),
        width: 250,
        radius: 22,
        padding: [10, 0],
        fill: theme.dialog,
        elevation: 10,
        place: ['center', 'center'],
      },
      [
        text(label, { size: 14, weight: 600, color: theme.textSoft }, { padding: [8, 20] }),
        entry('App info', mdiInformationOutline, () => menu.appInfo()),
        entry('Home settings', mdiCogOutline, () => menu.settings()),
        entry('Remove', mdiTrashCanOutline, () => menu.remove()),
      ],
    ),
  ]);
}
