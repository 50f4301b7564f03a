import type { Ui } from '../ui/theme.ts';
import { box, column, icon, row, stack, text, type View, type ViewProps } from '../ui/view.ts';
import { button, decor } from '../ui/widgets.ts';
import type { Activity, App, AppIcon, Host, RecentTask } from './app.ts';
import { wallpaper } from './wallpaper.ts';

const id = (name: string) => `com.android.launcher3:id/${name}`;
const white = '#ffffff';

/** The recents screen: a card for each task with its picture, the latest first. */
export class RecentsScreen implements Activity {
  readonly bars = 'on-dark';
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  render(ui: Ui): View {
    const tasks = this.#host.tasks();
    return decor(
      stack(
        { id: id('overview_panel'), width: 'fill', height: 'fill', onTap: () => this.#host.home() },
        [
          box({
            bare: true,
            width: 'fill',
            height: 'fill',
            art: (rect) => wallpaper(rect, ui.theme.dark),
          }),
          box({ bare: true, width: 'fill', height: 'fill', fill: 'rgba(14, 16, 40, 0.5)' }),
          tasks.length === 0 ? empty() : this.#cards(ui, tasks),
        ],
      ),
    );
  }

  back(): boolean {
    this.#host.home();
    return true;
  }

  #cards(ui: Ui, tasks: readonly RecentTask[]): View {
    const height = (ui.height - ui.insets.top - ui.insets.bottom) * (ui.landscape ? 0.6 : 0.64);
    return column(
      {
        width: 'fill',
        height: 'fill',
        bare: true,
        justify: 'center',
        gap: ui.landscape ? 14 : 28,
        padding: [ui.insets.top, 0, ui.insets.bottom, 0],
      },
      [
        row(
          {
            className: 'android.widget.HorizontalScrollView',
            id: id('tasks'),
            scroll: 'tasks',
            justify: 'center',
            gap: 18,
            padding: [0, ui.landscape ? 60 : 48],
          },
          tasks.map((task) => taskCard(task, height)),
        ),
        row({ id: id('overview_actions_view'), justify: 'center' }, [
          button(ui.theme, 'Clear all', {
            id: id('clear_all'),
            tone: 'tonal',
            onTap: () => {
              for (const task of tasks) task.close();
              this.#host.home();
            },
          }),
        ]),
      ],
    );
  }
}

/** dp that a card has to be thrown upwards to be closed. */
const thrown = 60;

function taskCard(task: RecentTask, heightDp: number): View {
  const width = (heightDp * task.from.width) / task.from.height;
  const { label } = task.app;
  return column(
    {
      className: 'android.widget.FrameLayout',
      id: id('task_view_single'),
      description: label,
      width,
      gap: 12,
      align: 'center',
      onTap: () => task.open(),
      onDrag: ({ phase, from, to, density }) => {
        const up = from.y - to.y;
        if (phase === 'start') return up > Math.abs(to.x - from.x);
        if (phase === 'end' && up >= thrown * density) task.close();
        return true;
      },
    },
    [
      row({ width: 'wrap', bare: true, gap: 10 }, [
        stack({ className: 'android.view.View', id: id('icon'), description: label }, [
          roundIcon(task.app.icon, 32),
        ]),
        text(label, { size: 15, weight: 600, color: white }, { bare: true }),
      ]),
      snapshot(task, { width, height: heightDp }),
    ],
  );
}

function snapshot(task: RecentTask, size: { width: number; height: number }): View {
  return box({
    id: id('snapshot'),
    ...size,
    art: (rect, dp) => [
      {
        op: 'clip',
        rect,
        radii: dp(26),
        ops: [{ op: 'scaled', from: task.from, to: rect, ops: task.thumbnail() }],
      },
    ],
  });
}

function empty(): View {
  return column({ bare: true, width: 'fill', height: 'fill', justify: 'center', align: 'center' }, [
    text('No recent items', { size: 20, weight: 500, color: white }, { id: id('empty_message') }),
  ]);
}

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
