import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseHierarchy } from '../../parse.ts';
import { type Element, type Screen, walk } from '../../screen.ts';

/** A screen from the attributes of its nodes, as uiautomator writes them. */
export function screenOf(nodes: string, given: Partial<Screen> = {}): Screen {
  return {
    ...parseHierarchy(new TextEncoder().encode(`<hierarchy rotation="0">${nodes}</hierarchy>`)),
    focus: { packageName: 'com.example.app', activity: '.MainActivity' },
    size: { width: 1080, height: 2400 },
    density: 420,
    ...given,
  };
}

/** One element that is on the screen and does nothing, with what is given in its place. */
export function elementOf(given: Partial<Element> = {}): Element {
  return {
    id: 'node_1',
    path: '0',
    depth: 0,
    className: 'android.view.View',
    packageName: 'com.example.app',
    text: '',
    description: '',
    resourceId: '',
    hint: '',
    bounds: { left: 0, top: 0, right: 10, bottom: 10 },
    clickable: false,
    longClickable: false,
    focusable: false,
    focused: false,
    scrollable: false,
    checkable: false,
    checked: false,
    enabled: true,
    selected: false,
    password: false,
    editable: false,
    visibleToUser: true,
    children: [],
    ...given,
  };
}

/** Screens of the demo phone as Android 14, by `uiautomator dump`, with their activities. */
const demoActivities = {
  settings: ['com.android.settings', '.Settings'],
  display: ['com.android.settings', '.SubSettings'],
  'delete-note': ['com.handset.notes', '.EditActivity'],
  'sign-in': ['com.handset.notes', '.SignInActivity'],
  'icon-menu': ['com.android.launcher3', '.uioverrides.QuickstepLauncher'],
  shade: ['com.android.launcher3', '.uioverrides.QuickstepLauncher'],
  'allow-debugging': ['com.android.systemui', '.usb.UsbDebuggingActivity'],
} as const;
export type DemoScreen = keyof typeof demoActivities;

/** A captured screen of the demo phone. */
export function demoScreen(name: DemoScreen): Screen {
  const bytes = readFileSync(join(import.meta.dirname, `../fixtures/${name}.xml`));
  const [packageName, activity] = demoActivities[name];
  return {
    ...parseHierarchy(bytes),
    focus: { packageName, activity },
    size: { width: 1080, height: 2400 },
    density: 420,
  };
}

const corpus = join(import.meta.dirname, '../../../../../shared/corpus/ui');

/** Captured dumps of real phones; none where they are not there. */
export const corpusFiles = existsSync(corpus)
  ? readdirSync(corpus).filter((name) => name.endsWith('.xml'))
  : [];

/** Where the dump does not reach to the edges of the screen it was taken on. */
const sizes: Readonly<Record<string, readonly [number, number]>> = {
  '038-nku-app-kbd-state.xml': [1080, 2340],
  '089-release.xml': [720, 1280],
  '101-homee-hierarchy.xml': [1080, 2400],
  '122-pluct.xml': [720, 1280],
};

/** A captured dump as a screen; the activity is not known, the size is that of the dump if nothing else is. */
export function corpusScreen(name: string): Screen {
  const hierarchy = parseHierarchy(readFileSync(join(corpus, name)));
  const all = [...walk(hierarchy.roots)].map(({ bounds }) => bounds);
  const [width, height] = sizes[name] ?? [
    Math.max(...all.map(({ right }) => right)),
    Math.max(...all.map(({ bottom }) => bottom)),
  ];
  const packageName = hierarchy.roots.at(-1)?.packageName ?? null;
  return {
    ...hierarchy,
    focus: { packageName, activity: null },
    size: { width, height },
    density: 420,
  };
}
