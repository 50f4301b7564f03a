import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseHierarchy } from '../../parse.ts';
import { type Element, type Screen, walk } from '../../screen.ts';

/** The screen parsed from `<node>` tags as uiautomator prints them. */
export function screenOf(nodes: string, overrides: Partial<Screen> = {}): Screen {
  return {
    ...parseHierarchy(new TextEncoder().encode(`<hierarchy rotation="0">${nodes}</hierarchy>`)),
    focus: { packageName: 'com.example.app', activity: '.MainActivity' },
    size: { width: 1080, height: 2400 },
    density: 420,
    ...overrides,
  };
}

/** A visible element without text or actions, with these properties overridden. */
export function elementOf(overrides: Partial<Element> = {}): Element {
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
    stateDescription: '',
    error: '',
    heading: false,
    position: '',
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
    expanded: null,
    children: [],
    ...overrides,
  };
}

/** Captured screens of the demo phone (Android 14) with package and activity. */
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

/** Captured dumps of real phones; empty if they are not available. */
export const corpusFiles = existsSync(corpus)
  ? readdirSync(corpus).filter((name) => name.endsWith('.xml'))
  : [];

/** Screen sizes of dumps that do not reach the edges of their screen. */
const sizes: Readonly<Record<string, readonly [number, number]>> = {
  '038-nku-app-kbd-state.xml': [1080, 2340],
  '089-release.xml': [720, 1280],
  '101-homee-hierarchy.xml': [1080, 2400],
  '122-pluct.xml': [720, 1280],
};

/** A captured dump as a screen; the activity is unknown, the size defaults to the bounds of the dump. */
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
