import { mdiArrowLeft } from '@mdi/js';
import type { Ui } from '../../app.ts';
import { headline, title } from '../type-scale.ts';
import {
  column,
  icon,
  row,
  spring,
  stack,
  text,
  type Children,
  type View,
  type ViewProps,
} from '../view.ts';

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
