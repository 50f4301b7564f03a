import type { AndroidVersion } from '../../options.ts';
import type { DumpNode, WindowInfo, World } from '../../world.ts';
import { declaration, hierarchyXml } from './hierarchy-xml.ts';
import { attribute, stripInvalid } from './xml-serializer.ts';

/** android.view.accessibility.AccessibilityWindowInfo.TYPE_*. */
const types = {
  activity: 1,
  dialog: 1,
  ime: 2,
  shade: 3,
  'status-bar': 3,
  'navigation-bar': 3,
} as const satisfies Record<WindowInfo['kind'], number>;

/**
 * `dump --windows` of Android 13 and later: all windows, the top one first.
 * Guess: only the active window has its tree here; the world knows no other.
 */
export function windowsXml(world: World, root: DumpNode, android: AndroidVersion): string {
  const focused = world.focusedWindow();
  const windows = [...world.windows()].reverse();
  const inside = windows.map((window, index) => {
    const isFocused = window === focused || window.title === focused.title;
    const tree = isFocused ? hierarchyXml(root, world.rotation, android) : '';
    const attributes = windowAttributes(window, { index, isFocused, count: windows.length });
    return tree === '' ? `<window${attributes} />` : `<window${attributes}>${tree}</window>`;
  });
  return `${declaration}<displays><display id="0">${inside.join('')}</display></displays>`;
}

function windowAttributes(
  { title, bounds, kind }: WindowInfo,
  at: { readonly index: number; readonly isFocused: boolean; readonly count: number },
): string {
  const values: [string, string][] = [
    ['index', String(at.index)],
    ['title', stripInvalid(title)],
    ['bounds', `[${bounds.left},${bounds.top}][${bounds.right},${bounds.bottom}]`],
    ['active', String(at.isFocused)],
    ['focused', String(at.isFocused)],
    ['accessibility-focused', 'false'],
    ['id', String(at.count - at.index)],
    ['layer', String(at.count - at.index - 1)],
    ['type', String(types[kind])],
  ];
  return values.map(([name, value]) => attribute(name, value)).join('');
}
