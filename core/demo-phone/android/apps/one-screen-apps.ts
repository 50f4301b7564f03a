import {
  mdiBackspaceOutline,
  mdiCamera,
  mdiFileDocumentOutline,
  mdiFolder,
  mdiImageOutline,
  mdiMusicNote,
  mdiPhone,
  mdiRefresh,
  mdiWeatherPartlyCloudy,
  mdiWeatherPouring,
  mdiWeatherSunny,
} from '@mdi/js';
import { font, type UiContext } from '../ui/theme.ts';
import {
  box,
  centred,
  column,
  icon,
  linearGradient,
  row,
  space,
  spacer,
  stack,
  text,
  type View,
} from '../ui/view.ts';
import {
  decorView,
  disc,
  iconButton,
  listPage,
  listRows,
  resourceIdsOf,
  screenPage,
} from '../ui/widgets.ts';
import {
  oneScreenApp,
  showNothingMore,
  dayAfter,
  weekday,
  type Activity,
  type ActivityHost,
  type App,
} from './app.ts';
import { wallpaper } from './wallpaper.ts';
import { weatherCrashTrace } from '../../java-trace.ts';

const cameraPackage = 'com.android.camera2';
const cameraId = resourceIdsOf(cameraPackage);
const controlColor = '#ffffff';

/** A viewfinder that always shows the wallpaper's hills. */
function cameraScreen(ui: UiContext, host: ActivityHost): View {
  const { top, right, bottom, left } = ui.insets;
  const frame = {
    width: 'fill',
    height: 'fill',
    fill: '#0b0c12',
    padding: [top, right, bottom + 12, left],
    gap: 20,
    align: 'center',
  } as const;
  const preview = box({
    className: 'android.view.TextureView',
    id: cameraId('preview_content'),
    description: 'Viewfinder',
    weight: 1,
    width: ui.landscape ? undefined : 'fill',
    height: ui.landscape ? 'fill' : undefined,
    draw: (rect, dp) => [{ op: 'clip', rect, radii: dp(28), ops: wallpaper(rect, false) }],
  });
  const chip = { padding: [8, 20], radius: 18, fill: 'rgba(255, 255, 255, 0.16)' } as const;
  const mode = text('Photo', font(15, 600, controlColor), { id: cameraId('mode'), ...chip });
  const shutter = disc(
    76,
    {
      className: 'android.widget.ImageView',
      id: cameraId('shutter_button'),
      description: 'Shutter',
      border: { color: controlColor, width: 4 },
      onTap: () => host.toast('Picture taken'),
    },
    [disc(60, { ...centred, fill: controlColor }, [])],
  );
  const parts = [preview, mode, shutter, space(8)];
  return decorView(ui.landscape ? row(frame, parts) : column(frame, parts));
}

/** The Camera app; it saves no pictures. As AOSP's, it asks for its permission, and ends without it. */
export const cameraApp: App = oneScreenApp({
  packageName: cameraPackage,
  className: `${cameraPackage}.CameraLauncher`,
  label: 'Camera',
  versionName: '2.0.002',
  icon: { path: mdiCamera, color: controlColor, topColor: '#5b6273', bottomColor: '#262a36' },
  createActivity: (host) => {
    let hasAsked = false;
    return {
      systemBarsAppearance: 'on-dark',
      render: (ui) => cameraScreen(ui, host),
      onResume() {
        if (host.hasPermission('CAMERA')) return;
        if (hasAsked) host.finish();
        else {
          hasAsked = true;
          host.requestPermission('CAMERA');
        }
      },
    };
  },
});

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

/** The Files app: a list without actions. */
export const filesApp: App = oneScreenApp({
  packageName: filesPackage,
  className: `${filesPackage}.files.FilesActivity`,
  label: 'Files',
  versionName: '14',
  icon: { path: mdiFolder, color: '#ffffff', topColor: '#6fd0c6', bottomColor: '#1f8f8a' },
  createActivity: (host) => ({
    render: (ui) => {
      const rows = fileRows.map((file) => ({ ...file, onTap: showNothingMore(host) }));
      return listPage(
        ui,
        { title: 'Files', packageName: filesPackage },
        listRows(ui, filesPackage, rows),
      );
    },
  }),
});

const dialerPackage = 'com.android.dialer';
const dialerClass = `${dialerPackage}.DialtactsActivity`;
const dialerId = resourceIdsOf(dialerPackage);

/** Each key with its letters, in reading order. */
const dialKeys = '1|2ABC|3DEF|4GHI|5JKL|6MNO|7PQRS|8TUV|9WXYZ|*|0+|#'.split('|');
const symbolNames: Record<string, string> = { '*': 'star', '#': 'pound' };

/** A dial pad; a number can be typed, but not called. */
class DialPad implements Activity {
  readonly #host: ActivityHost;
  #number: string;

  constructor(host: ActivityHost, number: string) {
    this.#host = host;
    this.#number = number;
  }

  render(ui: UiContext): View {
    const columns = ui.landscape ? 6 : 3;
    const rows = Array.from({ length: dialKeys.length / columns }, (_, line) =>
      row(
        { paintOnly: true, weight: 1, gap: 10 },
        dialKeys.slice(line * columns, (line + 1) * columns).map((key) => this.#key(ui, key)),
      ),
    );
    const pad = { id: dialerId('dialpad'), className: 'android.widget.TableLayout', gap: 10 };
    const footer = {
      paintOnly: true,
      justify: 'center',
      padding: [ui.landscape ? 8 : 18, 0],
    } as const;
    return screenPage(ui, { id: dialerId('dialtacts_container') }, [
      this.#display(ui),
      column(
        { ...pad, weight: ui.landscape ? 1.6 : 1.9, padding: [0, ui.landscape ? 60 : 32] },
        rows,
      ),
      row(footer, [this.#call(ui)]),
    ]);
  }

  onCharacter(character: string): void {
    if (character === '\b') this.#number = this.#number.slice(0, -1);
    else if (/^[\d*#+]$/.test(character)) this.#number += character;
  }

  #display({ theme }: UiContext): View {
    const erase = {
      color: theme.textSoft,
      id: dialerId('deleteButton'),
      onTap: () => this.onCharacter('\b'),
    };
    return row({ paintOnly: true, weight: 1, padding: [0, 16] }, [
      space(48),
      text(this.#number, font(38, 400, theme.text), {
        className: 'android.widget.EditText',
        id: dialerId('digits'),
        weight: 1,
        textAlign: 'center',
        maxLines: 1,
      }),
      this.#number === '' ? space(48) : iconButton(mdiBackspaceOutline, 'backspace', erase),
    ]);
  }

  #key({ theme, landscape }: UiContext, [digit = '', ...others]: string): View {
    const letters = others.join('');
    return stack(
      {
        id: dialerId(symbolNames[digit] ?? `key_${digit}`),
        description: letters === '' ? digit : `${digit},${letters}`,
        weight: 1,
        height: 'fill',
        radius: 40,
        fill: theme.card,
        onTap: () => this.onCharacter(digit),
      },
      [
        column({ ...centred, width: 'wrap', align: 'center' }, [
          text(digit, font(28, 500, theme.text, 34), { id: dialerId('dialpad_key_number') }),
          !landscape &&
            letters !== '' &&
            text(letters, font(11, 600, theme.textSoft, 14), {
              id: dialerId('dialpad_key_letters'),
            }),
        ]),
      ],
    );
  }

  #call(ui: UiContext): View {
    const isEmpty = this.#number === '';
    return stack(
      {
        className: 'android.widget.ImageButton',
        id: dialerId('dialpad_floating_action_button'),
        description: 'dial',
        width: 132,
        height: ui.landscape ? 48 : 64,
        radius: 32,
        fill: '#23814f',
        onTap: () =>
          this.#host.toast(isEmpty ? 'Enter a number first' : 'The demo phone calls nobody'),
      },
      [icon(mdiPhone, { size: 28, color: '#ffffff' }, centred)],
    );
  }
}

/** The Phone app: a dial pad. */
export const phoneApp: App = {
  packageName: dialerPackage,
  label: 'Phone',
  system: true,
  versionName: '23.0',
  icon: { path: mdiPhone, color: '#ffffff', topColor: '#5fd38b', bottomColor: '#1c8a4c' },
  launcherClass: dialerClass,
  createActivity: (requestedClass, host, argument) =>
    requestedClass === dialerClass ? new DialPad(host, argument ?? '') : undefined,
};

const weatherPackage = 'com.handset.weather';
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
export const weatherApp: App = oneScreenApp({
  packageName: weatherPackage,
  className: `${weatherPackage}.MainActivity`,
  label: 'Weather',
  versionName: '3.2',
  icon: {
    path: mdiWeatherPartlyCloudy,
    color: skyTextColor,
    topColor: '#6db9ff',
    bottomColor: '#2f6fd6',
  },
  createActivity: (host) => ({
    render: (ui) => weatherScreen(ui, host),
    systemBarsAppearance: 'on-dark',
  }),
});
