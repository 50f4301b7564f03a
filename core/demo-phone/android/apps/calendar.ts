import { mdiCalendarMonth, mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import {
  font,
  rowTitleStyle,
  smallStrongStyle,
  smallStyle,
  subtitleStyle,
  type UiContext,
} from '../ui/theme.ts';
import { column, row, stack, text, type View } from '../ui/view.ts';
import { listPage } from '../ui/list-page.ts';
import { groupCorners, iconButton, resourceIdsOf } from '../ui/widgets.ts';
import { monthName, type Activity, type App } from './app.ts';

const calendarPackage = 'com.android.calendar';
const calendarClass = `${calendarPackage}.AllInOneActivity`;
const id = resourceIdsOf(calendarPackage);

const events = [
  { time: '10:00', title: 'Team stand-up', color: '#4c6fb8' },
  { time: '12:30', title: 'Lunch with Elif', color: '#b07a28' },
  { time: '18:05', title: 'Pick up Maya, north exit', color: '#2f7d5b' },
];

/** The first day of the month that is this many months after the current one. */
function firstOfMonth({ now }: UiContext, monthsAhead: number): Date {
  return new Date(now.getFullYear(), now.getMonth() + monthsAhead, 1);
}

/** The days of a month in weeks that start on Sunday, below the names of the days. */
function monthGrid(ui: UiContext, firstDay: Date): View {
  const { now, theme } = ui;
  const year = firstDay.getFullYear();
  const month = firstDay.getMonth();
  const first = firstDay.getDay();
  const days = new Date(year, month + 1, 0).getDate();
  const today = now.getFullYear() === year && now.getMonth() === month ? now.getDate() : undefined;
  const names = row(
    { paintOnly: true, height: 32 },
    [...'SMTWTFS'].map((name) =>
      text(name, font(13, 600, theme.textSoft), {
        id: id('day_name'),
        weight: 1,
        textAlign: 'center',
      }),
    ),
  );
  const weeks = Array.from({ length: Math.ceil((first + days) / 7) }, (_, week) =>
    row(
      { paintOnly: true },
      Array.from({ length: 7 }, (_day, weekday) => {
        const day = week * 7 + weekday - first + 1;
        return dayCell(ui, day >= 1 && day <= days ? day : undefined, day === today);
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
    [names, ...weeks],
  );
}

function dayCell({ theme }: UiContext, day: number | undefined, isToday: boolean): View {
  const style = font(15, isToday ? 600 : 500, isToday ? theme.onPrimary : theme.text);
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

/** The name of a month between arrows to the months beside it. */
function monthBar({ theme }: UiContext, title: string, turn: (months: number) => void): View {
  const arrow = (path: string, description: string, months: number) =>
    iconButton(path, description, { color: theme.text, onTap: () => turn(months) });
  return row({ paintOnly: true, padding: [0, 0, 6, 8] }, [
    text(title, subtitleStyle(theme.text), { id: id('month_name'), weight: 1 }),
    arrow(mdiChevronLeft, 'Previous month', -1),
    arrow(mdiChevronRight, 'Next month', 1),
  ]);
}

function calendarScreen(): Activity {
  let monthsAhead = 0;
  const turn = (months: number) => {
    monthsAhead += months;
  };
  return {
    render: (ui) => {
      const firstDay = firstOfMonth(ui, monthsAhead);
      const month = `${monthName(firstDay)} ${firstDay.getFullYear()}`;
      const rows = events.map((event, index) => eventRow(ui, event, index));
      return listPage(ui, { title: 'Calendar', packageName: calendarPackage }, [
        monthBar(ui, month, turn),
        monthGrid(ui, firstDay),
        text('Today', smallStrongStyle(ui.theme.primary), { margin: [0, 0, 8, 8] }),
        ...rows,
      ]);
    },
  };
}

/** The Calendar app: a month and today's events. */
export const calendarApp: App = {
  packageName: calendarPackage,
  label: 'Calendar',
  system: true,
  versionName: '10',
  icon: { path: mdiCalendarMonth, color: '#ffffff', topColor: '#ff8f7a', bottomColor: '#d8434e' },
  launcherClass: calendarClass,
  activities: { [calendarClass]: calendarScreen },
};
