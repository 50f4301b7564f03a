import { mdiClockOutline } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import { small, type Ui } from '../ui/theme.ts';
import { box, column, type PaintOp, row, text, type View } from '../ui/view.ts';
import { addButton, button, listPage, switchView } from '../ui/widgets.ts';
import { type Activity, type App, type Host, oneScreenApp } from './app.ts';
import { clockTime, shortDate } from './device-state.ts';

const packageName = 'com.android.deskclock';
const id = (name: string) => `${packageName}:id/${name}`;

interface Alarm {
  /** `06:45`. */
  readonly time: string;
  readonly days: string;
  on: boolean;
}

/** The time, a stopwatch, and alarms that can be switched and added. */
class ClockScreen implements Activity {
  readonly #host: Host;
  readonly #stopwatch = new Stopwatch(id);
  readonly #alarms: Alarm[] = [
    { time: '06:45', days: 'Mon, Tue, Wed, Thu, Fri', on: true },
    { time: '08:30', days: 'Sat, Sun', on: false },
    { time: '17:50', days: 'Not scheduled', on: false },
  ];

  constructor(host: Host) {
    this.#host = host;
  }

  get moving(): boolean {
    return this.#stopwatch.running;
  }

  render(ui: Ui): View {
    const onTap = () => this.#ask();
    const floating = addButton(ui, { id: id('fab'), description: 'Add alarm', onTap });
    return listPage(ui, { title: 'Clock', packageName, floating }, [
      this.#face(ui),
      this.#stopwatch.card(ui),
      ...this.#alarms.map((alarm, index) => this.#alarm(ui, alarm, index)),
    ]);
  }

  #ask(): void {
    // Guess: a plain field, where a real clock has a dial that can be turned into two fields.
    const field = new FieldState({ hint: 'Time, as in 07:30', text: '' });
    this.#host.showDialog({
      title: 'Select time',
      field,
      buttons: [{ label: 'Cancel' }, { label: 'OK', onTap: () => this.#add(field.text) }],
    });
  }

  #add(typed: string): void {
    const [, hours = '', minutes = ''] = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(typed) ?? [];
    if (hours === '') {
      this.#host.toast('That is no time of the day');
      return;
    }
    const time = `${hours.padStart(2, '0')}:${minutes}`;
    this.#alarms.push({ time, days: 'Not scheduled', on: true });
    this.#alarms.sort((a, b) => (a.time < b.time ? -1 : 1));
    this.#host.toast(`Alarm set for ${time}`);
  }

  #face(ui: Ui): View {
    const { theme, now } = ui;
    const turn = (part: number) => part * 2 * Math.PI - Math.PI / 2;
    return row({ fill: theme.primary, radius: 28, padding: 24, margin: [0, 0, 14, 0], gap: 20 }, [
      column({ bare: true, weight: 1, gap: 4 }, [
        text(
          clockTime(now),
          { size: 52, weight: 500, color: theme.onPrimary, lineHeight: 58 },
          { id: id('digital_clock') },
        ),
        text(shortDate(now), { size: 16, weight: 500, color: theme.onPrimary }, { id: id('date') }),
      ]),
      box({
        id: id('analog_clock'),
        width: 92,
        height: 92,
        art: (rect, dp) => {
          const x = (rect.left + rect.right) / 2;
          const y = (rect.top + rect.bottom) / 2;
          const hand = (angle: number, length: number, width: number) => ({
            op: 'line' as const,
            color: theme.onPrimary,
            width: dp(width),
            points: [
              [x, y] as const,
              [x + Math.cos(angle) * dp(length), y + Math.sin(angle) * dp(length)] as const,
            ],
          });
          return [
            { op: 'arc', rect, start: 0, end: 2 * Math.PI, color: theme.onPrimary, width: dp(3) },
            hand(turn(((now.getHours() % 12) + now.getMinutes() / 60) / 12), 22, 5),
            hand(turn(now.getMinutes() / 60), 33, 3.5),
          ];
        },
      }),
    ]);
  }

  #alarm(ui: Ui, alarm: Alarm, index: number): View {
    const { theme } = ui;
    const last = this.#alarms.length - 1;
    const upper = index === 0 ? 24 : 6;
    const lower = index === last ? 24 : 6;
    return row(
      {
        className: 'android.widget.LinearLayout',
        id: id('alarm_item'),
        fill: theme.card,
        radius: [upper, upper, lower, lower],
        padding: [16, 20],
        onTap: () => {
          alarm.on = !alarm.on;
        },
      },
      [
        column({ bare: true, weight: 1 }, [
          text(
            alarm.time,
            { size: 34, weight: 500, color: alarm.on ? theme.text : theme.outline, lineHeight: 40 },
            { id: id('digital_clock') },
          ),
          text(alarm.days, small(theme.textSoft), { id: id('days_of_week') }),
        ]),
        switchView(theme, alarm.on, { id: id('onoff') }),
      ],
    );
  }
}

/** The time, a stopwatch and alarms. */
export const clockApp: App = oneScreenApp({
  packageName,
  className: `${packageName}.DeskClock`,
  label: 'Clock',
  versionName: '7.3',
  icon: { path: mdiClockOutline, color: '#ffffff', from: '#6f7cf0', to: '#3340a8' },
  create: (host) => new ClockScreen(host),
});

/** dp of the dial. */
const dialSize = 76;

/** A stopwatch that can be paused, and its card. */
export class Stopwatch {
  readonly #id: (name: string) => string;
  #startedAtMs: number | undefined;
  #countedMs = 0;

  /** `id` makes a full resource id. */
  constructor(id: (name: string) => string) {
    this.#id = id;
  }

  get running(): boolean {
    return this.#startedAtMs !== undefined;
  }

  card(ui: Ui): View {
    const { theme } = ui;
    const elapsedMs = this.#elapsedMs;
    return row(
      {
        id: this.#id('stopwatch'),
        fill: theme.card,
        radius: 24,
        padding: [16, 20],
        margin: [0, 0, 14, 0],
        gap: 16,
      },
      [
        column({ bare: true, weight: 1, gap: 10 }, [
          text(
            timeText(elapsedMs),
            { size: 34, weight: 500, color: theme.text, lineHeight: 40 },
            { id: this.#id('stopwatch_time_text') },
          ),
          row({ bare: true, gap: 8 }, [
            button(theme, this.running ? 'Pause' : 'Start', {
              id: this.#id('stopwatch_start'),
              onTap: () => this.#startOrPause(),
            }),
            elapsedMs > 0 &&
              button(theme, 'Reset', {
                id: this.#id('stopwatch_reset'),
                tone: 'tonal',
                onTap: () => this.#reset(),
              }),
          ]),
        ]),
        this.#dial(ui, elapsedMs),
      ],
    );
  }

  get #elapsedMs(): number {
    if (this.#startedAtMs === undefined) return this.#countedMs;
    return this.#countedMs + performance.now() - this.#startedAtMs;
  }

  #startOrPause(): void {
    this.#countedMs = this.#elapsedMs;
    this.#startedAtMs = this.running ? undefined : performance.now();
  }

  #reset(): void {
    this.#countedMs = 0;
    this.#startedAtMs = undefined;
  }

  /** A hand that goes round once a minute, and the part of the ring that it has passed. */
  #dial({ theme }: Ui, elapsedMs: number): View {
    const angle = ((elapsedMs % 60_000) / 60_000) * 2 * Math.PI - Math.PI / 2;
    return box({
      id: this.#id('stopwatch_circle'),
      width: dialSize,
      height: dialSize,
      art: (rect, dp): readonly PaintOp[] => {
        const x = (rect.left + rect.right) / 2;
        const y = (rect.top + rect.bottom) / 2;
        const end = [x + Math.cos(angle) * dp(24), y + Math.sin(angle) * dp(24)] as const;
        const ring = { op: 'arc', rect, width: dp(5) } as const;
        return [
          { ...ring, start: 0, end: 2 * Math.PI, color: theme.tint },
          { ...ring, start: -Math.PI / 2, end: angle, color: theme.primary },
          { op: 'line', color: theme.primary, width: dp(3), points: [[x, y], end] },
        ];
      },
    });
  }
}

/** `1:02.34`, with hours only when there are any. */
function timeText(elapsedMs: number): string {
  const hundredths = Math.floor(elapsedMs / 10);
  const two = (value: number): string => `${Math.floor(value)}`.padStart(2, '0');
  const [hours, minutes] = [Math.floor(hundredths / 360_000), Math.floor(hundredths / 6000) % 60];
  const rest = `${two((hundredths / 100) % 60)}.${two(hundredths % 100)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
