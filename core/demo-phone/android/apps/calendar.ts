import { mdiCalendarMonth } from '@mdi/js';
import { rowTitle, small, type Ui } from '../ui/theme.ts';
import { column, row, stack, text, type View } from '../ui/view.ts';
import { listPage } from '../ui/widgets.ts';
import { type Activity, type App, oneScreenApp } from './app.ts';
import { monthName } from './device-state.ts';

const packageName = 'com.android.calendar';
const id = (name: string) => `${packageName}:id/${name}`;

const events = [
  { time: '10:00', title: 'Team stand-up', color: '#4c6fb8' },
  { time: '12:30', title: 'Lunch with Elif', color: '#b07a28' },
  { time: '18:05', title: 'Pick up Maya, north exit', color: '#2f7d5b' },
];

function calendar(ui: Ui): View {
  const title = `${monthName(ui.now)} ${ui.now.getFullYear()}`;
  return listPage(ui, { title, packageName }, [
    monthGrid(ui),
    ...events.map((_, at) => event(ui, at)),
  ]);
}

/** The days of the month in weeks from Sunday on. */
function monthGrid(ui: Ui): View {
  const year = ui.now.getFullYear();
  const month = ui.now.getMonth();
  const first = new Date(year, month, 1).getDay();
  const days = new Date(year, month + 1, 0).getDate();
  const weeks = Array.from({ length: Math.ceil((first + days) / 7) }, (_, week) =>
    row(
      { bare: true },
      Array.from({ length: 7 }, (_day, weekday) => {
        const day = week * 7 + weekday - first + 1;
        return dayCell(ui, day >= 1 && day <= days ? day : undefined);
      }),
    ),
  );
  return column(
    {
      className: 'android.widget.GridView',
      id: id('month_view'),
      fill: ui.theme.card,
      radius: 24,
      padding: 12,
      margin: [0, 0, 14, 0],
    },
    weeks,
  );
}

function dayCell({ theme, now }: Ui, day: number | undefined): View {
  const today = day === now.getDate();
  const color = today ? theme.onPrimary : theme.text;
  return stack({ bare: true, weight: 1, height: 40 }, [
    day !== undefined &&
      text(
        String(day),
        { size: 15, weight: today ? 700 : 500, color },
        {
          id: id('day'),
          place: ['center', 'center'],
          textAlign: 'center',
          width: 36,
          padding: [8, 0],
          radius: 18,
          fill: today ? theme.primary : undefined,
        },
      ),
  ]);
}

function event({ theme }: Ui, index: number): View {
  const one = events[index];
  const upper = index === 0 ? 22 : 5;
  const lower = index === events.length - 1 ? 22 : 5;
  return row(
    {
      className: 'android.widget.RelativeLayout',
      id: id('event'),
      fill: theme.card,
      radius: [upper, upper, lower, lower],
      padding: [16, 18],
      gap: 16,
    },
    [
      stack({ bare: true, width: 5, height: 40, radius: 3, fill: one?.color }, []),
      column({ bare: true, weight: 1, gap: 2 }, [
        text(one?.title ?? '', rowTitle(theme.text), { id: id('title') }),
        text(one?.time ?? '', small(theme.textSoft), { id: id('when') }),
      ]),
    ],
  );
}

/** This month and today's appointments. */
export const calendarApp: App = oneScreenApp({
  packageName,
  className: `${packageName}.AllInOneActivity`,
  label: 'Calendar',
  versionName: '10',
  icon: { path: mdiCalendarMonth, color: '#ffffff', from: '#ff8f7a', to: '#d8434e' },
  create: (): Activity => ({ render: calendar }),
});
