import { mdiCheck } from '@mdi/js';
import type { Rect } from '../../../../geometry.ts';
import type { Theme } from '../theme.ts';
import type { PaintOp } from '../paint-op.ts';
import { smallStrong } from '../type-scale.ts';
import { box, icon, stack, text, type Drag, type View, type ViewProps } from '../view.ts';

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
