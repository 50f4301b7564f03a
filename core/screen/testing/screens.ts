import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHierarchy } from '../parse.ts';
import { type Element, type Screen, walk } from '../screen.ts';
import { refOfNumber } from '../snapshots.ts';
import { readCapturedDump, readFieldDump } from '../../testing/captures.ts';

/** The screen of a dump, 1080 by 2400 unless overridden. */
export function screenOfDump(dump: Uint8Array, overrides: Partial<Screen> = {}): Screen {
  return {
    ...parseHierarchy(dump),
    focus: { packageName: 'com.example.app', activity: '.MainActivity' },
    size: { width: 1080, height: 2400 },
    density: 420,
    ...overrides,
  };
}

/** The same for `<node>` tags as uiautomator prints them. */
export function screenOf(nodes: string, overrides: Partial<Screen> = {}): Screen {
  const dump = new TextEncoder().encode(`<hierarchy rotation="0">${nodes}</hierarchy>`);
  return screenOfDump(dump, overrides);
}

/** The elements of such tags. */
export function rootsOf(nodes: string): readonly Element[] {
  return screenOf(nodes).roots;
}

/** A source of refs that begins at `e1`. */
export function countingRefs(): () => string {
  let number = 0;
  return () => refOfNumber(number++);
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
  const bytes = readFileSync(join(import.meta.dirname, `fixtures/${name}.xml`));
  const [packageName, activity] = demoActivities[name];
  return screenOfDump(bytes, { focus: { packageName, activity } });
}

/** Screen sizes of dumps that do not reach the edges of their screen. */
const sizes: Readonly<Record<string, readonly [number, number]>> = {
  '038-nku-app-kbd-state.xml': [1080, 2340],
  '089-release.xml': [720, 1280],
  '101-homee-hierarchy.xml': [1080, 2400],
  '122-pluct.xml': [720, 1280],
  'ui-02-popup-menu-listview-tablet.xml': [1600, 2560],
  'ui-11-flutter-sheet-scrim-last.xml': [1080, 2400],
  'ui-13-card-with-many-texts.xml': [1080, 2400],
};

/** A captured dump as a screen; the activity is unknown, the size defaults to the bounds of the dump. */
export function capturedScreen(name: string): Screen {
  return screenOfCapture(name, readCapturedDump(name));
}

/** The same of a dump among `fieldDumps`. */
export function fieldScreen(name: string): Screen {
  return screenOfCapture(name, readFieldDump(name));
}

function screenOfCapture(name: string, dump: Uint8Array): Screen {
  const screen = screenOfDump(dump);
  const all = [...walk(screen.roots)].map(({ bounds }) => bounds);
  const [width, height] = sizes[name] ?? [
    Math.max(...all.map(({ right }) => right)),
    Math.max(...all.map(({ bottom }) => bottom)),
  ];
  const packageName = screen.roots.at(-1)?.packageName ?? null;
  return { ...screen, focus: { packageName, activity: null }, size: { width, height } };
}
