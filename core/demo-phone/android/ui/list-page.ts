import { mdiArrowLeft, mdiClose, mdiMagnify, mdiPlus } from '@mdi/js';
import { FieldState } from './field-state.ts';
import { bodyStyle, font, rowTitleStyle, smallStyle, type UiContext } from './theme.ts';
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
import {
  appBar,
  disc,
  editText,
  groupCorners,
  iconButton,
  recyclerView,
  resourceIdsOf,
  screenPage,
} from './widgets.ts';

/** A page with a title and a list of rows below it. */
export function listPage(
  ui: UiContext,
  bar: {
    readonly title: string;
    readonly packageName: string;
    readonly onBack?: (() => void) | undefined;
    /** The search of the list, with a button in the bar. */
    readonly search?: ListSearch;
    /** A floating action button over the list's corner. */
    readonly floating?: View;
    /** A bar at the bottom of the window. */
    readonly navigation?: View;
  },
  rows: Children,
): View {
  const { title, packageName, onBack, search, floating, navigation } = bar;
  const id = resourceIdsOf(packageName);
  const noResults = text('No results found', bodyStyle(ui.theme.textSoft), {
    id: id('empty'),
    width: 'fill',
    textAlign: 'center',
    padding: [32, 0],
  });
  const searchBar = search?.bar(ui, packageName);
  const actions = search && [search.button(ui, packageName)];
  return screenPage(ui, { id: id('root') }, [
    searchBar ?? appBar(ui, { title, packageName, onBack, actions, large: true }),
    stack({ paintOnly: true, weight: 1, width: 'fill' }, [
      recyclerView(
        // Each tab keeps its own place.
        { id: id('list'), scroll: title, height: 'fill', padding: [0, 16], gap: 2 },
        // Room to scroll the last row out from under the button.
        [...(rows.length === 0 ? [noResults] : rows), space(floating === undefined ? 20 : 100)],
      ),
      searchBar === undefined && floating,
    ]),
    navigation,
  ]);
}

/** A field to search in, with a button that clears it. */
export function searchField(
  ui: UiContext,
  field: FieldState,
  { packageName, before }: { readonly packageName: string; readonly before?: View },
): View {
  const { theme } = ui;
  const id = resourceIdsOf(packageName);
  const clear = {
    color: theme.textSoft,
    id: id('search_close_btn'),
    onTap: () => field.setText(''),
  };
  return row({ id: id('search_bar'), height: 56, radius: 28, fill: theme.raised }, [
    before ?? space(20),
    editText(ui, field, { id: id('search_src_text'), width: undefined, weight: 1, height: 'fill' }),
    field.text === '' ? space(20) : iconButton(mdiClose, 'Clear query', clear),
  ]);
}

/** Whether one of the texts contains what is in a field. */
export function matchesField(field: FieldState, ...texts: readonly string[]): boolean {
  const query = field.text.trim().toLowerCase();
  return texts.some((content) => content.toLowerCase().includes(query));
}

/** The search of a list: a button in the bar above it, which becomes a field in place of the bar. */
export class ListSearch {
  readonly #field: FieldState;
  readonly #focus: (field: FieldState | undefined) => void;
  #isOpen = false;

  /** `focus` moves the focus of the list's window. */
  constructor(hint: string, focus: (field: FieldState | undefined) => void) {
    this.#field = new FieldState({ hint });
    this.#focus = focus;
  }

  /** Whether a row with these texts is shown. */
  matches(...texts: readonly string[]): boolean {
    return matchesField(this.#field, ...texts);
  }

  button({ theme }: UiContext, packageName: string): View {
    return iconButton(mdiMagnify, 'Search', {
      color: theme.text,
      id: resourceIdsOf(packageName)('action_search'),
      onTap: () => {
        this.#isOpen = true;
        this.#focus(this.#field);
      },
    });
  }

  /** The field; undefined while the list is not searched. */
  bar(ui: UiContext, packageName: string): View | undefined {
    if (!this.#isOpen) return undefined;
    const onTap = () => void this.close();
    const before = iconButton(mdiArrowLeft, 'Collapse', { color: ui.theme.text, onTap, size: 56 });
    return column({ paintOnly: true, padding: [8, 16, 16, 16] }, [
      searchField(ui, this.#field, { packageName, before }),
    ]);
  }

  /** Ends the search; returns false if there is none. */
  close(): boolean {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    this.#field.setText('');
    this.#focus(undefined);
    return wasOpen;
  }
}

/** The tabs of an app, in the order of its navigation bar. */
type Tabs<Name extends string> = readonly { readonly name: Name; readonly path: string }[];

/** A Material navigation bar. */
export function navigationBar<Name extends string>(
  { theme }: UiContext,
  packageName: string,
  {
    tabs,
    shown,
    onSelect,
  }: {
    readonly tabs: Tabs<Name>;
    readonly shown: Name;
    readonly onSelect: (name: Name) => void;
  },
): View {
  const id = resourceIdsOf(packageName);
  const items = tabs.map(({ name, path }) => {
    const selected = name === shown;
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
        onTap: () => onSelect(name),
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
    /** Material icon path; a plus sign if missing. */
    readonly path?: string;
    readonly onTap: () => void;
  },
): View {
  const { path = mdiPlus, ...node } = options;
  const isExtended = node.text !== undefined;
  const color = theme.onPrimary;
  return row(
    {
      ...node,
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
      icon(path, { size: isExtended ? 24 : 26, color }, { paintOnly: true }),
      node.text !== undefined && text(node.text, font(16, 600, color), { paintOnly: true }),
    ],
  );
}

interface ListRow {
  readonly title: string;
  readonly text: string;
  readonly end?: string;
  /** A letter or an icon path on a coloured disc. */
  readonly disc: { readonly letter?: string; readonly path?: string; readonly fill: Fill };
  readonly onTap: () => void;
}

/** A group of rows with a disc, a title, a text and optionally a text at the end. */
export function listRows(
  ui: UiContext,
  packageName: string,
  rows: readonly ListRow[],
): readonly View[] {
  const { theme } = ui;
  const id = resourceIdsOf(packageName);
  return rows.map(({ title: heading, text: summary, end, disc: discOptions, onTap }, index) =>
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
          discOptions.path === undefined
            ? text(discOptions.letter ?? '', font(18, 600, '#ffffff'), centred)
            : icon(
                discOptions.path,
                { size: 22, color: '#ffffff' },
                { id: id('icon'), place: ['center', 'center'] },
              ),
        ]),
        column({ paintOnly: true, weight: 1, gap: 2 }, [
          text(heading, rowTitleStyle(theme.text), { id: id('title'), maxLines: 1 }),
          text(summary, smallStyle(theme.textSoft), { id: id('text'), maxLines: 1 }),
        ]),
        end !== undefined && text(end, smallStyle(theme.textSoft), { id: id('end') }),
      ],
    ),
  );
}
