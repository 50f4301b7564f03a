import { mdiAlarm, mdiClockOutline, mdiTimerOutline } from '@mdi/js';
import { font, smallStyle, type UiContext } from '../ui/theme.ts';
import { column, icon, row, text, type View } from '../ui/view.ts';
import { listPage } from '../ui/list-page.ts';
import { button, groupCorners, resourceIdsOf, switchView } from '../ui/widgets.ts';
import type { Activity, App } from './app.ts';

const clockPackage = 'com.android.deskclock';
const clockClass = `${clockPackage}.DeskClock`;
const id = resourceIdsOf(clockPackage);

/** The app's screens, in the order of the bar at the bottom. */
const tabs = [
  { name: 'Alarm', path: mdiAlarm },
  { name: 'Stopwatch', path: mdiTimerOutline },
] as const;
type TabName = (typeof tabs)[number]['name'];

interface Alarm {
  /** `06:45`. */
  readonly time: string;
  readonly days: string;
  on: boolean;
}

/** Alarms that can be switched, and a stopwatch, each behind a tab. */
function clockScreen(): Activity {
  const stopwatch = new Stopwatch();
  const alarms: Alarm[] = [
    { time: '06:45', days: 'Mon, Tue, Wed, Thu, Fri', on: true },
    { time: '08:30', days: 'Sat, Sun', on: false },
    { time: '17:50', days: 'Not scheduled', on: false },
  ];
  let title: TabName = 'Alarm';
  const show = (name: TabName) => {
    title = name;
  };
  return {
    get isAnimating() {
      return title === 'Stopwatch' && stopwatch.isRunning;
    },
    render(ui) {
      const rows =
        title === 'Alarm'
          ? alarms.map((alarm, index) => {
              const radius = groupCorners(index === 0, index === alarms.length - 1, 24, 6);
              return alarmRow(ui, alarm, radius);
            })
          : [stopwatch.card(ui)];
      const navigation = tabBar(ui, title, show);
      return listPage(ui, { title, packageName: clockPackage, navigation }, rows);
    },
  };
}

/** A Material navigation bar. */
function tabBar({ theme }: UiContext, shown: TabName, onSelect: (name: TabName) => void): View {
  const items = tabs.map(({ name, path }) => {
    const selected = name === shown;
    const color = selected ? theme.text : theme.textSoft;
    const pill = { width: 64, height: 32, radius: 16, fill: selected ? theme.tint : undefined };
    const item = {
      className: 'android.widget.FrameLayout',
      id: id(`tab_menu_${name.toLowerCase()}`),
      description: name,
      selected,
      weight: 1,
      align: 'center',
      gap: 4,
      padding: [12, 0],
      onTap: () => onSelect(name),
    } as const;
    const iconId = { id: id('navigation_bar_item_icon_view') };
    return column(item, [
      row({ paintOnly: true, justify: 'center', ...pill }, [
        icon(path, { size: 24, color: selected ? theme.onTint : color }, iconId),
      ]),
      text(name, font(12, selected ? 600 : 500, color, 16), {
        id: id(`navigation_bar_item_${selected ? 'large' : 'small'}_label_view`),
      }),
    ]);
  });
  return row({ className: 'android.widget.FrameLayout', id: id('bottom_view') }, items);
}

function alarmRow(
  { theme }: UiContext,
  alarm: Alarm,
  radius: ReturnType<typeof groupCorners>,
): View {
  const timeStyle = font(34, 500, alarm.on ? theme.text : theme.outline, 40);
  const onTap = () => {
    alarm.on = !alarm.on;
  };
  return row({ id: id('alarm_item'), fill: theme.card, radius, padding: [16, 20], onTap }, [
    column({ paintOnly: true, weight: 1 }, [
      text(alarm.time, timeStyle, { id: id('digital_clock') }),
      text(alarm.days, smallStyle(theme.textSoft), { id: id('days_of_week') }),
    ]),
    switchView(theme, alarm.on, { id: id('onoff') }),
  ]);
}

/** A stopwatch that can be paused, and its card. */
class Stopwatch {
  #startedAtMs: number | undefined;
  #accumulatedMs = 0;

  get isRunning(): boolean {
    return this.#startedAtMs !== undefined;
  }

  card({ theme }: UiContext): View {
    const elapsedMs = this.#elapsedMs;
    const start = { id: id('stopwatch_start'), onTap: () => this.#startOrPause() };
    const reset = { id: id('stopwatch_reset'), onTap: () => this.#reset() };
    const card = {
      fill: theme.card,
      radius: 24,
      padding: 16,
      gap: 10,
      margin: [0, 0, 14, 0],
    } as const;
    return column({ id: id('stopwatch'), ...card }, [
      text(formatElapsed(elapsedMs), font(34, 500, theme.text, 40), {
        id: id('stopwatch_time_text'),
      }),
      row({ paintOnly: true, gap: 8 }, [
        button(theme, this.isRunning ? 'Pause' : 'Start', start),
        elapsedMs > 0 && button(theme, 'Reset', { tone: 'tonal', ...reset }),
      ]),
    ]);
  }

  get #elapsedMs(): number {
    if (this.#startedAtMs === undefined) return this.#accumulatedMs;
    return this.#accumulatedMs + performance.now() - this.#startedAtMs;
  }

  #startOrPause(): void {
    this.#accumulatedMs = this.#elapsedMs;
    this.#startedAtMs = this.isRunning ? undefined : performance.now();
  }

  #reset(): void {
    this.#accumulatedMs = 0;
    this.#startedAtMs = undefined;
  }
}

/** `1:02.34` */
function formatElapsed(elapsedMs: number): string {
  const seconds = (Math.floor(elapsedMs / 10) / 100) % 60;
  return `${Math.floor(elapsedMs / 60_000)}:${seconds.toFixed(2).padStart(5, '0')}`;
}

/** The Clock app. */
export const clockApp: App = {
  packageName: clockPackage,
  label: 'Clock',
  system: true,
  versionName: '7.3',
  icon: { path: mdiClockOutline, color: '#ffffff', topColor: '#6f7cf0', bottomColor: '#3340a8' },
  launcherClass: clockClass,
  activities: { [clockClass]: clockScreen },
};
