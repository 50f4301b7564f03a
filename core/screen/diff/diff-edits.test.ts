import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptElements, type Element } from '../screen.ts';
import { createElementFollower } from '../follow-element.ts';
import { diffScreens, isUnchanged } from './diff.ts';
import {
  type DrawnPage,
  type Page,
  type PageRow,
  drawPage,
  listBottom,
  listTop,
  rowHeight,
} from './testing/page.ts';

const statuses = ['On', 'Off', '2 min', 'Last seen'] as const;
const rowsAtFirst = 16;
const buttonNames = ['Share', 'Edit', 'More'] as const;

const page = fc.record({
  title: fc.constantFrom('Contacts', 'People'),
  buttons: fc.subarray([...buttonNames]),
  rows: fc.array(fc.record({ status: fc.constantFrom(...statuses), isOn: fc.boolean() }), {
    minLength: rowsAtFirst,
    maxLength: rowsAtFirst,
  }),
  scrolled: fc.integer({ min: 0, max: 120 }).map((tens) => tens * 10),
  isNamed: fc.boolean(),
});
const toPage = (
  generated: typeof page extends fc.Arbitrary<infer Given> ? Given : never,
): Page => ({
  ...generated,
  rows: generated.rows.map((row, key) => ({ ...row, key, name: `Person ${key}` })),
});

/** Row indices. */
const places = fc.uniqueArray(fc.nat(rowsAtFirst - 1), { maxLength: 3 });
const someEdits = fc.record({
  title: fc.constantFrom('Contacts', 'People'),
  buttons: fc.subarray([...buttonNames]),
  toggled: places,
  restated: places,
  renamed: fc.constant<number[]>([]),
  removed: places,
  added: places,
  scrolledBy: fc.integer({ min: -70, max: 70 }).map((tens) => tens * 10),
});
type Edits = typeof someEdits extends fc.Arbitrary<infer Given> ? Given : never;

/** Renamed rows are tested apart from added and removed ones, next to which they would be ambiguous. */
const renamings: fc.Arbitrary<Edits> = fc.record({
  title: fc.constant<'Contacts' | 'People'>('Contacts'),
  buttons: fc.subarray([...buttonNames]),
  toggled: places,
  restated: fc.constant<number[]>([]),
  renamed: places,
  removed: fc.constant<number[]>([]),
  added: fc.constant<number[]>([]),
  scrolledBy: fc.constantFrom<number[]>(0, 30, -400),
});

/** Whether the row is completely visible before and after: a clipped row may be recognised only by the part that changes. */
function isWhole(before: Page, after: Page, key: number): boolean {
  return [before, after].every(({ rows, scrolled }) => {
    const at = rows.findIndex((row) => row.key === key);
    const top = listTop + at * rowHeight - scrolled;
    return top >= listTop && top + rowHeight <= listBottom;
  });
}

/** Whether the row is so far from the edges that no row scrolled in can be mistaken for it. */
function isFarFromEdges({ scrolled }: Page, { scrolledBy }: Edits, at: number): boolean {
  const places = [scrolled, Math.max(0, scrolled + scrolledBy)].map((px) => at * rowHeight - px);
  return places.every((top) => top >= rowHeight && top < 5 * rowHeight);
}

function edit(before: Page, edits: Edits): Page {
  const removed = edits.removed.filter((at) => isFarFromEdges(before, edits, at));
  // A row added where one was removed would look like a row with a changed text.
  const added = edits.added.filter(
    (at) => isFarFromEdges(before, edits, at) && !removed.includes(at) && !removed.includes(at - 1),
  );
  const rows = before.rows.flatMap((row, at): PageRow[] => [
    ...(added.includes(at)
      ? [{ key: 100 + at, name: `Newcomer ${at}`, status: '2 min', isOn: false }]
      : []),
    ...(removed.includes(at) ? [] : [row]),
  ]);
  const scrolled = Math.max(0, before.scrolled + edits.scrolledBy);
  // Likewise for buttons, so they are only added or only removed.
  const fewer = before.buttons.filter((name) => edits.buttons.some((other) => other === name));
  const buttons = edits.buttons.length > 1 ? buttonNames : fewer;
  const moved = { ...before, title: edits.title, buttons, rows, scrolled };
  const changed = rows.map((row) => {
    if (!isWhole(before, moved, row.key)) return row;
    return {
      ...row,
      isOn: edits.toggled.includes(row.key) ? !row.isOn : row.isOn,
      status: edits.restated.includes(row.key) ? `Moved to ${row.key}` : row.status,
      name: edits.renamed.includes(row.key) ? `Someone ${row.key}` : row.name,
    };
  });
  return { ...moved, rows: changed };
}

/** The expected diff, as keys. */
function expected(before: DrawnPage, after: DrawnPage): Record<string, string[]> {
  const then = new Map([...before.keys].map(([element, key]) => [key, element]));
  const now = new Map([...after.keys].map(([element, key]) => [key, element]));
  const both = (differ: (a: Element, b: Element) => boolean): string[] =>
    [...now].flatMap(([key, element]) => {
      const old = then.get(key);
      const isKept = keptThen.has(key) || keptNow.has(key);
      return old && isKept && differ(old, element) ? [key] : [];
    });
  const keptThen = keptKeys(before);
  const keptNow = keptKeys(after);
  return {
    appeared: [...keptNow].filter((key) => !then.has(key)),
    disappeared: [...keptThen].filter((key) => !now.has(key)),
    textChanged: both((a, b) => a.text !== b.text || a.description !== b.description),
    stateChanged: both((a, b) => a.checked !== b.checked),
    moved: both((a, b) => JSON.stringify(a.bounds) !== JSON.stringify(b.bounds)),
    renamed: both((a, b) => a.id !== b.id),
  };
}

function keptKeys({ screen, keys }: DrawnPage): Set<string> {
  return new Set(keptElements(screen.roots).map((element) => keys.get(element) ?? ''));
}

function found(before: DrawnPage, after: DrawnPage): Record<string, string[]> {
  const diff = diffScreens(before.screen, after.screen);
  const key = (element: Element): string => after.keys.get(element) ?? 'none';
  const pair = (pair: { readonly before: Element; readonly after: Element }): string => {
    const then = before.keys.get(pair.before);
    return then === key(pair.after) ? key(pair.after) : `${then} is not ${key(pair.after)}`;
  };
  const order = [...after.keys.keys()];
  const moved = diff.moved.flatMap(({ elements }) => elements);
  moved.sort((a, b) => order.indexOf(a.after) - order.indexOf(b.after));
  return {
    appeared: diff.appeared.map(key),
    disappeared: diff.disappeared.map((element) => before.keys.get(element) ?? 'none'),
    textChanged: diff.textChanged.map(pair),
    stateChanged: diff.stateChanged.map(pair),
    moved: moved.map(pair),
    renamed: diff.renamed.map(pair),
  };
}

describe('diffScreens', () => {
  it('is unchanged for the same page', () => {
    fc.assert(
      fc.property(page, (generated) => {
        const one = drawPage(toPage(generated));
        const again = drawPage(toPage(generated));
        expect(isUnchanged(diffScreens(one.screen, again.screen))).toBe(true);
      }),
    );
  });
  it.each([
    ['added, removed, scrolled, toggled and changed rows', someEdits],
    ['rows with other words', renamings],
  ] as const)(
    'finds exactly what was edited, and the mirrored diff for the way back: %s',
    (_, edits) => {
      fc.assert(
        fc.property(page, edits, (generated, chosen) => {
          const before = toPage(generated);
          const then = drawPage(before);
          const now = drawPage(edit(before, chosen));
          const there = found(then, now);
          const back = found(now, then);
          expect(there).toEqual(expected(then, now));
          const sorted = (keys: string[] | undefined): string[] => (keys ?? []).toSorted();
          expect(back['appeared']).toEqual(there['disappeared']);
          expect(back['disappeared']).toEqual(there['appeared']);
          for (const list of ['textChanged', 'stateChanged', 'moved', 'renamed'])
            expect(sorted(back[list])).toEqual(sorted(there[list]));
          const follower = createElementFollower(then.screen.roots, now.screen.roots);
          for (const [element, key] of then.keys) {
            const followed = follower.findCertain(element);
            if (followed !== undefined) expect(now.keys.get(followed)).toBe(key);
          }
        }),
        { numRuns: 150 },
      );
    },
  );
});
