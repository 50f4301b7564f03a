import { mdiPlus } from '@mdi/js';
import { font, rowTitleStyle, smallStyle, type UiContext } from './theme.ts';
import {
  centred,
  type Children,
  column,
  type Fill,
  icon,
  row,
  space,
  stack,
  text,
  type View,
} from './view.ts';
import { appBar, disc, groupCorners, recyclerView, resourceIdsOf, screenPage } from './widgets.ts';

/** A page with a title and a list of rows below it. */
export function listPage(
  ui: UiContext,
  bar: {
    readonly title: string;
    readonly packageName: string;
    /** A floating action button over the list's corner. */
    readonly floating?: View;
    /** A bar at the bottom of the window. */
    readonly navigation?: View;
  },
  rows: Children,
): View {
  const { title, packageName, floating, navigation } = bar;
  const id = resourceIdsOf(packageName);
  return screenPage(ui, { id: id('root') }, [
    appBar(ui, { title, packageName, large: true }),
    stack({ paintOnly: true, weight: 1, width: 'fill' }, [
      recyclerView(
        // Each tab keeps its own place.
        { id: id('list'), scroll: title, height: 'fill', padding: [0, 16], gap: 2 },
        // Room to scroll the last row out from under the button.
        [...rows, space(floating === undefined ? 20 : 100)],
      ),
      floating,
    ]),
    navigation,
  ]);
}

/** A Material navigation bar. */
export function navigationBar<Name extends string>(
  { theme }: UiContext,
  packageName: string,
  options: {
    /** In their order. */
    readonly tabs: readonly { readonly name: Name; readonly path: string }[];
    readonly shown: Name;
    readonly onSelect: (name: Name) => void;
  },
): View {
  const id = resourceIdsOf(packageName);
  const items = options.tabs.map(({ name, path }) => {
    const selected = name === options.shown;
    const color = selected ? theme.text : theme.textSoft;
    const pill = { width: 64, height: 32, radius: 16, fill: selected ? theme.tint : undefined };
    return column(
      {
        className: 'android.widget.FrameLayout',
        id: id(`tab_menu_${name.toLowerCase()}`),
        description: name,
        selected,
        weight: 1,
        align: 'center',
        gap: 4,
        padding: [12, 0],
        onTap: () => options.onSelect(name),
      },
      [
        row({ paintOnly: true, justify: 'center', ...pill }, [
          icon(
            path,
            { size: 24, color: selected ? theme.onTint : color },
            { id: id('navigation_bar_item_icon_view') },
          ),
        ]),
        text(name, font(12, selected ? 600 : 500, color, 16), {
          id: id(`navigation_bar_item_${selected ? 'large' : 'small'}_label_view`),
        }),
      ],
    );
  });
  return row({ className: 'android.widget.FrameLayout', id: id('bottom_view') }, items);
}

/** The floating action button that adds an item to a list. `id` is the full resource name. */
export function addButton(
  { theme }: UiContext,
  options: {
    readonly id: string;
    readonly description: string;
    /** Shown on the button too. */
    readonly text?: string;
    readonly onTap: () => void;
  },
): View {
  const isExtended = options.text !== undefined;
  const color = theme.onPrimary;
  return row(
    {
      ...options,
      className: isExtended ? 'android.widget.Button' : 'android.widget.ImageButton',
      width: isExtended ? 'wrap' : 60,
      height: 60,
      radius: 20,
      justify: 'center',
      padding: isExtended ? [0, 22, 0, 18] : 0,
      gap: 10,
      margin: 20,
      place: ['end', 'end'],
      fill: theme.primary,
      elevation: 6,
    },
    [
      icon(mdiPlus, { size: isExtended ? 24 : 26, color }, { paintOnly: true }),
      options.text !== undefined && text(options.text, font(16, 600, color), { paintOnly: true }),
    ],
  );
}

interface ListRow {
  readonly title: string;
  readonly text: string;
  /** A letter on a coloured disc. */
  readonly disc: { readonly letter: string; readonly fill: Fill };
  readonly onTap: () => void;
}

/** A group of rows with a disc, a title and a text. */
export function listRows(
  ui: UiContext,
  packageName: string,
  rows: readonly ListRow[],
): readonly View[] {
  const { theme } = ui;
  const id = resourceIdsOf(packageName);
  return rows.map(({ title: heading, text: summary, disc: discOptions, onTap }, index) =>
    row(
      {
        className: 'android.widget.RelativeLayout',
        id: id('item'),
        fill: theme.card,
        radius: groupCorners(index === 0, index === rows.length - 1),
        padding: [12, 18],
        gap: 16,
        minHeight: 72,
        onTap,
      },
      [
        disc(44, { paintOnly: true, fill: discOptions.fill }, [
          text(discOptions.letter, font(18, 600, '#ffffff'), centred),
        ]),
        column({ paintOnly: true, weight: 1, gap: 2 }, [
          text(heading, rowTitleStyle(theme.text), { id: id('title'), maxLines: 1 }),
          text(summary, smallStyle(theme.textSoft), { id: id('text'), maxLines: 1 }),
        ]),
      ],
    ),
  );
}
