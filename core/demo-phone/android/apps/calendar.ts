import { mdiCalendarMonth } from '@mdi/js';
import { font, rowTitleStyle, smallStyle, type UiContext } from '../ui/theme.ts';
import { column, row, stack, text, type View } from '../ui/view.ts';
import { groupCorners, resourceIdsOf, listPage } from '../ui/widgets.ts';
import { oneScreenApp, type App } from './app.ts';
import { monthName } from './device-state.ts';

const calendarPackage = 'com.android.calendar';
const id = resourceIdsOf(calendarPackage);

const events = [
  { time: '10:00', title: 'Team stand-up', color: '#4c6fb8' },
  { time: '12:30', title: 'Lunch with Elif', color: '#b07a28' },
  { time: '18:05', title: 'Pick up Maya, north exit', color: '#2f7d5b' },
];

/** The days of the month in weeks that start on Sunday. */
function monthGrid(ui: UiContext): View {
  const [year, month] = [ui.now.getFullYear(), ui.now.getMonth()];
  const first = new Date(year, month, 1).getDay();
  const days = new Date(year, month + 1, 0).getDate();
  const weeks = Array.from({ length: Math.ceil((first + days) / 7) }, (_, week) =>
    row(
      { paintOnly: true },
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

function dayCell({ theme, now }: UiContext, day: number | undefined): View {
  const isToday = day === now.getDate();
  const style = font(15, isToday ? 700 : 500, isToday ? theme.onPrimary : theme.text);
  return stack({ paintOnly: true, weight: 1, height: 40 }, [
    day !== undefined &&
      text(String(day), style, {
        id: id('day'),
        place: ['center', 'center'],
        textAlign: 'center',
        width: 36,
        padding: [8, 0],
        radius: 18,
        fill: isToday ? theme.primary : undefined,
      }),
  ]);
}

function eventRow(
  { theme }: UiContext,
  { time, title, color }: (typeof events)[number],
  index: number,
) {
  return row(
    {
      className: 'android.widget.RelativeLayout',
      id: id('event'),
      fill: theme.card,
      radius: groupCorners(index === 0, index === events.length - 1),
      padding: [16, 18],
      gap: 16,
    },
    [
      stack({ paintOnly: true, width: 5, height: 40, radius: 3, fill: color }, []),
      column({ paintOnly: true, weight: 1, gap: 2 }, [
        text(title, rowTitleStyle(theme.text), { id: id('title') }),
        text(time, smallStyle(theme.textSoft), { id: id('when') }),
      ]),
    ],
  );
}

/** The Calendar app: this month and today's events. */
export const calendarApp: App = oneScreenApp({
  packageName: calendarPackage,
  className: `${calendarPackage}.AllInOneActivity`,
  label: 'Calendar',
  versionName: '10',
  icon: { path: mdiCalendarMonth, color: '#ffffff', topColor: '#ff8f7a', bottomColor: '#d8434e' },
  createActivity: () => ({
    render: (ui) => {
      const title = `${monthName(ui.now)} ${ui.now.getFullYear()}`;
      const rows = events.map((event, index) => eventRow(ui, event, index));
      return listPage(ui, { title, packageName: calendarPackage }, [monthGrid(ui), ...rows]);
    },
  }),
});
