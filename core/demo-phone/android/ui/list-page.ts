import { mdiPlus } from '@mdi/js';
import { font, type UiContext } from './theme.ts';
import { type Children, icon, row, space, stack, text, type View } from './view.ts';
import { largeBar, recyclerView, resourceIdsOf, screenPage } from './widgets.ts';

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
    largeBar(ui, title, packageName),
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
