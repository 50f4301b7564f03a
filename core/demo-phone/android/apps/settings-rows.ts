import {
  rowTitleStyle,
  smallStrongStyle,
  smallStyle,
  type Theme,
  type UiContext,
} from '../ui/theme.ts';
import { column, icon, row, stack, text, type View, type ViewProps } from '../ui/view.ts';
import { disc, groupCorners, slider, switchView } from '../ui/widgets.ts';
import {
  isOn,
  toggleSwitch,
  type ActivityHost,
  type ChoiceName,
  type LevelName,
  type SwitchName,
} from './app.ts';

const linear = 'android.widget.LinearLayout';

/** One row of a settings page. */
export interface SettingsRow {
  readonly title: string;
  /** Whether it belongs to a group of cards; headers and notes stand between groups. */
  readonly isCard: boolean;
  render(ui: UiContext, host: ActivityHost, radius: ViewProps['radius']): View;
}

/** A fixed text, or a function that is called for each render. */
type Summary = string | undefined | ((host: ActivityHost) => string | undefined);

interface CardOptions {
  readonly leading?: View;
  widget?(theme: Theme, host: ActivityHost): View;
  onTap?(host: ActivityHost): void;
}

/** A row with title and summary between a leading view and a widget, all but the title optional. */
export function card(title: string, summary?: Summary, options: CardOptions = {}): SettingsRow {
  return {
    title,
    isCard: true,
    render({ theme }, host, radius) {
      const shown = typeof summary === 'function' ? summary(host) : summary;
      const frame = { fill: theme.card, minHeight: 72, padding: [14, 20], gap: 16 } as const;
      const onTap = options.onTap && (() => options.onTap?.(host));
      const widget = options.widget?.(theme, host);
      return row({ className: linear, ...frame, radius, onTap }, [
        options.leading,
        column({ className: 'android.widget.RelativeLayout', weight: 1, gap: 2 }, [
          text(title, rowTitleStyle(theme.text), { id: 'android:id/title', maxLines: 2 }),
          shown !== undefined &&
            text(shown, smallStyle(theme.textSoft), { id: 'android:id/summary', maxLines: 3 }),
        ]),
        widget && stack({ className: linear, id: 'android:id/widget_frame' }, [widget]),
      ]);
    },
  };
}

/** The colours of a row's icon. */
interface IconColors {
  readonly fill: string;
  readonly color: string;
}

/** A row that opens another page, by the name of the page. */
export function link(
  title: string,
  summary: Summary,
  page: string,
  rowIcon?: IconColors & { readonly path: string },
): SettingsRow {
  const onTap = (host: ActivityHost) =>
    host.start('com.android.settings/com.android.settings.SubSettings', page);
  if (rowIcon === undefined) return card(title, summary, { onTap });
  const { path, fill, color } = rowIcon;
  const iconProps = { id: 'android:id/icon', place: ['center', 'center'] } as const;
  const leading = disc(40, { className: linear, id: 'com.android.settings:id/icon_frame', fill }, [
    icon(path, { size: 22, color }, iconProps),
  ]);
  return card(title, summary, { leading, onTap });
}

/** A row with a switch. */
export function switchRow(title: string, name: SwitchName, summary?: Summary): SettingsRow {
  return card(title, summary, {
    widget: (theme, { state }) =>
      switchView(theme, isOn(state, name), { id: 'android:id/switch_widget' }),
    onTap: ({ state }) => toggleSwitch(state, name),
  });
}

/** A row with a slider. */
export function level(title: string, name: LevelName): SettingsRow {
  return {
    title,
    isCard: true,
    render: ({ theme }, { state: { levels } }, radius) =>
      column({ fill: theme.card, radius, padding: [14, 20, 6, 20] }, [
        text(title, rowTitleStyle(theme.text), { id: 'android:id/title' }),
        slider(theme, levels.get(name) ?? 0.5, {
          id: 'android:id/seekbar',
          description: title,
          onValue: (value) => levels.set(name, value),
        }),
      ]),
  };
}

/** A row that opens a dialog with choices. */
export function choice(title: string, name: ChoiceName, ...items: readonly string[]): SettingsRow {
  return card(title, ({ state }) => state.choices.get(name), {
    onTap: ({ state: { choices }, showDialog }) =>
      showDialog({
        title,
        choices: { items, selected: choices.get(name) ?? '' },
        onChoose: (item) => choices.set(name, item),
        buttons: [{ label: 'Cancel' }],
      }),
  });
}

/** A row that shows information; a tap calls `onTap`. */
export function info(title: string, summary?: Summary, onTap?: CardOptions['onTap']): SettingsRow {
  return card(title, summary, onTap && { onTap });
}

/** A text above a group of cards. */
export function header(title: string): SettingsRow {
  const frame = { width: 'fill', id: 'android:id/title', padding: [20, 20, 10, 20] } as const;
  return {
    title,
    isCard: false,
    render: ({ theme }) => text(title, smallStrongStyle(theme.primary), frame),
  };
}

/** A text below a group of cards. */
export function note(title: string): SettingsRow {
  const frame = { width: 'fill', id: 'android:id/summary', padding: [20, 20, 24, 20] } as const;
  return {
    title,
    isCard: false,
    render: ({ theme }) => text(title, smallStyle(theme.textSoft), frame),
  };
}

/** Rows as groups of cards, separated by headers and notes. */
export function groupedRows(
  ui: UiContext,
  host: ActivityHost,
  rows: readonly SettingsRow[],
): readonly View[] {
  const isCard = (index: number) => rows[index]?.isCard === true;
  return rows.map((each, index) =>
    each.render(ui, host, groupCorners(!isCard(index - 1), !isCard(index + 1))),
  );
}
