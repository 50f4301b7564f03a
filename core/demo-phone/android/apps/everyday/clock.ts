import { mdiClockOutline } from '@mdi/js';
import type { Activity, App, Host, Ui } from '../../app.ts';
import { FieldState } from '../../ui/field-state.ts';
import { clockTime, shortDate } from '../../clock-text.ts';
import { switchView } from '../../ui/widgets/controls.ts';
import { box, column, row, text, type View } from '../../ui/view.ts';
import { small } from '../../ui/type-scale.ts';
import { addButton, listPage } from './list-page.ts';
import { oneScreenApp } from './one-screen-app.ts';
import { Stopwatch } from './stopwatch.ts';

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
