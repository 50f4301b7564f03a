import type { Host, Ui } from '../../app.ts';
import { isOn, toggle } from '../../device-state.ts';
import { FieldState } from '../../ui/field-state.ts';
import { slider, switchView } from '../../ui/widgets/controls.ts';
import { rowTitle, small, smallStrong } from '../../ui/type-scale.ts';
import { column, icon, row, stack, text, type View, type ViewProps } from '../../ui/view.ts';
import type { Row, RowIcon, Summary } from './rows.ts';

const packageName = 'com.android.settings';
const id = (name: string) => `${packageName}:id/${name}`;

/** Corners of a row in its group, dp: the group's own ends are rounder. */
function corners(first: boolean, last: boolean): readonly [number, number, number, number] {
  const upper = first ? 22 : 5;
  const lower = last ? 22 : 5;
  return [upper, upper, lower, lower];
}

/** Rows as Settings shows them: groups of cards, cut by headers. */
export function groupedRows(ui: Ui, host: Host, rows: readonly Row[]): readonly View[] {
  const inGroup = (row: Row | undefined) =>
    row !== undefined && row.kind !== 'header' && row.kind !== 'note';
  return rows.map((row, index) => {
    if (!inGroup(row)) return plainText(ui, row);
    const radius = corners(!inGroup(rows[index - 1]), !inGroup(rows[index + 1]));
    return rowView(row, { ui, host, radius });
  });
}

function plainText(ui: Ui, row: Row): View {
  const { theme } = ui;
  return row.kind === 'header'
    ? text(row.title, smallStrong(theme.primary), {
        id: 'android:id/title',
        width: 'fill',
        padding: [20, 20, 10, 20],
      })
    : text(row.title, small(theme.textSoft), {
        id: 'android:id/summary',
        width: 'fill',
        padding: [20, 20, 24, 20],
      });
}

/** What a row is drawn for. */
interface RowScene {
  readonly ui: Ui;
  readonly host: Host;
  readonly radius: ViewProps['radius'];
}

function rowView(row: Row, { ui, host, radius }: RowScene): View {
  if (row.kind === 'level') return levelRow(row, { ui, host, radius });
  const look = {
    title: row.title,
    summary: summaryOf(host, row),
    icon: row.kind === 'link' ? row.icon : undefined,
  };
  const widget =
    row.kind === 'switch'
      ? switchView(ui.theme, isOn(host.state, row.name), { id: 'android:id/switch_widget' })
      : undefined;
  return entry(ui, look, { radius, onTap: rowAction(host, row), widget });
}

function levelRow(row: Extract<Row, { kind: 'level' }>, { ui, host, radius }: RowScene): View {
  const { theme } = ui;
  return column({ fill: theme.card, radius, padding: [14, 20, 6, 20] }, [
    text(row.title, rowTitle(theme.text), { id: 'android:id/title' }),
    slider(theme, host.state.levels.get(row.name) ?? 0.5, {
      id: 'android:id/seekbar',
      description: row.title,
      onValue: (value) => host.state.levels.set(row.name, value),
    }),
  ]);
}

interface Entry {
  readonly title: string;
  readonly summary: string | undefined;
  readonly icon: RowIcon | undefined;
}

/** A row with title, summary and what stands before and after them. */
export function entry(
  ui: Ui,
  { title, summary, icon: look }: Entry,
  props: ViewProps & { readonly widget?: View | undefined; readonly leading?: View },
): View {
  const { theme } = ui;
  const { widget, leading, ...rest } = props;
  const frame = { fill: theme.card, minHeight: 72, padding: [14, 20], gap: 16 } as const;
  return row({ className: 'android.widget.LinearLayout', ...frame, ...rest }, [
    leading,
    look !== undefined && iconFrame(look),
    column({ className: 'android.widget.RelativeLayout', weight: 1, gap: 2 }, [
      text(title, rowTitle(theme.text), { id: 'android:id/title', maxLines: 2 }),
      summary !== undefined &&
        text(summary, small(theme.textSoft), { id: 'android:id/summary', maxLines: 3 }),
    ]),
    widget !== undefined &&
      stack({ className: 'android.widget.LinearLayout', id: 'android:id/widget_frame' }, [widget]),
  ]);
}

function iconFrame({ path, color, fill }: RowIcon): View {
  const disc = { width: 40, height: 40, radius: 20, fill } as const;
  return stack({ className: 'android.widget.LinearLayout', id: id('icon_frame'), ...disc }, [
    icon(path, { size: 22, color }, { id: 'android:id/icon', place: ['center', 'center'] }),
  ]);
}

function summaryOf(host: Host, row: Row): string | undefined {
  if (row.kind === 'choice' || row.kind === 'text') return host.state.choices.get(row.name);
  const summary: Summary | undefined = 'summary' in row ? row.summary : undefined;
  return typeof summary === 'function' ? summary(host) : summary;
}

function rowAction(host: Host, row: Row): (() => void) | undefined {
  switch (row.kind) {
    case 'link':
      return () => host.start('com.android.settings/com.android.settings.SubSettings', row.page);
    case 'switch':
      return () => toggle(host.state, row.name);
    case 'choice':
      return () => choose(host, row);
    case 'text':
      return () => rename(host, row);
    case 'info': {
      const { act } = row;
      return act === undefined ? undefined : () => act(host);
    }
    default:
      return undefined;
  }
}

function choose(host: Host, row: Extract<Row, { kind: 'choice' }>): void {
  host.showDialog({
    title: row.title,
    choices: { items: row.items, selected: host.state.choices.get(row.name) ?? '' },
    onChoose: (item) => host.state.choices.set(row.name, item),
    buttons: [{ label: 'Cancel' }],
  });
}

function rename(host: Host, row: Extract<Row, { kind: 'text' }>): void {
  const field = new FieldState({ hint: row.title, text: host.state.choices.get(row.name) ?? '' });
  host.showDialog({
    title: row.title,
    field,
    buttons: [
      { label: 'Cancel' },
      { label: 'OK', onTap: () => host.state.choices.set(row.name, field.text) },
    ],
  });
}
