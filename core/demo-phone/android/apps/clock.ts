import { mdiAlarm, mdiClockOutline, mdiTimerOutline } from '@mdi/js';
import { font, smallStyle, type UiContext } from '../ui/theme.ts';
import { column, row, text, type View } from '../ui/view.ts';
import { listPage, navigationBar } from '../ui/list-page.ts';
import { button, groupCorners, resourceIdsOf, switchView } from '../ui/widgets.ts';
import type { Activity, App } from './app.ts';

const clockPackage = 'com.android.deskclock';
const clockClass = `${clockPackage}.DeskClock`;
const clockId = resourceIdsOf(clockPackage);

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
class ClockScreen implements Activity {
  readonly #stopwatch = new Stopwatch();
  #shownTab: TabName = 'Alarm';
  readonly #alarms: Alarm[] = [
    { time: '06:45', days: 'Mon, Tue, Wed, Thu, Fri', on: true },
    { time: '08:30', days: 'Sat, Sun', on: false },
    { time: '17:50', days: 'Not scheduled', on: false },
  ];

  get isAnimating(): boolean {
    return this.#shownTab === 'Stopwatch' && this.#stopwatch.isRunning;
  }

  render(ui: UiContext): View {
    const title = this.#shownTab;
    const navigation = navigationBar(ui, clockPackage, {
      tabs,
      shown: title,
      onSelect: (name) => {
        this.#shownTab = name;
      },
    });
    if (title === 'Alarm') {
      const last = this.#alarms.length - 1;
      const rows = this.#alarms.map((alarm, index) =>
        alarmRow(ui, alarm, groupCorners(index === 0, index === last, 24, 6)),
      );
      return listPage(ui, { title, packageName: clockPackage, navigation }, rows);
    }
    return listPage(ui, { title, packageName: clockPackage, navigation }, [
      this.#stopwatch.card(ui),
    ]);
  }
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
  return row({ id: clockId('alarm_item'), fill: theme.card, radius, padding: [16, 20], onTap }, [
    column({ paintOnly: true, weight: 1 }, [
      text(alarm.time, timeStyle, { id: clockId('digital_clock') }),
      text(alarm.days, smallStyle(theme.textSoft), { id: clockId('days_of_week') }),
    ]),
    switchView(theme, alarm.on, { id: clockId('onoff') }),
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
    const reset = {
      tone: 'tonal',
      id: clockId('stopwatch_reset'),
      onTap: () => this.#reset(),
    } as const;
    const start = { id: clockId('stopwatch_start'), onTap: () => this.#startOrPause() };
    const card = { fill: theme.card, radius: 24, padding: [16, 20], gap: 16 } as const;
    return row({ id: clockId('stopwatch'), ...card, margin: [0, 0, 14, 0] }, [
      column({ paintOnly: true, weight: 1, gap: 10 }, [
        text(formatElapsed(elapsedMs), font(34, 500, theme.text, 40), {
          id: clockId('stopwatch_time_text'),
        }),
        row({ paintOnly: true, gap: 8 }, [
          button(theme, this.isRunning ? 'Pause' : 'Start', start),
          elapsedMs > 0 && button(theme, 'Reset', reset),
        ]),
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

/** `1:02.34`, with hours only when there are any. */
function formatElapsed(elapsedMs: number): string {
  const hundredths = Math.floor(elapsedMs / 10);
  const twoDigits = (value: number): string => `${Math.floor(value)}`.padStart(2, '0');
  const hours = Math.floor(hundredths / 360_000);
  const minutes = Math.floor(hundredths / 6000) % 60;
  const rest = `${twoDigits((hundredths / 100) % 60)}.${twoDigits(hundredths % 100)}`;
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** The Clock app. */
export const clockApp: App = {
  packageName: clockPackage,
  label: 'Clock',
  system: true,
  versionName: '7.3',
  icon: { path: mdiClockOutline, color: '#ffffff', topColor: '#6f7cf0', bottomColor: '#3340a8' },
  launcherClass: clockClass,
  activities: { [clockClass]: () => new ClockScreen() },
};
