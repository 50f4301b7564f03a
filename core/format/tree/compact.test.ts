import { describe, expect, it } from 'vitest';
import { isOnScreen } from '../../screen/derive.ts';
import { type Screen, walk } from '../../screen/screen.ts';
import {
  corpusFiles,
  corpusScreen,
  demoScreen,
  screenOf,
} from '../../screen/summary/testing/screens.ts';
import { parseTree } from './testing/parse-tree.ts';
import { formatTree } from './tree.ts';

const compact = (screen: Screen): string => formatTree(screen, { compact: true });

/** What the compact tree of a screen wrongly omits: paths of actionable elements, and texts. */
function omissionsOf(screen: Screen): string[] {
  const { lines } = parseTree(compact(screen));
  const paths = new Set(lines.map(({ path }) => path));
  const shownTexts = lines.flatMap(({ texts, descriptions }) => [...texts, ...descriptions]);
  return [...walk(screen.roots)].flatMap((element) => {
    const { clickable, longClickable, scrollable, editable, checkable } = element;
    const isActionable = clickable || longClickable || scrollable || editable || checkable;
    const ownTexts = [element.text, element.description].filter(
      (word) => /[^\s\p{C}\p{Z}]/u.test(word) && isOnScreen(element, screen.size),
    );
    const lost = ownTexts.filter(
      (word) => !shownTexts.some((text) => text.includes(word.slice(0, 99))),
    );
    return [...(isActionable && !paths.has(element.path) ? [element.path] : []), ...lost];
  });
}

describe('the compact tree', () => {
  it('puts title and summary on the clickable row', () => {
    const box = (top: number): string => `bounds="[0,${top}][1080,${top + 200}]" enabled="true"`;
    const screen = screenOf(
      `<node class="a.FrameLayout" bounds="[0,0][1080,2400]" enabled="true">
        <node class="a.TextView" text="Settings" ${box(0)}/>
        <node class="a.LinearLayout" clickable="true" ${box(200)}>
          <node class="a.RelativeLayout" ${box(200)}>
            <node class="a.TextView" text="Battery" resource-id="android:id/title" ${box(200)}/>
            <node class="a.TextView" text="62% - About 1 day" resource-id="android:id/summary" ${box(200)}/>
          </node>
          <node class="a.Switch" checkable="true" checked="true" resource-id="a:id/saver" text="ON" ${box(200)}/>
          <node class="a.ImageButton" clickable="true" content-desc="More" ${box(200)}/>
        </node>
      </node>`,
    );
    expect(compact(screen)).toBe(
      [
        '[Screen: com.example.app / MainActivity]',
        '  [0.0] TextView "Settings"',
        '  [0.1] LinearLayout "Battery" "62% - About 1 day" "ON" {clickable}',
        '    [0.1.1] Switch @saver {checkable, checked}',
        '    [0.1.2] ImageButton desc="More" {clickable}',
      ].join('\n'),
    );
  });

  it("is short for the demo phone's Settings, with every row and text", () => {
    const screen = demoScreen('settings');
    const text = compact(screen);
    expect([...walk(screen.roots)].length).toBeGreaterThanOrEqual(80);
    expect(text.length).toBeLessThan(1800);
    expect(text).toContain('LinearLayout "Battery" "82% · about 1 day, 6 hours left" {clickable}');
    expect(omissionsOf(screen)).toEqual([]);
  });

  it.each(['display', 'shade', 'icon-menu', 'sign-in', 'delete-note'] as const)(
    'loses nothing of %s',
    (name) => {
      expect(omissionsOf(demoScreen(name))).toEqual([]);
    },
  );

  it.skipIf(corpusFiles.length === 0).each(corpusFiles)('loses nothing of %s', (file) => {
    const screen = corpusScreen(file);
    const paths = new Set(Array.from(walk(screen.roots), ({ path }) => path));
    const { lines } = parseTree(compact(screen));
    expect(omissionsOf(screen)).toEqual([]);
    expect(lines.every(({ path }) => paths.has(path))).toBe(true);
    expect(new Set(lines.map(({ path }) => path)).size).toBe(lines.length);
  });

  it.skipIf(corpusFiles.length === 0)('is less than half of the plain one', () => {
    const sizes = corpusFiles.map(corpusScreen).map((screen) => {
      return compact(screen).length / formatTree(screen).length;
    });
    const median = sizes.toSorted((a, b) => a - b)[sizes.length >> 1] ?? 1;
    expect(median).toBeLessThan(0.5);
  });
});
