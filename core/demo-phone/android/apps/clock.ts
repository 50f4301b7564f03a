import { mdiAlarm, mdiClockOutline, mdiTimerOutline } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import { font, smallStyle, type UiContext } from '../ui/theme.ts';
import { box, column, row, text, type PaintOp, type View } from '../ui/view.ts';
import { addButton, listPage, navigationBar } from '../ui/list-page.ts';
import { button, groupCorners, resourceIdsOf, switchView } from '../ui/widgets.ts';
import { clockTime, shortDate, type Activity, type ActivityHost, type App } from './app.ts';

const clockPackage = 'com.android.deskclock';
const clockClass = `${clockPackage}.DeskClock`;
const clockId = resourceIdsOf(clockPackage);

/** The app's screens, in the order of the bar at the bottom. */
const tabs = [
  { name: 'Alarm', path: mdiAlarm },
  { name: 'Clock', path: mdiClockOutline },
  { name: 'Stopwatch', path: mdiTimerOutline },
] as const;
type TabName = (typeof tabs)[number]['name'];

interface Alarm {
  /** `06:45`. */
  readonly time: string;
  readonly days: string;
  on: boolean;
}

/** Alarms that can be toggled and added, the time, and a stopwatch, each behind a tab. */
class ClockScreen implements Activity {
  readonly #host: ActivityHost;
  readonly #stopwatch = new Stopwatch();
  #shownTab: TabName = 'Alarm';
  readonly #alarms: Alarm[] = [
    { time: '06:45', days: 'Mon, Tue, Wed, Thu, Fri', on: true },
    { time: '08:30', days: 'Sat, Sun', on: false },
    { time: '17:50', days: 'Not scheduled', on: false },
  ];

  constructor(host: ActivityHost) {
    this.#host = host;
  }

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
      const onTap = () => this.#showAddAlarmDialog();
      const floating = addButton(ui, { id: clockId('fab'), description: 'Add alarm', onTap });
      const last = this.#alarms.length - 1;
      const rows = this.#alarms.map((alarm, index) =>
        alarmRow(ui, alarm, groupCorners(index === 0, index === last, 24, 6)),
      );
      return listPage(ui, { title, packageName: clockPackage, floating, navigation }, rows);
    }
    const card = title === 'Clock' ? clockCard(ui) : this.#stopwatch.card(ui);
    return listPage(ui, { title, packageName: clockPackage, navigation }, [card]);
  }

  #showAddAlarmDialog(): void {
    // Simplified: a text field; Android's clock shows a dial, or two fields.
    const field = new FieldState({ hint: 'Time, as in 07:30', text: '' });
    this.#host.showDialog({
      title: 'Select time',
      field,
      buttons: [{ label: 'Cancel' }, { label: 'OK', onTap: () => this.#addAlarm(field.text) }],
    });
  }

  #addAlarm(input: string): void {
    const [, hours = '', minutes = ''] = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(input) ?? [];
    if (hours === '') {
      this.#host.toast('Enter a time from 00:00 to 23:59');
      return;
    }
    const time = `${hours.padStart(2, '0')}:${minutes}`;
    this.#alarms.push({ time, days: 'Not scheduled', on: true });
    this.#alarms.sort((a, b) => (a.time < b.time ? -1 : 1));
    this.#host.toast(`Alarm set for ${time}`);
  }
}

function clockCard({ theme, now }: UiContext): View {
  const color = theme.onPrimary;
  return row({ fill: theme.primary, radius: 28, padding: 24, margin: [0, 0, 14, 0], gap: 20 }, [
    column({ paintOnly: true, weight: 1, gap: 4 }, [
      text(clockTime(now), font(52, 500, color, 58), { id: clockId('digital_clock') }),
      text(shortDate(now), font(16, 500, color), { id: clockId('date') }),
    ]),
    dial('analog_clock', 92, (ring, hand) => [
      ring({ end: 1, color, width: 3 }),
      hand(((now.getHours() % 12) + now.getMinutes() / 60) / 12, { length: 22, color, width: 5 }),
      hand(now.getMinutes() / 60, { length: 33, color, width: 3.5 }),
    ]),
  ]);
}

interface Stroke {
  readonly color: string;
  /** dp. */
  readonly width: number;
}
/** An arc on a dial's rim from the top clockwise; `end` is a fraction of a turn. */
type Ring = (stroke: Stroke & { readonly end: number }) => PaintOp;
/** A hand of `length` dp; `turn` is its angle as a fraction of a turn. */
type Hand = (turn: number, stroke: Stroke & { readonly length: number }) => PaintOp;

/** A round view painted with rings and hands; angles start at the top. */
function dial(name: string, size: number, paint: (ring: Ring, hand: Hand) => PaintOp[]): View {
  const top = -Math.PI / 2;
  return box({
    id: clockId(name),
    width: size,
    height: size,
    draw: (rect, dp) => {
      const x = (rect.left + rect.right) / 2;
      const y = (rect.top + rect.bottom) / 2;
      return paint(
        ({ end, color, width }) => {
          const [from, to] = end === 1 ? [0, 2 * Math.PI] : [top, end * 2 * Math.PI + top];
          return { op: 'arc', rect, start: from, end: to, color, width: dp(width) };
        },
        (turn, { length, color, width }) => {
          const angle = turn * 2 * Math.PI + top;
          const tip = [x + Math.cos(angle) * dp(length), y + Math.sin(angle) * dp(length)] as const;
          return { op: 'line', color, width: dp(width), points: [[x, y], tip] };
        },
      );
    },
  });
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
      dial('stopwatch_circle', 76, (ring, hand) => {
        // One turn per minute.
        const turn = (elapsedMs % 60_000) / 60_000;
        return [
          ring({ end: 1, color: theme.tint, width: 5 }),
          ring({ end: turn, color: theme.primary, width: 5 }),
          hand(turn, { length: 24, color: theme.primary, width: 3 }),
        ];
      }),
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
  activities: { [clockClass]: (host) => new ClockScreen(host) },
};
