import { describe, expect, it } from 'vitest';
import { decodeXml, parseHierarchy } from './parse.ts';
import { followElement, createElementFollower } from './follow-element.ts';
import { type Element, walk } from './screen.ts';
import { rootsOf } from './testing/screens.ts';
import { capturedDumps, readCapturedDump } from '../testing/captures.ts';

const named = (roots: readonly Element[], text: string, nth = 0): Element => {
  const found = [...walk(roots)].filter((element) => element.text === text)[nth];
  if (found === undefined) throw new Error(`There is no ${text}`);
  return found;
};

const node = (attributes: string, children = ''): string => {
  const bounds = attributes.includes('bounds=') ? '' : 'bounds="[0,0][100,100]"';
  return `<node package="com.a" class="V" ${bounds} ${attributes}>${children}</node>`;
};

/** A list with one row per name, 100 px high. */
const list = (
  rows: readonly string[],
  template: (name: string, bounds: string) => string,
): string =>
  node(
    'class="R" resource-id="com.a:id/list" scrollable="true" bounds="[0,200][1000,1000]"',
    rows
      .map((row, i) => template(row, `bounds="[0,${200 + i * 100}][1000,${300 + i * 100}]"`))
      .join(''),
  ).replaceAll('class="V" class', 'class');
const nameAndButton = (name: string, bounds: string): string =>
  node(
    `resource-id="com.a:id/row" clickable="true" ${bounds}`,
    node(`text="${name}" resource-id="com.a:id/name" ${bounds}`) +
      node(`text="Follow" resource-id="com.a:id/follow" clickable="true" ${bounds}`),
  );

describe('followElement', () => {
  const before = rootsOf(list(['Ann', 'Bob', 'Cid', 'Dan'], nameAndButton));
  const after = rootsOf(list(['Cid', 'Dan', 'Eve', 'Fay'], nameAndButton));
  const follow = (roots: readonly Element[], nth: number): Element => named(roots, 'Follow', nth);

  it('follows a row, its text and its button through scrolling', () => {
    expect(followElement({ element: named(before, 'Cid'), roots: before }, after)).toBe(
      named(after, 'Cid'),
    );
    expect(followElement({ element: follow(before, 2), roots: before }, after)).toBe(
      follow(after, 0),
    );
    const row = [...walk(before)].filter(({ resourceId }) => resourceId.endsWith('/row'))[2];
    const now = [...walk(after)].find(({ resourceId }) => resourceId.endsWith('/row'));
    expect(row && followElement({ element: row, roots: before }, after)).toBe(now);
  });
  it('matches no other row of the same layout, not even one with the same id', () => {
    expect(followElement({ element: named(before, 'Ann'), roots: before }, after)).toBeUndefined();
    expect(follow(before, 0).id).toBe(follow(after, 0).id);
    expect(followElement({ element: follow(before, 0), roots: before }, after)).toBeUndefined();
  });
  it('matches no other row when only one is left', () => {
    const one = rootsOf(list(['Zoe'], nameAndButton));
    expect(followElement({ element: follow(before, 0), roots: before }, one)).toBeUndefined();
  });
  it('does not match a list to a removed row where both are plain views', () => {
    const plain = (rows: readonly string[]): readonly Element[] =>
      rootsOf(
        node('scrollable="true"', rows.map((row) => node('', node(`text="${row}"`))).join('')),
      );
    const old = plain(['Ann', 'Bob']);
    const now = plain(['Cid', 'Dan']);
    const row = old[0]?.children[0];
    expect(row && followElement({ element: row, roots: old }, now)).toBeUndefined();
  });
  it('follows the list itself', () => {
    const [element] = before;
    expect(element && followElement({ element, roots: before }, after)).toBe(after[0]);
  });
  it('follows a row in place whose number changed, its text and its button', () => {
    const download = (text: string): readonly Element[] => rootsOf(list([text], nameAndButton));
    const old = download('Downloading 45%');
    const now = download('Downloading 46%');
    for (const [element, expected] of [
      [named(old, 'Downloading 45%'), named(now, 'Downloading 46%')],
      [follow(old, 0), follow(now, 0)],
    ] as const)
      expect(followElement({ element, roots: old }, now)).toBe(expected);
    const leaf = (text: string): readonly Element[] =>
      rootsOf(list([text], (name, bounds) => node(`text="${name}" ${bounds}`)));
    const before = leaf('Inbox (2)');
    const after = leaf('Inbox (3)');
    expect(followElement({ element: named(before, 'Inbox (2)'), roots: before }, after)).toBe(
      named(after, 'Inbox (3)'),
    );
  });
  it('does not follow a page as large as its list, nor a row to another place, by its text without numbers', () => {
    const photo = (text: string, bounds: string): readonly Element[] =>
      rootsOf(list([text], (name) => nameAndButton(name, `bounds="${bounds}"`)));
    const page = '[0,200][1000,1000]';
    for (const [then, now] of [
      [page, page],
      ['[0,200][1000,300]', '[0,300][1000,400]'],
    ] as const) {
      const old = photo('Photo 1', then);
      const later = photo('Photo 2', now);
      expect(followElement({ element: follow(old, 0), roots: old }, later)).toBeUndefined();
    }
  });
  it('matches no rows without texts once they may have moved', () => {
    const icon = (_: string, bounds: string): string => node(`clickable="true" ${bounds}`);
    const icons = rootsOf(list(['1', '2', '3'], icon));
    const element = icons[0]?.children[1];
    expect(
      element && followElement({ element, roots: icons }, rootsOf(list(['2', '3'], icon))),
    ).toBe(undefined);
  });
  it('follows a row to its place, not to another row with the same text', () => {
    const follow = (now: readonly Element[]): Element | undefined =>
      followElement({ element: named(before, 'Bob'), roots: before }, now);
    const inPlace = rootsOf(list(['Ann', 'Bob', 'Bob'], nameAndButton));
    expect(follow(inPlace)).toBe(named(inPlace, 'Bob'));
    expect(follow(rootsOf(list(['Bob', 'Eve', 'Bob'], nameAndButton)))).toBeUndefined();
  });

  const form = (top: number, email = ''): string =>
    ['Name', 'Email', 'City']
      .map((label, i) => {
        const bounds = `bounds="[0,${top + i * 200}][1000,${top + 100 + i * 200}]"`;
        const text = label === 'Email' ? email : '';
        return (
          node(`text="${label}" ${bounds}`) +
          node(`text="${text}" ${bounds}`).replace('"V"', '"android.widget.EditText"')
        );
      })
      .join('');
  it('follows a field without an id by the label before it, whatever its content', () => {
    const open = rootsOf(node('', form(900)));
    const keyboard = rootsOf(node('scrollable="true"', form(300, 'a@b.c')));
    const fields = (roots: readonly Element[]): Element[] =>
      [...walk(roots)].filter(({ editable }) => editable);
    const element = fields(open)[1];
    expect(element && followElement({ element, roots: open }, keyboard)).toBe(fields(keyboard)[1]);
  });
  it('follows a button whose text changed, but not in lists', () => {
    const player = (text: string): readonly Element[] =>
      rootsOf(node('', node(`text="${text}" resource-id="com.a:id/play"`)));
    const old = player('Play');
    const now = player('Pause');
    expect(followElement({ element: named(old, 'Play'), roots: old }, now)).toBe(
      named(now, 'Pause'),
    );
    const inList = (text: string): readonly Element[] =>
      rootsOf(node('scrollable="true"', node(`text="${text}" resource-id="com.a:id/play"`)));
    const oldRow = inList('Play');
    const newRow = inList('Pause');
    expect(
      followElement({ element: named(oldRow, 'Play'), roots: oldRow }, newRow),
    ).toBeUndefined();
  });
  it('follows an icon beside the only text of a part that has an id, whatever the text', () => {
    const icon = node('clickable="true"').replace('"V"', '"Icon"');
    const card = (text: string): readonly Element[] =>
      rootsOf(node('', node('resource-id="com.a:id/card"', node(`text="${text}"`) + icon)));
    const old = card('1 song');
    const now = card('2 songs');
    const iconOf = (roots: readonly Element[]): Element | undefined =>
      [...walk(roots)].find(({ clickable }) => clickable);
    const element = iconOf(old);
    expect(element && followElement({ element, roots: old }, now)).toBe(iconOf(now));
  });
  it('matches nothing in another app', () => {
    const other = rootsOf(list(['Cid'], nameAndButton).replaceAll('com.a"', 'com.b"'));
    expect(followElement({ element: named(before, 'Cid'), roots: before }, other)).toBeUndefined();
  });
});

describe('the nearest element', () => {
  const findNearest = (
    before: readonly Element[],
    after: readonly Element[],
    text: string,
  ): Element | undefined => createElementFollower(before, after).findNearest(named(before, text));
  /** A page with several lists. */
  const sections = (...rows: readonly (readonly string[])[]): readonly Element[] =>
    rootsOf(node('', rows.map((names) => list(names, nameAndButton)).join('')));

  it('is a row that is now in another section', () => {
    const before = sections(['Ann', 'Bob'], ['Cid']);
    const after = sections(['Ann'], ['Cid', 'Bob']);
    expect(followElement({ element: named(before, 'Bob'), roots: before }, after)).toBeUndefined();
    expect(findNearest(before, after, 'Bob')).toBe(named(after, 'Bob'));
  });
  it('is not a part of another row, even if it alone has this text', () => {
    const before = sections(['Ann'], []);
    const after = sections([], ['Zoe']);
    expect(findNearest(before, after, 'Follow')).toBeUndefined();
  });
  it('is none of two with the same text', () => {
    const before = sections(['Bob'], ['Cid']);
    const after = sections(['Ann'], ['Bob', 'Bob']);
    expect(findNearest(before, after, 'Bob')).toBeUndefined();
  });
  it('is the only field with this hint, which older phones print as its text', () => {
    const chat = (...messages: readonly string[]): readonly Element[] => {
      const field = node('text="Message"').replace('"V"', '"android.widget.EditText"');
      return rootsOf(node('', messages.map((text) => node(`text="${text}"`)).join('') + field));
    };
    const before = chat('Hello', 'Hi');
    const after = chat('How are you?', 'Fine', 'And you?');
    expect(findNearest(before, after, 'Message')).toBe(named(after, 'Message'));
  });
});

describe('findUnlessStale', () => {
  it('finds nothing in the place of a row on another page, whose list does not scroll either', () => {
    const page = (title: string, ...rows: readonly string[]): readonly Element[] =>
      rootsOf(
        node(`text="${title}"`) +
          list(rows, nameAndButton)
            .replace('scrollable="true"', '')
            .replace('"R"', '"androidx.recyclerview.widget.RecyclerView"'),
      );
    const apps = page('Apps', 'Calculator', 'Notes', 'Clock');
    const network = page('Network', 'Wi-Fi', 'Mobile data', 'Hotspot');
    const follower = createElementFollower(apps, network);
    for (const element of [named(apps, 'Notes'), named(apps, 'Follow', 1)])
      expect(follower.findUnlessStale(element)).toBeUndefined();
    const [row] = apps[1]?.children ?? [];
    expect(row && follower.findUnlessStale(row)).toBeUndefined();
    const again = page('Apps', 'Calculator', 'Notes', 'Clock');
    expect(row && createElementFollower(apps, again).findUnlessStale(row)?.path).toBe(row?.path);
  });
});

describe('findUnlessStale of an element without a label', () => {
  const list = (labels: readonly string[], scrollable = true): readonly Element[] => {
    const rows = labels.map(
      (label, i) => `<node text="${label}" bounds="[0,${i * 9}][9,${i * 9 + 9}]"/>`,
    );
    const icon = '<node class="Icon" bounds="[9,0][18,9]"/>';
    return rootsOf(`<node scrollable="${scrollable}">${rows.join('')}${icon}</node>`);
  };
  const isFound = (before: readonly Element[], after: readonly Element[]): boolean => {
    const icon = [...walk(before)].find(({ className }) => className === 'Icon');
    if (icon === undefined) throw new Error('There is no icon');
    const found = createElementFollower(before, after).findUnlessStale(icon);
    if (found !== undefined) expect(found.id).toBe(icon.id);
    return found !== undefined;
  };

  it.each([
    ['scrolled by a row', list(['a', 'b', 'c', 'd']), list(['b', 'c', 'd', 'e']), false],
    ['still', list(['a', 'b', 'c', 'd']), list(['a', 'b', 'c', 'd']), true],
    ['one row counted on', list(['a', 'b', 'c', 'd']), list(['a', 'b', 'c 2', 'd']), true],
    ['the same word in every row', list(['b', 'x', 'x', 'x']), list(['b', 'y', 'y', 'y']), true],
    ['no list', list(['a', 'b', 'c'], false), list(['d', 'e', 'f'], false), true],
  ])('%s', (_, before, after, expected) => {
    expect(isFound(before, after)).toBe(expected);
  });
});

describe.skipIf(capturedDumps.length === 0)('captured dumps (skipped where absent)', () => {
  const shift = (xml: string): string =>
    xml.replace(/bounds="\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]"/g, (_, l, t, r, b) => {
      return `bounds="[${l},${Number(t) - 70}][${r},${Number(b) - 70}]"`;
    });

  it.each(capturedDumps)('%s: every element matches itself or nothing', (name) => {
    const xml = decodeXml(readCapturedDump(name));
    const roots = parseHierarchy(new TextEncoder().encode(xml)).roots;
    const moved = parseHierarchy(new TextEncoder().encode(shift(xml))).roots;
    const again = parseHierarchy(new TextEncoder().encode(xml)).roots;
    for (const after of [again, moved]) {
      const later = createElementFollower(roots, after);
      for (const element of walk(roots)) {
        const match = later.findCertain(element);
        if (match !== undefined) expect(match.path).toBe(element.path);
      }
    }
  });
  it('nearly every element with a text or action is matched', () => {
    let all = 0;
    let found = 0;
    for (const name of capturedDumps) {
      const xml = decodeXml(readCapturedDump(name));
      const roots = parseHierarchy(new TextEncoder().encode(xml)).roots;
      const moved = parseHierarchy(new TextEncoder().encode(shift(xml))).roots;
      const later = createElementFollower(roots, moved);
      for (const element of walk(roots)) {
        if (element.text === '' && element.description === '' && !element.clickable) continue;
        all++;
        if (later.findCertain(element) !== undefined) found++;
      }
    }
    expect(found / all).toBeGreaterThan(0.99);
  });
});
