import { mdiPlus } from '@mdi/js';
import type { Host, Ui } from '../../app.ts';
import { appBar, page } from '../../ui/widgets/page.ts';
import { rowTitle, small } from '../../ui/type-scale.ts';
import { column, icon, row, space, stack, text, type Children, type View } from '../../ui/view.ts';

/** A page with a title and a list of rows below it. */
export function listPage(
  ui: Ui,
  bar: {
    readonly title: string;
    readonly packageName: string;
    readonly back?: () => void;
    /** A button over the list, in its corner. */
    readonly floating?: View;
  },
  rows: Children,
): View {
  return page(ui, { id: `${bar.packageName}:id/root` }, [
    appBar(ui, {
      title: bar.title,
      packageName: bar.packageName,
      large: bar.back === undefined,
      onBack: bar.back,
    }),
    stack({ bare: true, weight: 1, width: 'fill' }, [
      column(
        {
          className: 'androidx.recyclerview.widget.RecyclerView',
          id: `${bar.packageName}:id/list`,
          height: 'fill',
          scroll: 'list',
          padding: [0, 16],
          gap: 2,
        },
        // The last row can be scrolled out from under the button.
        [...rows, space(bar.floating === undefined ? 20 : 100)],
      ),
      bar.floating,
    ]),
  ]);
}

/** The round button over a list's corner that adds to it. `id` is the full resource id. */
export function addButton(
  { theme }: Ui,
  one: { readonly id: string; readonly description: string; readonly onTap: () => void },
): View {
  return row(
    {
      ...one,
      className: 'android.widget.ImageButton',
      width: 60,
      height: 60,
      radius: 20,
      justify: 'center',
      margin: 20,
      place: ['end', 'end'],
      fill: theme.primary,
      elevation: 6,
    },
    [icon(mdiPlus, { size: 26, color: theme.onPrimary }, { bare: true })],
  );
}

interface ListRow {
  readonly packageName: string;
  readonly title: string;
  readonly text: string;
  readonly end?: string;
  /** A letter or an icon path on a coloured disc. */
  readonly disc: { readonly letter?: string; readonly path?: string; readonly fill: string };
  readonly onTap: () => void;
  readonly first: boolean;
  readonly last: boolean;
}

/** A row with a disc, a title, a text and perhaps a word at its end. */
export function listRow(ui: Ui, one: ListRow): View {
  const { theme } = ui;
  const id = (name: string) => `${one.packageName}:id/${name}`;
  const upper = one.first ? 22 : 5;
  const lower = one.last ? 22 : 5;
  return row(
    {
      className: 'android.widget.RelativeLayout',
      id: id('item'),
      fill: theme.card,
      radius: [upper, upper, lower, lower],
      padding: [12, 18],
      gap: 16,
      minHeight: 72,
      onTap: one.onTap,
    },
    [
      stack({ bare: true, width: 44, height: 44, radius: 22, fill: one.disc.fill }, [
        one.disc.path === undefined
          ? text(
              one.disc.letter ?? '',
              { size: 18, weight: 600, color: '#ffffff' },
              { bare: true, place: ['center', 'center'] },
            )
          : icon(
              one.disc.path,
              { size: 22, color: '#ffffff' },
              { id: id('icon'), place: ['center', 'center'] },
            ),
      ]),
      column({ bare: true, weight: 1, gap: 2 }, [
        text(one.title, rowTitle(theme.text), { id: id('title'), maxLines: 1 }),
        text(one.text, small(theme.textSoft), { id: id('text'), maxLines: 1 }),
      ]),
      one.end !== undefined && text(one.end, small(theme.textSoft), { id: id('end') }),
    ],
  );
}

/** What an app says that has nothing more behind a row. */
export function nothingMore(host: Host): () => void {
  return () => host.toast('There is nothing more behind this on the demo phone');
}
