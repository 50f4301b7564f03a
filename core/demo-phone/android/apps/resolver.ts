import { mdiAndroid } from '@mdi/js';
import { bodyStyle, titleStyle, type UiContext } from '../ui/theme.ts';
import { column, spacer, text, type View } from '../ui/view.ts';
import { screenPage } from '../ui/widgets.ts';
import type { ActivityHost, App } from './app.ts';

/** An app of the list, and what is started for it. */
interface Choice {
  readonly label: string;
  readonly component: string;
  readonly argument?: string;
}

const resolverClass = 'com.android.internal.app.ResolverActivity';

function resolverScreen(ui: UiContext, host: ActivityHost, choices: readonly Choice[]): View {
  const { theme } = ui;
  const rows = choices.map(({ label, component, argument }) =>
    text(label, bodyStyle(theme.text), {
      id: 'android:id/text1',
      width: 'fill',
      padding: [16, 24],
      onTap: () => {
        host.finish();
        host.start(component, argument);
      },
    }),
  );
  return screenPage(ui, { id: 'android:id/contentPanel', fill: 'rgba(0, 0, 0, 0.4)' }, [
    spacer(),
    column({ id: 'android:id/resolver_list', fill: theme.dialog, radius: 28, padding: [20, 0] }, [
      text('Open with', titleStyle(theme.text), {
        id: 'android:id/title',
        width: 'fill',
        padding: [8, 24],
      }),
      ...rows,
    ]),
  ]);
}

/** The system's list of the apps that take an intent. Its argument is the list, as JSON. */
export const resolverApp: App = {
  packageName: 'android',
  label: 'Android System',
  system: true,
  versionName: '14',
  icon: { path: mdiAndroid, color: '#ffffff', topColor: '#63c796', bottomColor: '#1f7a50' },
  launcherClass: undefined,
  createActivity: (className, host, argument) => {
    if (className !== resolverClass || argument === undefined) return undefined;
    // Only the demo phone's am starts it.
    const choices = JSON.parse(argument) as readonly Choice[];
    return { render: (ui) => resolverScreen(ui, host, choices) };
  },
};
