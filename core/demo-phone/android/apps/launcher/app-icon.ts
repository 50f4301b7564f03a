import type { AppIcon } from '../../app.ts';
import type { App } from '../../app.ts';
import { icon, stack, text, column, type View, type ViewProps } from '../../ui/view.ts';

/** An app's round icon alone; not a view of its own. */
export function roundIcon(look: AppIcon, size: number): View {
  return stack(
    {
      bare: true,
      width: size,
      height: size,
      radius: size / 2,
      fill: {
        kind: 'linear',
        from: [0.15, 0],
        to: [0.85, 1],
        stops: [
          [0, look.from],
          [1, look.to],
        ],
      },
    },
    [
      icon(
        look.path,
        { size: size * 0.54, color: look.color },
        { bare: true, place: ['center', 'center'] },
      ),
    ],
  );
}

/** An icon with its label, which is one TextView to Android. */
export function labelledIcon(
  app: App,
  look: { readonly size: number; readonly color: string | undefined },
  props: ViewProps,
): View {
  return column(
    {
      className: 'android.widget.TextView',
      text: app.label,
      description: app.label,
      width: 'wrap',
      align: 'center',
      padding: [8, 2],
      gap: 8,
      ...props,
    },
    [
      roundIcon(app.icon, look.size),
      look.color !== undefined &&
        text(
          app.label,
          { size: 13, weight: 500, color: look.color, lineHeight: 18 },
          { bare: true, maxLines: 1 },
        ),
    ],
  );
}
