import {
  mdiFileDocumentOutline,
  mdiFolder,
  mdiImageOutline,
  mdiMusicNote,
  mdiRefresh,
  mdiWeatherPartlyCloudy,
  mdiWeatherPouring,
  mdiWeatherSunny,
} from '@mdi/js';
import { listPage, listRows, ListSearch } from '../ui/list-page.ts';
import { font, type UiContext } from '../ui/theme.ts';
import { column, icon, linearGradient, row, spacer, text, type View } from '../ui/view.ts';
import { decorView, iconButton, resourceIdsOf } from '../ui/widgets.ts';
import { dayAfter, weekday, type Activity, type ActivityHost, type App } from './app.ts';
import { weatherCrashTrace } from '../../java-trace.ts';

const folderDisc = { path: mdiFolder, fill: '#d29a2e' };
const documentDisc = { path: mdiFileDocumentOutline, fill: '#c0504a' };
const fileRows = [
  { title: 'Documents', text: '14 items', disc: folderDisc },
  { title: 'Downloads', text: '6 items', disc: folderDisc },
  { title: 'Pictures', text: '12 items', disc: folderDisc },
  { title: 'Boarding pass.pdf', text: '182 kB', disc: documentDisc },
  { title: 'Lease 2026.pdf', text: '1.2 MB', disc: documentDisc },
  { title: 'Lake at dusk.png', text: '3.4 MB', disc: { path: mdiImageOutline, fill: '#7a4fb0' } },
  { title: 'Paper boat.ogg', text: '2.1 MB', disc: { path: mdiMusicNote, fill: '#3e7f97' } },
];
const filesPackage = 'com.android.documentsui';
const filesClass = `${filesPackage}.files.FilesActivity`;

function fileList(host: ActivityHost): Activity {
  const search = new ListSearch('Search this phone', (field) => host.focus(field));
  const onTap = () => host.toast('The demo phone has nothing more here', 'long');
  return {
    render: (ui) => {
      const found = fileRows.filter(({ title }) => search.matches(title));
      return listPage(
        ui,
        { title: 'Files', packageName: filesPackage, search },
        listRows(
          ui,
          filesPackage,
          found.map((file) => ({ ...file, onTap })),
        ),
      );
    },
    onBack: () => search.close(),
  };
}

/** The Files app: a list that can be searched by name. */
export const filesApp: App = {
  packageName: filesPackage,
  label: 'Files',
  system: true,
  versionName: '14',
  icon: { path: mdiFolder, color: '#ffffff', topColor: '#6fd0c6', bottomColor: '#1f8f8a' },
  launcherClass: filesClass,
  activities: { [filesClass]: fileList },
};

const weatherPackage = 'com.handset.weather';
const weatherClass = `${weatherPackage}.MainActivity`;
const id = resourceIdsOf(weatherPackage);
const skyTextColor = '#ffffff';

/** The weather of today and the next days: symbol, highest and lowest temperature. */
const forecast = [
  [mdiWeatherPartlyCloudy, '14\u00b0', '8\u00b0'],
  [mdiWeatherSunny, '16\u00b0', '7\u00b0'],
  [mdiWeatherPouring, '11\u00b0', '6\u00b0'],
  [mdiWeatherPartlyCloudy, '13\u00b0', '7\u00b0'],
  [mdiWeatherSunny, '15\u00b0', '8\u00b0'],
] as const;

const skyGradient = linearGradient(
  [0, 0],
  [0.3, 1],
  [0, '#3a6fd8'],
  [0.6, '#6ea3ee'],
  [1, '#b9d6fb'],
);

function weatherScreen(ui: UiContext, host: ActivityHost): View {
  const { top, right, bottom, left } = ui.insets;
  // Refresh crashes on purpose: it demonstrates crash reports.
  const onTap = () => host.crash(weatherCrashTrace);
  const refresh = iconButton(mdiRefresh, 'Refresh', {
    id: id('refresh'),
    color: skyTextColor,
    onTap,
  });
  return decorView(
    column(
      {
        id: id('root'),
        className: 'android.widget.ScrollView',
        height: 'fill',
        padding: [top, right + 20, bottom, left + 20],
        fill: skyGradient,
        scroll: 'weather',
      },
      [row({ paintOnly: true }, [spacer(), refresh]), currentWeather(ui), forecastList(ui)],
    ),
  );
}

function currentWeather(ui: UiContext): View {
  const padding = ui.landscape ? ([0, 0, 8, 0] as const) : ([8, 0, 40, 0] as const);
  return column({ paintOnly: true, align: 'center', padding, gap: 6 }, [
    text('Lakeside', font(24, 500, skyTextColor), { id: id('city') }),
    icon(
      mdiWeatherPartlyCloudy,
      { size: 96, color: skyTextColor },
      { description: 'Partly cloudy' },
    ),
    text('14\u00b0', font(88, 500, skyTextColor, 96), { id: id('temperature') }),
    text('Partly cloudy', font(18, 500, skyTextColor), { id: id('condition') }),
  ]);
}

function forecastList({ now }: UiContext): View {
  const dayName = (offset: number) => (offset === 0 ? 'Today' : weekday(dayAfter(now, offset)));
  const number = { width: 40, textAlign: 'end' } as const;
  return column(
    {
      className: 'android.widget.ListView',
      id: id('forecast'),
      fill: 'rgba(255, 255, 255, 0.2)',
      radius: 28,
      padding: [10, 20],
    },
    forecast.map(([path, high, low], offset) =>
      row({ height: 52, gap: 14 }, [
        text(dayName(offset), font(16, 500, skyTextColor), { id: id('day'), weight: 1 }),
        icon(path, { size: 24, color: skyTextColor }),
        text(high, font(16, 600, skyTextColor), { ...number, id: id('high') }),
        text(low, font(16, 400, skyTextColor), { ...number, id: id('low'), alpha: 0.75 }),
      ]),
    ),
  );
}

/** The Weather app: a fixed forecast, and a refresh button that crashes the app. */
export const weatherApp: App = {
  packageName: weatherPackage,
  label: 'Weather',
  system: true,
  versionName: '3.2',
  icon: {
    path: mdiWeatherPartlyCloudy,
    color: skyTextColor,
    topColor: '#6db9ff',
    bottomColor: '#2f6fd6',
  },
  launcherClass: weatherClass,
  activities: {
    [weatherClass]: (host) => ({
      render: (ui) => weatherScreen(ui, host),
      systemBarsAppearance: 'on-dark',
    }),
  },
};
