import { mdiMagnify } from '@mdi/js';
import type { App, Ui } from '../../app.ts';
import type { FieldState } from '../../ui/field-state.ts';
import { editText } from '../../ui/widgets/text-field.ts';
import { column, icon, row, spring, text, type View } from '../../ui/view.ts';
import { labelledIcon } from './app-icon.ts';

const id = (name: string) => `com.android.launcher3:id/${name}`;

interface Drawer {
  readonly apps: readonly App[];
  readonly search: FieldState;
  open(app: App): void;
  close(): void;
}

/** dp that a finger has to pull the list down to close the drawer. */
const farEnough = 48;

/** All apps with a search field that filters them. */
export function drawer(ui: Ui, parts: Drawer): View {
  const { top, right, bottom, left } = ui.insets;
  return column(
    {
      className: 'android.widget.RelativeLayout',
      id: id('apps_view'),
      width: 'fill',
      height: 'fill',
      fill: ui.theme.dark ? 'rgba(20, 22, 34, 0.96)' : 'rgba(240, 241, 250, 0.97)',
      padding: [top + 8, right + 14, bottom, left + 14],
      // Only a pull down from the top of the list gets here: the list takes its own drags first.
      onDrag: ({ phase, from, to, density }) => {
        const down = to.y - from.y;
        if (phase === 'start') return down > Math.abs(to.x - from.x);
        if (phase === 'end' && down >= farEnough * density) parts.close();
        return true;
      },
    },
    [searchBar(ui, parts.search), appList(ui, parts)],
  );
}

function searchBar(ui: Ui, search: FieldState): View {
  return row(
    {
      id: id('search_container_all_apps'),
      className: 'android.widget.FrameLayout',
      height: 52,
      radius: 26,
      margin: [0, 6, 12, 6],
      padding: [0, 18],
      gap: 12,
      fill: ui.theme.card,
    },
    [
      icon(mdiMagnify, { size: 22, color: ui.theme.primary }),
      editText(ui, search, { id: id('fallback_search_view_text'), weight: 1, minHeight: 48 }),
    ],
  );
}

function appList(ui: Ui, { apps, search, open }: Drawer): View {
  const { theme } = ui;
  const columns = ui.landscape ? 7 : 4;
  const wanted = search.text.trim().toLowerCase();
  const found = apps.filter((app) => app.label.toLowerCase().includes(wanted));
  const sorted = found.toSorted((a, b) => a.label.localeCompare(b.label));
  const look = { size: 56, color: theme.text };
  const cell = (app: App) =>
    labelledIcon(app, look, { id: id('icon'), weight: 1, onTap: () => open(app) });
  const nothing = { size: 15, weight: 400, color: theme.textSoft } as const;
  return column(
    {
      className: 'androidx.recyclerview.widget.RecyclerView',
      id: id('apps_list_view'),
      height: 'fill',
      scroll: 'apps',
    },
    sorted.length === 0
      ? [text(`No apps match "${search.text}"`, nothing, { padding: [24, 12] })]
      : rowsOf(sorted, columns).map((inRow) =>
          row({ bare: true, margin: [0, 0, 10, 0] }, [
            ...inRow.map(cell),
            ...Array.from({ length: columns - inRow.length }, () => spring()),
          ]),
        ),
  );
}

function rowsOf<Item>(items: readonly Item[], columns: number): (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / columns) }, (_, index) =>
    items.slice(index * columns, (index + 1) * columns),
  );
}
