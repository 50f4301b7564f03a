import { Session } from 'node:inspector/promises';
import { describe, expect, it, vi } from 'vitest';
import { decodeXml } from '../parse.ts';
import { capturedScreen, screenOf, screenOfDump } from '../testing/screens.ts';
import { createElementFollower } from '../follow-element.ts';
import { type Element, type Screen, walk } from '../screen.ts';
import { diffScreens, isUnchanged, type ScreenDiff } from './diff.ts';
import { formatDiff } from '../../format/diff.ts';
import { formatScreenState } from '../../format/screen-state.ts';
import { capturedDumps, readCapturedDump } from '../../testing/captures.ts';

const idOf = ({ id }: Element): string => id;
const screen = (xml: string, overrides: Partial<Screen> = {}): Screen =>
  screenOf(xml, { size: { width: 1000, height: 1000 }, ...overrides });

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A node from class, resource entry name, text and further attributes. */
const view = (
  [kind, name = '', text = '', more = '']: readonly [string, string?, string?, string?],
  [left, top, right, bottom]: Box,
  ...children: readonly string[]
): string => {
  const id = name === '' ? '' : `resource-id="com.a:id/${name}"`;
  return `<node class="android.widget.${kind}" package="com.a" ${id} text="${text}" ${more} bounds="[${left},${top}][${right},${bottom}]">${children.join('')}</node>`;
};
const page = (...children: readonly string[]): string =>
  view(['FrameLayout'], [0, 0, 1000, 1000], ...children);
const label = (text: string, top: number, name = ''): string =>
  view(['TextView', name, text], [0, top, 1000, top + 100]);

/** A list at y = 200 with rows of one layout, 100 px high. */
const list = (...names: readonly string[]): string =>
  view(
    ['RecyclerView', 'list', '', 'scrollable="true"'],
    [0, 200, 1000, 600],
    ...names.map((name, i) => {
      const box = [0, 200 + i * 100, 1000, 300 + i * 100] as const;
      return view(
        ['LinearLayout', 'row', '', 'clickable="true"'],
        box,
        view(['TextView', 'name', name], box),
        view(['Button', 'follow', 'Follow', 'clickable="true"'], box),
      );
    }),
  );

const diffOf = (before: string, after: string): ScreenDiff =>
  diffScreens(screen(before), screen(after));
const texts = (elements: readonly Element[]): string[] => elements.map(({ text }) => text);
const changes = ({ textChanged }: ScreenDiff): string[] =>
  textChanged.map(({ before, after }) => `${before.text} -> ${after.text}`);
const movements = ({ moved }: ScreenDiff): unknown[] =>
  moved.map(({ container, distance, elements, scrolledIn, scrolledOut }) => [
    container?.resourceId ?? null,
    distance,
    elements.length,
    scrolledIn.count,
    scrolledOut.count,
  ]);

type Pairs = readonly (readonly [Screen, Screen])[];

/** For each of these works, how often the functions and blocks of the code run in its comparisons, as V8 counts them. */
async function countExecutions(works: readonly Pairs[]): Promise<readonly number[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  // Blocks are counted only in code that is compiled from now on.
  vi.resetModules();
  const compiled = await import('./diff.ts');
  const takeCount = async (): Promise<number> => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.includes('/core/screen/'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0);
  };
  const counts: number[] = [];
  for (const pairs of works) {
    // Counts start at 0 after each look at them.
    await takeCount();
    for (const [before, after] of pairs) compiled.diffScreens(before, after);
    counts.push(await takeCount());
  }
  session.disconnect();
  return counts;
}

describe('Screen Diffing (specification)', () => {
  it('detects new elements', () => {
    const diff = diffOf(page(label('A', 0)), page(label('A', 0), label('B', 100)));
    expect(texts(diff.appeared)).toEqual(['B']);
    expect([diff.disappeared, changes(diff)]).toEqual([[], []]);
  });
  it('detects removed elements', () => {
    const diff = diffOf(page(label('A', 0), label('B', 100)), page(label('A', 0)));
    expect(texts(diff.disappeared)).toEqual(['B']);
    expect([diff.appeared, changes(diff)]).toEqual([[], []]);
  });
  it('detects changed text', () => {
    const diff = diffOf(
      page(label('A', 0), label('5', 100, 'count')),
      page(label('A', 0), label('6', 100, 'count')),
    );
    expect(changes(diff)).toEqual(['5 -> 6']);
    expect([diff.appeared, diff.disappeared]).toEqual([[], []]);
  });
});

describe('diffScreens', () => {
  it('follows a list that was scrolled by exactly one row, whose ids are inherited', () => {
    const before = page(list('Ann', 'Bob', 'Cid', 'Dan'));
    const diff = diffOf(before, page(list('Bob', 'Cid', 'Dan', 'Eve')));
    expect(texts(diff.appeared)).toEqual(['', 'Eve', 'Follow']);
    expect(texts(diff.disappeared)).toEqual(['', 'Ann', 'Follow']);
    expect(changes(diff)).toEqual([]);
    expect(movements(diff)).toEqual([['com.a:id/list', { x: 0, y: -100 }, 9, 1, 1]]);
  });
  it('treats other rows of the same layout as different rows, also a single one', () => {
    const diff = diffOf(page(list('Ann', 'Bob')), page(list('Yan', 'Zoe')));
    expect(texts(diff.appeared)).toEqual(['', 'Yan', 'Follow', '', 'Zoe', 'Follow']);
    const one = diffOf(page(list('Ann')), page(list('Zoe')));
    expect(texts(one.appeared)).toEqual(['', 'Zoe', 'Follow']);
    expect(changes(one)).toEqual([]);
  });
  it('treats another text on one row of many as a changed text', () => {
    const diff = diffOf(page(list('Ann', 'Bob', 'Cid')), page(list('Ann', 'Rob', 'Cid')));
    expect(changes(diff)).toEqual(['Bob -> Rob']);
  });
  it.each([
    ['a download in a list of one row', ['Downloading 45%'], ['Downloading 46%']],
    ['prices', ['ACME 101.25', 'Foo +1,204.5', 'Bar 9'], ['ACME 99.5', 'Foo -3', 'Bar 10']],
    ['a stopwatch', ['00:05.32'], ['00:06.1']],
    ['Arabic digits', ['\u0663 رسائل'], ['\u0661\u0662 رسائل']],
  ])('treats other numbers in a row that stayed as changed texts: %s', (_, then, now) => {
    const diff = diffOf(page(list(...then)), page(list(...now)));
    expect(changes(diff)).toEqual(then.map((text, i) => `${text} -> ${now[i] ?? ''}`));
    expect([diff.appeared, diff.disappeared, diff.isOtherScreen]).toEqual([[], [], false]);
  });
  describe('rows whose titles become another text', () => {
    /** Rows of texts and a button, under a title that stays unless said otherwise. */
    const rows = (contents: readonly (readonly string[])[], title = 'Chats', query = ''): Screen =>
      screen(
        page(
          label(title, 0),
          view(['EditText', 'query', query], [0, 100, 1000, 200]),
          view(
            ['RecyclerView', 'list', '', 'scrollable="true"'],
            [0, 200, 1000, 600],
            ...contents.map((parts, i) => {
              const box = [0, 200 + i * 100, 1000, 300 + i * 100] as const;
              return view(
                ['LinearLayout', 'row', '', 'clickable="true"'],
                box,
                ...parts.map((part, at) => view(['TextView', `text${at}`, part], box)),
                view(['Button', 'more', 'More', 'clickable="true"'], box),
              );
            }),
          ),
        ),
      );
    const one = (...contents: readonly string[]): string[][] => contents.map((text) => [text]);
    const isFollowed = (before: Screen, after: Screen): boolean => {
      const follower = createElementFollower(before.roots, after.roots);
      return [...walk(before.roots)].every(
        (element) => follower.findUnlessStale(element)?.path === element.path,
      );
    };
    /** Expects that the diff tells of changed texts alone. */
    const expectChanges = (then: readonly string[][], now: readonly string[][]): void => {
      const diff = diffScreens(rows(then), rows(now));
      expect(changes(diff)).toEqual(
        then.flatMap((parts, i) =>
          parts.flatMap((text, at) => {
            const other = now[i]?.[at] ?? '';
            return other === text ? [] : [`${text} -> ${other}`];
          }),
        ),
      );
      expect([diff.appeared, diff.disappeared, diff.isOtherScreen]).toEqual([[], [], false]);
    };
    it.each([
      ['last messages', one('Ann, Hello', 'Bob, Hi'), one('Ann, Bye', 'Bob, typing…')],
      [
        'the first text',
        [
          ['now', 'Person A'],
          ['old', 'Person B'],
        ],
        [
          ['later', 'Person A'],
          ['gone', 'Person B'],
        ],
      ],
      ['numbers alone', one('$9.50', '$7', '$8'), one('$9.50', '$7', '$8.10')],
    ])('are the same rows: %s', (_, then, now) => {
      const before = rows(then);
      const after = rows(now);
      expectChanges(then, now);
      expect(isFollowed(before, after)).toBe(true);
    });
    it.each([
      ['two of three', one('Ann', 'Bob', 'Cid'), one('Ann', 'Rob', 'Sid')],
      ['one of three', one('Ann', 'Bob', 'Cid'), one('Ann', 'Bob', 'Zoe')],
      ['a download that got its name', [['Untitled', 'Got 45%']], [['report.pdf', 'Got 46%']]],
      ['a download that is complete', [['a.part', 'Got 99%']], [['a.pdf', 'Complete']]],
      ['the song that plays', one('Yesterday'), one('Help!')],
      ['the only request', one('Ann'), one('Zoe')],
      ['the only request, in words', [['Ann', 'asks to join']], [['Zoe', 'asks to join']]],
      ['all prices', one('$9.50', '$7', '$8'), one('$9.60', '$7.10', '$8.10')],
    ])('are told as changed, but followed only in their place: %s', (_, then, now) => {
      expectChanges(then, now);
      const before = rows(then);
      const after = rows(now);
      expect(isFollowed(before, after)).toBe(false);
      const follower = createElementFollower(before.roots, after.roots);
      for (const element of walk(before.roots)) {
        const found = follower.findUnlessStale(element) ?? follower.findReplaced(element)?.element;
        expect(found?.path).toBe(element.path);
      }
    });
    it.each([
      ['under another title', rows(one('Help!'), 'Songs'), rows(one('Thriller'), 'Albums')],
      ['after another search', rows(one('Ann'), 'People', 'An'), rows(one('Zoe'), 'People', 'Zo')],
      ['if all of them changed', rows(one('Ann', 'Bob')), rows(one('Yan', 'Zoe'))],
      ['of which there are fewer', rows(one('Ann', 'Bob')), rows(one('Zoe'))],
      [
        'in a list that may have been scrolled',
        rows(one('A', 'B', 'C', 'D')),
        rows(one('E', 'F', 'G', 'H')),
      ],
    ])('are other rows %s', (_, before, after) => {
      const diff = diffScreens(before, after);
      const inRows = diff.textChanged.filter(({ after }) => after.resourceId.endsWith('text0'));
      expect(inRows).toEqual([]);
      expect(isFollowed(before, after)).toBe(false);
    });
    it('follows one between rows that moved in its place only', () => {
      const before = rows(one('Ann', 'Bob', 'Cid'));
      const after = rows(one('New', 'Ann', 'Rob', 'Cid'));
      const texts = [...walk(before.roots)].find(({ text }) => text === 'Bob');
      const follower = createElementFollower(before.roots, after.roots);
      expect(texts && follower.findUnlessStale(texts)).toBeUndefined();
      const replaced = texts && follower.findReplaced(texts);
      expect(replaced?.element.text).toBe('Rob');
      expect(replaced?.row.after.children).toContain(replaced?.element);
    });
  });
  it.each([
    ['all numbers', ['$101.20', '$99', '$7'], ['$101.30', '$98.50', '$7.01']],
    ['all names', ['Ann', 'Bob', 'Cid'], ['Yan', 'Zoe', 'Xia']],
    ['two of three', ['Ann', 'Bob', 'Cid'], ['Ann', 'Rob', 'Sid']],
  ])('treats other texts of tiles that nothing scrolls as changed: %s', (_, then, now) => {
    const tiles = (contents: readonly string[]): string =>
      page(
        label('Tiles', 0),
        view(
          ['LinearLayout', 'tiles'],
          [0, 100, 1000, 900],
          ...contents.map((text, i) => {
            const box = [0, 100 + i * 100, 1000, 200 + i * 100] as const;
            return view(['FrameLayout', 'tile'], box, view(['TextView', 'text', text], box));
          }),
        ),
      );
    const diff = diffOf(tiles(then), tiles(now));
    expect(changes(diff)).toEqual(
      then.flatMap((text, i) => (now[i] === text ? [] : [`${text} -> ${now[i] ?? ''}`])),
    );
    expect([diff.appeared, diff.disappeared]).toEqual([[], []]);
  });
  it('treats rows that differ by their numbers alone as other rows', () => {
    const episodes = (from: number): string =>
      page(list(...[0, 1, 2].map((i) => `Episode ${from + i}`)));
    const diff = diffOf(episodes(1), episodes(4));
    expect([changes(diff), diff.isOtherScreen]).toEqual([[], true]);
  });
  it('treats a row with another number and another text as another row', () => {
    const entry = (time: string, name: string): string => {
      const box = [0, 200, 1000, 300] as const;
      const row = view(
        ['LinearLayout', 'row'],
        box,
        view(['TextView', 'time', time], box),
        view(['TextView', 'name', name], box),
      );
      return page(view(['ListView'], [0, 200, 1000, 600], row));
    };
    expect(changes(diffOf(entry('12:30', 'Lunch'), entry('13:00', 'Meeting')))).toEqual([]);
  });
  it('does not take the text of a row that is cut off for that of another row that is revealed', () => {
    const part = (box: Box, draw: (clipped: Box) => string): string => {
      const top = Math.max(box[1], 200);
      const bottom = Math.min(box[3], 600);
      return top < bottom ? draw([box[0], top, box[2], bottom]) : '';
    };
    const text = (name: string, value: string, top: number): string =>
      part([0, top, 1000, top + 30], (box) => view(['TextView', name, value], box));
    const scrolled = (by: number): string =>
      view(
        ['RecyclerView', 'list', '', 'scrollable="true"'],
        [0, 200, 1000, 600],
        ...['Ann', 'Bob', 'Cid', 'Dan', 'Eve'].map((name, i) => {
          const top = 200 + i * 100 - by;
          const texts = text('name', name, top + 20) + text('mail', `${name} mail`, top + 50);
          return part([0, top, 1000, top + 100], (box) =>
            view(['LinearLayout', 'row'], box, texts && view(['RelativeLayout'], box, texts)),
          );
        }),
      );
    const diff = diffOf(page(scrolled(10)), page(scrolled(60)));
    expect([changes(diff), texts(diff.appeared), texts(diff.disappeared)]).toEqual([
      [],
      ['Eve', 'Eve mail'],
      ['Ann'],
    ]);
  });
  it('reports rows that moved up into the gap of a removed row', () => {
    const diff = diffOf(page(list('Ann', 'Bob', 'Cid', 'Dan')), page(list('Ann', 'Cid', 'Dan')));
    expect(texts(diff.disappeared)).toEqual(['', 'Bob', 'Follow']);
    expect(movements(diff)).toEqual([['com.a:id/list', { x: 0, y: -100 }, 6, 0, 0]]);
  });
  it('reports both elements when a text goes from one to the other', () => {
    const sum = (formula: string, result: string): string =>
      page(label(formula, 0, 'formula'), label(result, 100, 'result'), label('Clear', 200));
    expect(changes(diffOf(sum('7+8', '15'), sum('15', '')))).toEqual(['7+8 -> 15', '15 -> ']);
  });
  it('recognises a label without an id by its position if its siblings stayed', () => {
    const watch = (time: string): string =>
      page(label('Stopwatch', 0), label(time, 100), label('Start', 200));
    expect(changes(diffOf(watch('0:01'), watch('0:02')))).toEqual(['0:01 -> 0:02']);
    const diff = diffOf(
      page(label('A', 0), label('B', 100), label('C', 200)),
      page(label('A', 0), label('Y', 100), label('Z', 200)),
    );
    expect([changes(diff), texts(diff.appeared)]).toEqual([[], ['Y', 'Z']]);
  });
  it('recognises a label without an id between siblings that stayed, wherever it is between them', () => {
    const player = (time: string, left: number): string =>
      page(label('A', 0), view(['TextView', '', time], [left, 100, 900, 200]), label('C', 200));
    const diff = diffOf(player('3:36', 10), player('2:01', 30));
    expect([changes(diff), diff.appeared, diff.disappeared]).toEqual([['3:36 -> 2:01'], [], []]);
  });
  it('takes equal labels that moved differently in their order', () => {
    const twins = (count: string, ...tops: readonly number[]): string =>
      page(...tops.map((top) => label('x', top)), label(count, 600, 'count'));
    const diff = diffOf(twins('1', 0, 100), twins('2', 30, 270));
    expect([diff.appeared, diff.disappeared, diff.moved.length]).toEqual([[], [], 2]);
  });
  it('reports movements that differ by a pixel, as they are rounded, as one', () => {
    const rows = (...tops: readonly number[]): string =>
      page(...tops.map((top, i) => label(`Row ${'ABC'[i] ?? ''}`, top)));
    const diff = diffOf(rows(300, 400, 500), rows(200, 299, 400));
    expect(movements(diff)).toEqual([[null, { x: 0, y: -100 }, 3, 0, 0]]);
  });
  it('recognises a field by its hint, not by its content', () => {
    const form = (top: number, city: string): string =>
      page(
        view(['EditText', '', 'Ann', 'hint="Name"'], [0, top, 1000, top + 100]),
        view(['EditText', '', city, 'hint="City"'], [0, top + 200, 1000, top + 300]),
      );
    const diff = diffOf(form(500, 'Ann'), form(200, 'Bern'));
    expect(changes(diff)).toEqual(['Ann -> Bern']);
    expect(movements(diff)).toEqual([[null, { x: 0, y: -300 }, 2, 0, 0]]);
  });
  it('reports changed ids when only a container changed', () => {
    const inFrame = (bottom: number): string =>
      view(['FrameLayout'], [0, 0, 1000, bottom], label('OK', 0));
    const diff = diffOf(inFrame(1000), inFrame(600));
    expect(diff.renamed).toHaveLength(1);
    expect([diff.moved, diff.appeared, diff.disappeared, diff.textChanged]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(isUnchanged(diff)).toBe(false);
  });
  it('recognises a page that got a new parent', () => {
    const content = view(
      ['LinearLayout', 'content'],
      [0, 0, 1000, 900],
      label('A', 0),
      label('B', 100),
    );
    const framed = view(['ViewGroup'], [0, 0, 1000, 1000], content, label('Undo', 900));
    const diff = diffOf(page(content), page(framed));
    expect([texts(diff.appeared), texts(diff.disappeared)]).toEqual([['Undo'], []]);
  });
  it('recognises by its id a part that got a new parent and says something else', () => {
    const card = (text: string): string =>
      view(
        ['LinearLayout', 'card', '', 'clickable="true"'],
        [0, 0, 1000, 900],
        label(text, 0, 'title'),
      );
    const framed = view(['ViewGroup'], [0, 0, 1000, 1000], card('B'), label('Undo', 900));
    const diff = diffOf(page(card('A')), page(framed));
    expect([changes(diff), texts(diff.appeared), texts(diff.disappeared)]).toEqual([
      ['A -> B'],
      ['Undo'],
      [],
    ]);
  });
  it('reports states that were gained and lost', () => {
    const item = (more: string): string =>
      page(view(['Switch', 'wifi', 'Wi-Fi', more], [0, 0, 1000, 100]));
    const diff = diffOf(
      item('enabled="true" checked="true" focused="true"'),
      item('enabled="false" selected="true"'),
    );
    expect(diff.stateChanged.map(({ gained, lost }) => ({ gained, lost }))).toEqual([
      { gained: ['selected', 'disabled'], lost: ['checked', 'focused'] },
    ]);
  });
  it('reports elements that went off the screen but stayed in the dump', () => {
    const diff = diffOf(page(label('A', 0)), page(label('A', 1000)));
    expect(diff.stateChanged.map(({ gained }) => gained)).toEqual([['offscreen']]);
  });
  it('reports changes of the screen as a whole, the app first', () => {
    const after = screen(page(), {
      focus: { packageName: 'com.b', activity: '.Other' },
      rotation: 1,
      size: { width: 1200, height: 1000 },
      density: 320,
    });
    const { headline } = diffScreens(screen(page()), after);
    // The change of the app holds the activities.
    expect(headline.map(({ what }) => what)).toEqual(['app', 'rotation', 'size', 'density']);
  });
  it('reports another screen when little is left', () => {
    expect(diffOf(page(list('Ann', 'Bob')), page(list('Yan', 'Zoe'))).isOtherScreen).toBe(true);
    expect(diffOf(page(list('Ann', 'Bob')), page(list('Ann', 'Zoe'))).isOtherScreen).toBe(false);
    expect(diffOf('', page(label('A', 0))).isOtherScreen).toBe(true);
    expect(diffOf('', '').isOtherScreen).toBe(false);
  });
  it('does not report another screen when only a list shows other rows', () => {
    const contacts = (title: string, ...names: readonly string[]): string =>
      page(label(title, 0), list(...names));
    const isOther = (before: string, after: string): boolean => diffOf(before, after).isOtherScreen;
    const first = contacts('Contacts', 'Ann', 'Bob', 'Cid', 'Dan');
    expect(isOther(first, contacts('Contacts', 'Eve', 'Fay', 'Gus', 'Hal'))).toBe(false);
    expect(isOther(first, contacts('Calls', 'Eve', 'Fay', 'Gus', 'Hal'))).toBe(true);
    const tab = (selected: string): string =>
      view(['View', '', 'Friends', `selected="${selected}"`], [0, 900, 1000, 1000]);
    const people = (selected: string, ...names: readonly string[]): string =>
      page(tab(selected), list(...names));
    expect(isOther(people('true', 'Ann', 'Bob'), people('false', 'Eve', 'Fay'))).toBe(true);
  });
  it('is linear where all rows are equal, and where all moved differently', async () => {
    const many = (count: number, nameOf: (i: number) => string): Screen =>
      screen(list(...Array.from({ length: count }, (_, i) => nameOf(i))));
    const pairsOf = (count: number) => [
      [many(count, () => 'x'), many(count, (i) => (i === 7 ? 'y' : 'x'))] as const,
      [many(count, (i) => `x${i}`), many(count, (i) => `x${count - i}`)] as const,
    ];
    const [few = NaN, fourfold = NaN] = await countExecutions([pairsOf(500), pairsOf(2_000)]);
    // Each row has four elements.
    expect(few).toBeGreaterThan(500 * 4 * 2);
    // Sixteen times as many if quadratic.
    expect(fourfold / few).toBeLessThan(5);
  });
});

const named = (start: string): Screen =>
  capturedScreen(capturedDumps.find((name) => name.startsWith(start)) ?? start);
const shift = (xml: string): string =>
  xml.replace(
    /bounds="\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]"/g,
    (_, l, t, r, b) => `bounds="[${l},${Number(t) - 70}][${r},${Number(b) - 70}]"`,
  );

/** All pairs of dumps of the same app. */
function pairs(screens: ReadonlyMap<string, Screen>): [string, string][] {
  const all = [...screens];
  return all.flatMap(([name, { focus }], i) =>
    all
      .slice(i + 1)
      .filter(([, other]) => other.focus.packageName === focus.packageName)
      .map(([other]): [string, string] => [name, other]),
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

describe.skipIf(capturedDumps.length === 0)('captured dumps (skipped where absent)', () => {
  it.each(capturedDumps)(
    '%s is unchanged compared with itself, and only moved when shifted',
    (name) => {
      const before = capturedScreen(name);
      expect(isUnchanged(diffScreens(before, capturedScreen(name)))).toBe(true);
      const shifted = new TextEncoder().encode(shift(decodeXml(readCapturedDump(name))));
      const { focus, size } = before;
      const diff = diffScreens(before, screenOfDump(shifted, { focus, size }));
      expect([diff.appeared.length, diff.disappeared.length, diff.textChanged.length]).toEqual([
        0, 0, 0,
      ]);
      const moved = diff.moved.flatMap(({ elements }) => elements);
      expect(moved.every((pair) => pair.before.path === pair.after.path)).toBe(true);
      expect(diff.moved.map(({ distance }) => distance?.y ?? -70)).toEqual(
        diff.moved.map(() => -70),
      );
    },
  );

  it('of one app have the same diff in both directions, shorter than the screen', () => {
    const screens = new Map(capturedDumps.map((name) => [name, capturedScreen(name)]));
    const all = pairs(screens);
    expect(all.length).toBeGreaterThan(150);
    for (const [a, b] of all) {
      const before = screens.get(a) ?? named(a);
      const after = screens.get(b) ?? named(b);
      const there = diffScreens(before, after);
      expect(summary(there, 'there'), `${a} ${b}`).toEqual(
        summary(diffScreens(after, before), 'back'),
      );
      expect(formatDiff(there, 'snapshot:s1', idOf).length).toBeLessThan(
        formatScreenState(after).length,
      );
    }
  });

  it('keyboard opened and text typed: the field and the button it enables', () => {
    const text = formatDiff(diffScreens(named('037-'), named('038-')), 'snapshot:s1', idOf);
    expect(text.split('\n').slice(1, 6)).toEqual([
      '~ node_18b367ed ScrollView {-scrollable} with "Clinical Triage"',
      '~ node_920e12c8 EditText "" -> "Patient experiencing high fever and body aches for 3 days." {+focused}',
      '+ node_7f83a2d "Run Triage Assessment" {clickable}',
      '- TextView "e.g. headache, dizziness..."',
      '- TextView "No screening data collected yet. Go to other tabs first to capture vital signs."',
    ]);
  });
  it('a media player closed over a settings page', () => {
    const text = formatDiff(diffScreens(named('028-'), named('031-')), 'snapshot:s1', idOf);
    expect(text.split('\n').slice(0, 6)).toEqual([
      'since snapshot:s1:',
      '+ node_6a31344d View {clickable}',
      '+ node_b1be1227 View {clickable, checkable}',
      '- "Kesariya (From \\"Brahmastra\\")" "Arijit Singh" {clickable}',
      '- desc="Play/Pause" {clickable}',
    ]);
  });
  it('rows scrolled in nested lists', () => {
    const { moved, textChanged } = diffScreens(named('109-'), named('112-'));
    const [first] = moved;
    expect(first?.container?.resourceId).toMatch(/\/tile_groups$/);
    expect([first?.distance, first?.elements.length]).toEqual([{ x: 0, y: -417 }, 85]);
    expect(textChanged.map((pair) => pair.after.description)).toEqual(['Married at First Sight']);
  });
});
