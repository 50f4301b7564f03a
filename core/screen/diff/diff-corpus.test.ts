import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatDiff } from '../../format/diff/diff.ts';
import { formatScreenState } from '../../format/screen-state.ts';
import { decodeXml } from '../xml.ts';
import { parseHierarchy } from '../parse.ts';
import { type Screen, walk } from '../screen.ts';
import { type ScreenDiff, diffScreens, isUnchanged } from './diff.ts';

const folder = join(import.meta.dirname, '../../../../shared/corpus/ui');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];

function screenOf(xml: string): Screen {
  const hierarchy = parseHierarchy(new TextEncoder().encode(xml));
  const elements = [...walk(hierarchy.roots)];
  return {
    ...hierarchy,
    focus: { packageName: elements.at(-1)?.packageName ?? null, activity: null },
    size: {
      width: Math.max(1, ...elements.map(({ bounds }) => bounds.right)),
      height: Math.max(1, ...elements.map(({ bounds }) => bounds.bottom)),
    },
    density: 420,
  };
}
const xmlOf = (name: string): string => decodeXml(readFileSync(join(folder, name)));
const load = (name: string): Screen => screenOf(xmlOf(name));
const named = (start: string): Screen =>
  load(files.find((name) => name.startsWith(start)) ?? start);
const shift = (xml: string): string =>
  xml.replace(
    /bounds="\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]"/g,
    (_, l, t, r, b) => `bounds="[${l},${Number(t) - 70}][${r},${Number(b) - 70}]"`,
  );

/** All pairs of dumps of the same app. */
function pairs(): [string, string][] {
  const screens = files.map((name) => ({ name, app: load(name).focus.packageName }));
  return screens.flatMap(({ name, app }, i) =>
    screens
      .slice(i + 1)
      .filter((other) => other.app === app)
      .map((other): [string, string] => [name, other.name]),
  );
}

/** A diff in a form that must be equal for both directions. */
function summary(diff: ScreenDiff, direction: 'there' | 'back'): unknown {
  const ids = (elements: readonly { readonly id: string }[]): string =>
    elements.map(({ id }) => id).join();
  const [then, now] =
    direction === 'there' ? (['before', 'after'] as const) : (['after', 'before'] as const);
  const pairIds = (
    list: readonly {
      readonly before: { readonly id: string };
      readonly after: { readonly id: string };
    }[],
  ): string =>
    list
      .map((pair) => `${pair[then].id} ${pair[now].id}`)
      .toSorted()
      .join();
  const came = ids(diff.appeared);
  const went = ids(diff.disappeared);
  return {
    came: direction === 'there' ? came : went,
    went: direction === 'there' ? went : came,
    texts: pairIds(diff.textChanged),
    states: pairIds(diff.stateChanged),
    renamed: pairIds(diff.renamed),
    moved: pairIds(diff.moved.flatMap(({ elements }) => elements)),
    isOther: diff.isOtherScreen,
  };
}

describe.skipIf(files.length === 0)(
  'captured dumps (../shared/corpus, skipped where absent)',
  () => {
    it.each(files)('%s is unchanged compared with itself, and only moved when shifted', (name) => {
      const before = load(name);
      expect(isUnchanged(diffScreens(before, load(name)))).toBe(true);
      const diff = diffScreens(before, { ...screenOf(shift(xmlOf(name))), size: before.size });
      expect([diff.appeared.length, diff.disappeared.length, diff.textChanged.length]).toEqual([
        0, 0, 0,
      ]);
      const moved = diff.moved.flatMap(({ elements }) => elements);
      expect(moved.every((pair) => pair.before.path === pair.after.path)).toBe(true);
      expect(diff.moved.map(({ distance }) => distance?.y ?? -70)).toEqual(
        diff.moved.map(() => -70),
      );
    });

    it('of one app have the same diff in both directions, shorter than the screen', () => {
      const all = pairs();
      expect(all.length).toBeGreaterThan(150);
      for (const [a, b] of all) {
        const [before, after] = [load(a), load(b)];
        const there = diffScreens(before, after);
        expect(summary(there, 'there'), `${a} ${b}`).toEqual(
          summary(diffScreens(after, before), 'back'),
        );
        expect(formatDiff(there, 's1').length).toBeLessThan(formatScreenState(after).length);
      }
    });

    it('keyboard opened and text typed: the field and the button it enables', () => {
      const text = formatDiff(diffScreens(named('037-'), named('038-')), 's1');
      expect(text.split('\n').slice(1, 6)).toEqual([
        '~ node_18b367ed ScrollView {-scrollable} with "Clinical Triage"',
        '~ node_920e12c8 EditText "" -> "Patient experiencing high fever and body aches for 3 days." {+focused}',
        '+ node_7f83a2d View "Run Triage Assessment" {clickable}',
        '- TextView "e.g. headache, dizziness..."',
        '- TextView "No screening data collected yet. Go to other tabs first to capture vital signs."',
      ]);
    });
    it('a media player closed over a settings page', () => {
      const text = formatDiff(diffScreens(named('028-'), named('031-')), 's1');
      expect(text.split('\n').slice(0, 6)).toEqual([
        'since snapshot:s1:',
        '+ node_6a31344d View {clickable}',
        '+ node_b1be1227 View {clickable, checkable}',
        '- View "Kesariya (From \\"Brahmastra\\")" "Arijit Singh" {clickable}',
        '- View desc="Play/Pause" {clickable}',
        '= node_c85e7cfa ScrollView',
      ]);
    });
    it('rows scrolled in nested lists', () => {
      const { moved, textChanged } = diffScreens(named('109-'), named('112-'));
      const [first] = moved;
      expect(first?.container?.resourceId).toMatch(/\/tile_groups$/);
      expect([first?.distance, first?.elements.length]).toEqual([{ x: 0, y: -417 }, 85]);
      expect(textChanged.map((pair) => pair.after.description)).toEqual(['Married at First Sight']);
    });
  },
);
