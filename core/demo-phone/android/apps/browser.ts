import { mdiWeb } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import { font, smallStyle, type UiContext } from '../ui/theme.ts';
import { column, row, text, type View } from '../ui/view.ts';
import { outlinedField, resourceIdsOf, screenPage } from '../ui/widgets.ts';
import type { App } from './app.ts';

const browserPackage = 'org.chromium.webview_shell';
const browserClass = `${browserPackage}.WebViewBrowserActivity`;
const id = resourceIdsOf(browserPackage);

/** The address, and WebView's error page: the demo phone reaches no network. */
function browserScreen(ui: UiContext, address: FieldState): View {
  const { theme } = ui;
  const line = { width: 'fill' } as const;
  return screenPage(ui, { id: id('container') }, [
    row({ paintOnly: true, padding: [8, 12] }, [
      outlinedField(ui, address, { id: id('url_field'), weight: 1, width: undefined }),
    ]),
    column(
      {
        className: 'android.webkit.WebView',
        description: 'Webpage not available',
        weight: 1,
        padding: [32, 24],
        gap: 16,
        scroll: 'page',
      },
      [
        text('Webpage not available', font(24, 600, theme.text), line),
        text(
          `The webpage at ${address.text} could not be loaded because:`,
          font(16, 400, theme.text, 24),
          line,
        ),
        text('net::ERR_INTERNET_DISCONNECTED', smallStyle(theme.textSoft), line),
      ],
    ),
  ]);
}

/**
 * AOSP's browser for tests of WebView, which opens web addresses. It has no icon here: the home screen
 * is full, and there is nothing to browse.
 */
export const browserApp: App = {
  packageName: browserPackage,
  label: 'WebView Browser Tester',
  system: true,
  versionName: '113.0.5672.136',
  icon: { path: mdiWeb, color: '#ffffff', topColor: '#7fb2ff', bottomColor: '#3d6fe0' },
  launcherClass: undefined,
  createActivity: (className, _host, link) => {
    if (className !== browserClass) return undefined;
    const address = new FieldState({ hint: 'Address', text: link ?? 'about:blank' });
    return { render: (ui) => browserScreen(ui, address) };
  },
};
