import { mdiArrowLeft, mdiCheck, mdiPlus } from '@mdi/js';
import type { Rect } from '../../../geometry.ts';
import type { FieldState } from './field-state.ts';
import {
  body,
  headline,
  rowTitle,
  small,
  smallStrong,
  type Theme,
  title,
  type Ui,
} from './theme.ts';
import {
  box,
  type Children,
  column,
  type Drag,
  icon,
  type PaintOp,
  row,
  space,
  spring,
  stack,
  text,
  type View,
  type ViewProps,
} from './view.ts';

/** The decor that every Android window has around an app's own views. */
export function decor(content: View): View {
  return stack({ width: 'fill', height: 'fill' }, [
    column({ width: 'fill', height: 'fill' }, [
      stack({ id: 'android:id/content', width: 'fill', height: 'fill' }, [content]),
    ]),
  ]);
}

/** A whole screen whose content keeps clear of the system bars and the keyboard. */
export function page(ui: Ui, props: ViewProps, children: Children): View {
  const { top, right, bottom, left } = ui.insets;
  return decor(
    column(
      {
        width: 'fill',
        height: 'fill',
        padding: [top, right, bottom, left],
        fill: ui.theme.background,
        ...props,
      },
      children,
    ),
  );
}

/** A round button with an icon. */
export function iconButton(
  path: string,
  description: string,
  props: ViewProps & { readonly color: string; readonly size?: number },
): View {
  const { color, size = 48, ...rest } = props;
  const inset = (size - 24) / 2;
  return icon(
    path,
    { size, color },
    {
      className: 'android.widget.ImageButton',
      description,
      padding: inset,
      ...rest,
    },
  );
}

interface AppBar {
  readonly title: string;
  readonly packageName: string;
  readonly onBack?: (() => void) | undefined;
  readonly actions?: Children;
  /** A large title below the buttons, as long as there is room. */
  readonly large?: boolean;
}

/** The bar at the top of a screen. */
export function appBar(ui: Ui, bar: AppBar): View {
  const id = `${bar.packageName}:id/app_bar`;
  const large = bar.large === true && !ui.landscape;
  const bare = bar.onBack === undefined && bar.actions === undefined;
  return column({ id, className: 'android.widget.FrameLayout' }, [
    !(large && bare) && barButtons(ui, bar, large),
    large &&
      text(bar.title, headline(ui.theme.text), {
        maxLines: 1,
        margin: bare ? [44, 24, 20, 24] : [20, 24, 16, 24],
      }),
  ]);
}

function barButtons(ui: Ui, bar: AppBar, large: boolean): View {
  const { theme } = ui;
  const { onBack } = bar;
  return row(
    {
      className: 'android.view.ViewGroup',
      id: `${bar.packageName}:id/action_bar`,
      height: 64,
      padding: [0, 4],
    },
    [
      onBack !== undefined &&
        iconButton(mdiArrowLeft, 'Navigate up', { color: theme.text, onTap: onBack }),
      large
        ? spring()
        : text(bar.title, title(theme.text), {
            maxLines: 1,
            weight: 1,
            margin: [0, onBack === undefined ? 20 : 8],
          }),
      ...(bar.actions ?? []),
    ],
  );
}

/** A Material switch, 52 by 32 dp; the row around it usually takes the tap. */
export function switchView(theme: Theme, on: boolean, props: ViewProps = {}): View {
  const knob = on ? 24 : 16;
  return stack(
    {
      className: 'android.widget.Switch',
      width: 52,
      height: 32,
      radius: 16,
      checkable: true,
      checked: on,
      fill: on ? theme.primary : theme.raised,
      border: on ? undefined : { color: theme.outline, width: 2 },
      ...props,
    },
    [
      stack(
        {
          bare: true,
          width: knob,
          height: knob,
          radius: knob / 2,
          margin: [0, on ? 4 : 8],
          place: [on ? 'end' : 'start', 'center'],
          fill: on ? theme.onPrimary : theme.outline,
        },
        [on && icon(mdiCheck, { size: 16, color: theme.primary }, { bare: true, margin: 4 })],
      ),
    ],
  );
}

/** A text button; `tone` says how loud it is. */
export function button(
  theme: Theme,
  label: string,
  props: ViewProps & { readonly tone?: 'filled' | 'tonal' | 'text' },
): View {
  const { tone = 'filled', ...rest } = props;
  const colors = {
    filled: [theme.primary, theme.onPrimary],
    tonal: [theme.tint, theme.onTint],
    text: [undefined, theme.primary],
  } as const;
  const [fill, color] = colors[tone];
  return text(label, smallStrong(color), {
    className: 'android.widget.Button',
    fill,
    radius: 24,
    padding: [12, tone === 'text' ? 14 : 24],
    textAlign: 'center',
    maxLines: 1,
    ...rest,
  });
}

/** A slider; dragging and tapping set its value (0 to 1). */
export function slider(
  theme: Theme,
  value: number,
  props: ViewProps & { readonly onValue: (value: number) => void },
): View {
  const { onValue, ...rest } = props;
  const set = ({ phase, bounds, from, to }: Drag): boolean => {
    if (phase === 'cancel') return true;
    if (phase === 'start' && Math.abs(to.y - from.y) > Math.abs(to.x - from.x)) return false;
    onValue(Math.max(0, Math.min(1, (to.x - bounds.left) / (bounds.right - bounds.left))));
    return true;
  };
  return box({
    className: 'android.widget.SeekBar',
    width: 'fill',
    height: 48,
    focusable: true,
    art: (rect, dp) => sliderArt(rect, dp, { value, theme }),
    onDrag: set,
    tapDrags: true,
    ...rest,
  });
}

function sliderArt(
  rect: Rect,
  dp: (value: number) => number,
  { value, theme }: { readonly value: number; readonly theme: Theme },
): readonly PaintOp[] {
  const at = Math.round(rect.left + dp(8) + (rect.right - rect.left - dp(16)) * value);
  const top = (rect.top + rect.bottom) / 2 - dp(8);
  const track = { top, bottom: top + dp(16) };
  return [
    {
      op: 'box',
      rect: { ...track, left: rect.left, right: at - dp(6) },
      radii: [dp(8), dp(3), dp(3), dp(8)],
      fill: theme.primary,
    },
    {
      op: 'box',
      rect: { ...track, left: at + dp(6), right: rect.right },
      radii: [dp(3), dp(8), dp(8), dp(3)],
      fill: theme.tint,
    },
    {
      op: 'box',
      rect: {
        left: at - dp(2),
        right: at + dp(2),
        top: top - dp(14),
        bottom: track.bottom + dp(14),
      },
      radii: dp(2),
      fill: theme.primary,
    },
  ];
}

/** An outlined field that shows its focus by its border. */
export function outlinedField(ui: Ui, field: FieldState, props: ViewProps = {}): View {
  const { theme } = ui;
  const focused = ui.focus === field;
  return editText(ui, field, {
    minHeight: 56,
    padding: [16, 16],
    radius: 14,
    fill: theme.card,
    border: { color: focused ? theme.primary : theme.line, width: focused ? 2 : 1 },
    ...props,
  });
}

/** A bare field; its label gives style, and the hint's place when it is empty. */
export function editText(ui: Ui, field: FieldState, props: ViewProps = {}): View {
  const empty = field.shown === '' && ui.focus !== field;
  const style = props.label?.style ?? body(ui.theme.text);
  return box({
    className: 'android.widget.EditText',
    width: 'fill',
    ...props,
    field,
    label: {
      text: field.hint,
      style: empty ? { ...style, color: ui.theme.outline } : style,
      ...(field.multiline ? {} : { maxLines: 1 }),
    },
  });
}

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
