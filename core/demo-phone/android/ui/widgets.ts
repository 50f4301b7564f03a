import { mdiArrowLeft, mdiCheck } from '@mdi/js';
import type { Rect } from '#core/geometry.ts';
import type { FieldState } from './field-state.ts';
import {
  bodyStyle,
  headlineStyle,
  smallStrongStyle,
  type Theme,
  titleStyle,
  type UiContext,
} from './theme.ts';
import {
  box,
  type Children,
  column,
  type Drag,
  icon,
  type PaintOp,
  row,
  spacer,
  stack,
  text,
  type View,
  type ViewProps,
} from './view.ts';

/** Returns a function that prefixes a name to a full resource name of the package. */
export const resourceIdsOf = (packageName: string) => (name: string) => `${packageName}:id/${name}`;

/** Corner radii in dp of a card in a vertical group: larger at the group's ends. */
export function groupCorners(
  isFirst: boolean,
  isLast: boolean,
  outer = 22,
  inner = 5,
): readonly [number, number, number, number] {
  const upper = isFirst ? outer : inner;
  const lower = isLast ? outer : inner;
  return [upper, upper, lower, lower];
}

/** Wraps content in the decor views that every Android activity window has. */
export function decorView(content: View): View {
  return stack({ width: 'fill', height: 'fill' }, [
    column({ width: 'fill', height: 'fill' }, [
      stack({ id: 'android:id/content', width: 'fill', height: 'fill' }, [content]),
    ]),
  ]);
}

/** A full screen with padding for the system bars and the keyboard. */
export function screenPage(ui: UiContext, props: ViewProps, children: Children): View {
  const { top, right, bottom, left } = ui.insets;
  const frame = { height: 'fill', padding: [top, right, bottom, left] } as const;
  return decorView(column({ ...frame, fill: ui.theme.background, ...props }, children));
}

/** A disc, or a pill if `props` changes its width. */
export function disc(diameter: number, props: ViewProps, children: Children): View {
  return stack({ width: diameter, height: diameter, radius: diameter / 2, ...props }, children);
}

/** A round button with an icon. */
export function iconButton(
  path: string,
  description: string,
  props: ViewProps & { readonly color: string; readonly size?: number },
): View {
  const { color, size = 48, ...rest } = props;
  const className = 'android.widget.ImageButton';
  return icon(path, { size, color }, { className, description, padding: (size - 24) / 2, ...rest });
}

interface AppBar {
  readonly title: string;
  readonly packageName: string;
  readonly onBack?: (() => void) | undefined;
  readonly actions?: Children | undefined;
  /** For a bar above a list that begins with the large title: how visible the bar's title is, from 0 to 1. */
  readonly collapsedAlpha?: number | undefined;
}

/**
 * How visible, from 0 to 1, two titles are while a list is scrolled: the large one at its beginning,
 * which is gone before its letters reach the bar above, and then that of the bar. `passedDp` is how
 * much of the large one, which is 40 dp high, has passed the bar; negative for a distance to it.
 */
export function collapsingTitleAlphas(passedDp: number): {
  readonly large: number;
  readonly bar: number;
} {
  const rise = (fromDp: number, toDp: number) =>
    Math.max(0, Math.min(1, (passedDp - fromDp) / (toDp - fromDp)));
  return { large: 1 - rise(-18, 6), bar: rise(6, 28) };
}

/** The bar at the top of a screen. */
export function appBar(ui: UiContext, bar: AppBar): View {
  const { theme } = ui;
  const { title, packageName, onBack, actions = [], collapsedAlpha: alpha } = bar;
  const id = resourceIdsOf(packageName);
  const collapses = alpha !== undefined;
  const look = { maxLines: 1, weight: 1, margin: [0, onBack === undefined ? 20 : 8] } as const;
  // The bar describes a title that fades in, as CollapsingToolbarLayout does.
  const titleView = text(title, titleStyle(theme.text), { ...look, alpha, paintOnly: collapses });
  const frame = {
    className: 'android.widget.FrameLayout',
    id: id(collapses ? 'collapsing_toolbar' : 'app_bar'),
    description: collapses ? title : undefined,
  };
  const buttons = { className: 'android.view.ViewGroup', id: id('action_bar'), height: 64 };
  return column(frame, [
    row({ ...buttons, padding: [0, 4] }, [
      onBack && iconButton(mdiArrowLeft, 'Navigate up', { color: theme.text, onTap: onBack }),
      titleView,
      ...actions,
    ]),
  ]);
}

/** The bar of a page without a way back: a large title, except in landscape. */
export function largeBar(ui: UiContext, title: string, packageName: string): View {
  if (ui.landscape) return appBar(ui, { title, packageName });
  const id = resourceIdsOf(packageName)('app_bar');
  const style = headlineStyle(ui.theme.text);
  return column({ className: 'android.widget.FrameLayout', id }, [
    row({ paintOnly: true, minHeight: 104, padding: [24, 8, 0, 24] }, [
      text(title, style, { maxLines: 1, weight: 1 }),
    ]),
  ]);
}

/** A Material switch, 52 by 32 dp; usually the row around it handles the tap. */
export function switchView(theme: Theme, on: boolean, props: ViewProps = {}): View {
  const thumb = {
    paintOnly: true,
    margin: [0, on ? 4 : 8],
    place: [on ? 'end' : 'start', 'center'],
    fill: on ? theme.onPrimary : theme.outline,
  } as const;
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
      disc(on ? 24 : 16, thumb, [
        on && icon(mdiCheck, { size: 16, color: theme.primary }, { paintOnly: true, margin: 4 }),
      ]),
    ],
  );
}

/** A text button; `tone` is its Material variant. */
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
  return text(label, smallStrongStyle(color), {
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
  const onDrag = ({ phase, bounds, from, to }: Drag): boolean => {
    if (phase === 'cancel') return true;
    if (phase === 'start' && Math.abs(to.y - from.y) > Math.abs(to.x - from.x)) return false;
    onValue(Math.max(0, Math.min(1, (to.x - bounds.left) / (bounds.right - bounds.left))));
    return true;
  };
  return box({
    className: 'android.widget.SeekBar',
    // As ProgressBar says it from Android 11 on.
    stateDescription: `${Math.round(value * 100)}%`,
    width: 'fill',
    height: 48,
    focusable: true,
    draw: (rect, dp) => sliderArt(rect, dp, { value, theme }),
    onDrag: onDrag,
    tapActsAsDrag: true,
    ...rest,
  });
}

function sliderArt(
  { left, top, right, bottom }: Rect,
  dp: (value: number) => number,
  { value, theme }: { readonly value: number; readonly theme: Theme },
): readonly PaintOp[] {
  const at = Math.round(left + dp(8) + (right - left - dp(16)) * value);
  const middle = (top + bottom) / 2;
  const part = (from: number, to: number, half: number) => ({
    op: 'box' as const,
    rect: { left: from, right: to, top: middle - dp(half), bottom: middle + dp(half) },
  });
  const round = dp(8);
  const flat = dp(3);
  return [
    {
      ...part(left, at - dp(6), 8),
      radii: [round, flat, flat, round],
      fill: theme.primary,
    },
    { ...part(at + dp(6), right, 8), radii: [flat, round, round, flat], fill: theme.tint },
    { ...part(at - dp(2), at + dp(2), 22), radii: dp(2), fill: theme.primary },
  ];
}

/** An outlined field whose border shows the focus. */
export function outlinedField(ui: UiContext, field: FieldState, props: ViewProps = {}): View {
  const { theme } = ui;
  const focused = ui.focus === field;
  return editText(ui, field, {
    minHeight: 56,
    padding: 16,
    radius: 14,
    fill: theme.card,
    border: { color: focused ? theme.primary : theme.line, width: focused ? 2 : 1 },
    ...props,
  });
}

/** A field without border; `label` gives the text style. */
export function editText(
  ui: Pick<UiContext, 'theme' | 'focus'>,
  field: FieldState,
  props: ViewProps = {},
): View {
  const empty = field.displayText === '' && ui.focus !== field;
  const style = props.label?.style ?? bodyStyle(ui.theme.text);
  return box({
    className: 'android.widget.EditText',
    width: 'fill',
    ...props,
    field,
    label: {
      text: field.hint,
      style: empty ? { ...style, color: ui.theme.outline } : style,
      maxLines: field.multiline ? undefined : 1,
    },
  });
}

/** Cells of equal width in rows; empty cells fill the last row. */
export function gridRows(
  cells: readonly View[],
  columns: number,
  frame: ViewProps,
): readonly View[] {
  return Array.from({ length: Math.ceil(cells.length / columns) }, (_, line) => {
    const inRow = cells.slice(line * columns, (line + 1) * columns);
    const missing = Array.from({ length: columns - inRow.length }, () => spacer());
    return row(frame, [...inRow, ...missing]);
  });
}

/** A RecyclerView. */
export function recyclerView(props: ViewProps & { readonly scroll: string }, rows: Children): View {
  return column({ className: 'androidx.recyclerview.widget.RecyclerView', ...props }, rows);
}
