import { mdiRefresh, mdiWeatherPartlyCloudy, mdiWeatherPouring, mdiWeatherSunny } from '@mdi/js';
import type { Ui } from '../ui/theme.ts';
import { column, type Gradient, icon, row, text, type TextStyle, type View } from '../ui/view.ts';
import { decor, iconButton } from '../ui/widgets.ts';
import { type Activity, type App, type Host, oneScreenApp } from './app.ts';
import { weatherFailure } from './java-trace.ts';

const packageName = 'com.handset.weather';
const id = (name: string) => `${packageName}:id/${name}`;
const white = '#ffffff';
const style = (size: number, weight: TextStyle['weight'] = 500): TextStyle => ({
  size,
  weight,
  color: white,
});

const forecast = [
  ['Today', mdiWeatherPartlyCloudy, '14\u00b0', '8\u00b0'],
  ['Saturday', mdiWeatherSunny, '16\u00b0', '7\u00b0'],
  ['Sunday', mdiWeatherPouring, '11\u00b0', '6\u00b0'],
  ['Monday', mdiWeatherPartlyCloudy, '13\u00b0', '7\u00b0'],
  ['Tuesday', mdiWeatherSunny, '15\u00b0', '8\u00b0'],
] as const;

const sky: Gradient = {
  kind: 'linear',
  from: [0, 0],
  to: [0.3, 1],
  stops: [
    [0, '#3a6fd8'],
    [0.6, '#6ea3ee'],
    [1, '#b9d6fb'],
  ],
};

function weather(ui: Ui, host: Host): View {
  const { top, right, bottom, left } = ui.insets;
  return decor(
    column(
      {
        id: id('root'),
        className: 'android.widget.ScrollView',
        width: 'fill',
        height: 'fill',
        padding: [top, right + 20, bottom, left + 20],
        fill: sky,
        scroll: 'weather',
      },
      [refresh(host), today(ui), days()],
    ),
  );
}

/** The place has no forecast to load; the app was never tried with that. */
function refresh(host: Host): View {
  return row({ bare: true, width: 'fill' }, [
    column({ bare: true, weight: 1 }, []),
    iconButton(mdiRefresh, 'Refresh', {
      id: id('refresh'),
      color: white,
      onTap: () => host.crash(weatherFailure),
    }),
  ]);
}

function today(ui: Ui): View {
  const padding = ui.landscape ? ([0, 0, 8, 0] as const) : ([8, 0, 40, 0] as const);
  return column({ bare: true, align: 'center', padding, gap: 6 }, [
    text('Lakeside', style(24), { id: id('city') }),
    icon(mdiWeatherPartlyCloudy, { size: 96, color: white }, { description: 'Partly cloudy' }),
    text('14\u00b0', { ...style(88), lineHeight: 96 }, { id: id('temperature') }),
    text('Partly cloudy', style(18), { id: id('condition') }),
  ]);
}

function days(): View {
  const number = { width: 40, textAlign: 'end' } as const;
  return column(
    {
      className: 'android.widget.ListView',
      id: id('forecast'),
      fill: 'rgba(255, 255, 255, 0.2)',
      radius: 28,
      padding: [10, 20],
    },
    forecast.map(([day, path, high, low]) =>
      row({ height: 52, gap: 14 }, [
        text(day, style(16), { id: id('day'), weight: 1 }),
        icon(path, { size: 24, color: white }),
        text(high, style(16, 600), { ...number, id: id('high') }),
        text(low, style(16, 400), { ...number, id: id('low'), alpha: 0.75 }),
      ]),
    ),
  );
}

/** A forecast that never changes, and a button that ends the app. */
export const weatherApp: App = oneScreenApp({
  packageName,
  className: `${packageName}.MainActivity`,
  label: 'Weather',
  versionName: '3.2',
  icon: { path: mdiWeatherPartlyCloudy, color: white, from: '#6db9ff', to: '#2f6fd6' },
  create: (host): Activity => ({ render: (ui) => weather(ui, host), bars: 'on-dark' }),
});
