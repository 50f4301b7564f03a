import { mdiRefresh, mdiWeatherPartlyCloudy, mdiWeatherPouring, mdiWeatherSunny } from '@mdi/js';
import { font, type UiContext } from '../ui/theme.ts';
import { column, icon, linearGradient, row, spacer, text, type View } from '../ui/view.ts';
import { decorView, iconButton, resourceIdsOf } from '../ui/widgets.ts';
import { dateText, type Activity, type ActivityHost, type App } from './app.ts';
import { weatherCrashTrace } from '../../java-trace.ts';

const weatherPackage = 'com.handset.weather';
const weatherClass = `${weatherPackage}.MainActivity`;
const id = resourceIdsOf(weatherPackage);
const color = '#ffffff';

/** The weather of today and the next days: symbol, highest and lowest temperature. */
const forecast = [
  [mdiWeatherPartlyCloudy, '14\u00b0', '8\u00b0'],
  [mdiWeatherSunny, '16\u00b0', '7\u00b0'],
  [mdiWeatherPouring, '11\u00b0', '6\u00b0'],
  [mdiWeatherPartlyCloudy, '13\u00b0', '7\u00b0'],
  [mdiWeatherSunny, '15\u00b0', '8\u00b0'],
] as const;

const sky = linearGradient([0, 0], [0.3, 1], [0, '#3a6fd8'], [0.6, '#6ea3ee'], [1, '#b9d6fb']);

function weatherScreen(ui: UiContext, host: ActivityHost): View {
  const { top, right, bottom, left } = ui.insets;
  // Refresh crashes on purpose: it demonstrates crash reports.
  const crash = { id: id('refresh'), color, onTap: () => host.crash(weatherCrashTrace) };
  const page = {
    id: id('root'),
    className: 'android.widget.ScrollView',
    height: 'fill',
    padding: [top, right + 20, bottom, left + 20],
    fill: sky,
    scroll: 'weather',
  } as const;
  return decorView(
    column(page, [
      row({ paintOnly: true }, [spacer(), iconButton(mdiRefresh, 'Refresh', crash)]),
      column(
        { paintOnly: true, align: 'center', padding: [8, 0, ui.landscape ? 8 : 40, 0], gap: 6 },
        [
          text('Lakeside', font(24, 500, color), { id: id('city') }),
          icon(mdiWeatherPartlyCloudy, { size: 96, color }, { description: 'Partly cloudy' }),
          text('14\u00b0', font(88, 500, color, 96), { id: id('temperature') }),
          text('Partly cloudy', font(18, 500, color), { id: id('condition') }),
        ],
      ),
      forecastList(ui),
    ]),
  );
}

function forecastList({ now }: UiContext): View {
  const dayName = (offset: number): string => {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset);
    return offset === 0 ? 'Today' : dateText(day, { weekday: 'long' });
  };
  const number = { width: 40, textAlign: 'end' } as const;
  const list = {
    className: 'android.widget.ListView',
    id: id('forecast'),
    fill: 'rgba(255, 255, 255, 0.2)',
    radius: 28,
    padding: [10, 20],
  } as const;
  return column(
    list,
    forecast.map(([path, high, low], offset) =>
      row({ height: 52, gap: 14 }, [
        text(dayName(offset), font(16, 500, color), { id: id('day'), weight: 1 }),
        icon(path, { size: 24, color }),
        text(high, font(16, 600, color), { ...number, id: id('high') }),
        text(low, font(16, 400, color), { ...number, id: id('low'), alpha: 0.75 }),
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
  icon: { path: mdiWeatherPartlyCloudy, color, topColor: '#6db9ff', bottomColor: '#2f6fd6' },
  launcherClass: weatherClass,
  activities: { [weatherClass]: weatherActivity },
};
