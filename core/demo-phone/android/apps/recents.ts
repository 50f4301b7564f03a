import { font, type Ui } from '../ui/theme.ts';
import { box, column, row, stack, text, type View } from '../ui/view.ts';
import { button, decor, idsOf } from '../ui/widgets.ts';
import type { Activity, Host, RecentTask } from './app.ts';
import { roundIcon, wallpaperView } from './wallpaper.ts';

const id = idsOf('com.android.launcher3');
const white = '#ffffff';
const filling = { width: 'fill', height: 'fill' } as const;

/** The recents screen: a card with a thumbnail for each task, the latest first. */
export function recentsScreen(host: Host): Activity {
  return {
    bars: 'on-dark',
    render(ui) {
      const tasks = host.tasks();
      return decor(
        stack({ id: id('overview_panel'), ...filling, onTap: () => host.home() }, [
          wallpaperView(ui.theme.dark),
          box({ bare: true, ...filling, fill: 'rgba(14, 16, 40, 0.5)' }),
          tasks.length === 0 ? empty() : cards(ui, host, tasks),
        ]),
      );
    },
    back() {
      host.home();
      return true;
    },
  };
}

function cards(ui: Ui, host: Host, tasks: readonly RecentTask[]): View {
  const { top, bottom } = ui.insets;
  const height = (ui.height - top - bottom) * (ui.landscape ? 0.6 : 0.64);
  const gap = ui.landscape ? 14 : 28;
  const closeAll = () => {
    for (const task of tasks) task.close();
    host.home();
  };
  return column({ ...filling, bare: true, justify: 'center', gap, padding: [top, 0, bottom, 0] }, [
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
      button(ui.theme, 'Clear all', { id: id('clear_all'), tone: 'tonal', onTap: closeAll }),
    ]),
  ]);
}

/** dp that a card has to be swiped up to close its task. */
const thrown = 60;

function taskCard(task: RecentTask, height: number): View {
  const width = (height * task.from.width) / task.from.height;
  const { label, icon: look } = task.app;
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
          roundIcon(look, 32),
        ]),
        text(label, font(15, 600, white), { bare: true }),
      ]),
      box({
        id: id('snapshot'),
        width,
        height,
        art: (rect, dp) => {
          const picture = {
            op: 'scaled',
            from: task.from,
            to: rect,
            ops: task.thumbnail(),
          } as const;
          return [{ op: 'clip', rect, radii: dp(26), ops: [picture] }];
        },
      }),
    ],
  );
}

function empty(): View {
  return column({ bare: true, ...filling, justify: 'center', align: 'center' }, [
    text('No recent items', font(20, 500, white), { id: id('empty_message') }),
  ]);
}
