import { mdiRefresh, mdiWeatherPartlyCloudy, mdiWeatherPouring, mdiWeatherSunny } from '@mdi/js';
import { font, type UiContext } from '../ui/theme.ts';
import { column, icon, linearGradient, row, spacer, text, type View } from '../ui/view.ts';
import { decorView, iconButton, resourceIdsOf } from '../ui/widgets.ts';
import { dayAfter, weekday, type Activity, type ActivityHost, type App } from './app.ts';
import { weatherCrashTrace } from '../../java-trace.ts';

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

/** It asks for its permission, and ends without it. */
function weatherActivity(host: ActivityHost): Activity {
  let hasAsked = false;
  return {
    systemBarsAppearance: 'on-dark',
    render: (ui) => weatherScreen(ui, host),
    onResume() {
      if (host.hasPermission('ACCESS_FINE_LOCATION')) return;
      if (hasAsked) host.finish();
      else {
        hasAsked = true;
        host.requestPermission('ACCESS_FINE_LOCATION');
      }
    },
  };
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
    [weatherClass]: weatherActivity,
  },
};
