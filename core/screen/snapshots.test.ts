import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { findUnlessStale } from './follow-element.ts';
import { type Element, type Screen, walk } from './screen.ts';
import {
  ShownElements,
  Snapshots,
  isRef,
  maxNewRefs,
  refOfNumber,
  shortRefs,
} from './snapshots.ts';
import { countingRefs, rootsOf, screenOf } from './testing/screens.ts';

const screen = (density: number): Screen => screenOf('', { density });

function filled(count: number): Snapshots {
  const snapshots = new Snapshots();
  for (let i = 1; i <= count; i++) snapshots.add(screen(i));
  return snapshots;
}

const refusal = (snapshots: Snapshots, id: string): string => {
  try {
    snapshots.get(id);
  } catch (error) {
    if (error instanceof HandsetError && error.code === 'invalid-argument') return error.fullText;
    throw error;
  }
  return 'found';
};

describe('Snapshots', () => {
  it('numbers snapshots and finds them by id, with or without the prefix used in replies', () => {
    const snapshots = new Snapshots();
    expect(snapshots.latest).toBeUndefined();
    expect([snapshots.add(screen(1)), snapshots.add(screen(2))]).toEqual(['s1', 's2']);
    expect(snapshots.get('s1')).toEqual({ id: 's1', screen: screen(1), luma: null, actions: 0 });
    expect(snapshots.get('snapshot:s2')).toEqual({
      id: 's2',
      screen: screen(2),
      luma: null,
      actions: 0,
    });
    expect(snapshots.latest).toEqual({ id: 's2', screen: screen(2), luma: null, actions: 0 });
  });

  it('counts the actions since each snapshot', () => {
    const snapshots = filled(1);
    snapshots.countAction();
    snapshots.add(screen(2));
    snapshots.countAction();
    expect(['s1', 's2'].map((id) => snapshots.get(id).actions)).toEqual([2, 1]);
  });

  it('keeps the last 16 and never reuses an id', () => {
    const snapshots = filled(40);
    expect(refusal(snapshots, 's24')).toBe("Snapshot 's24' has expired. Only s25 to s40 are kept.");
    expect(snapshots.get('s25').screen.density).toBe(25);
    expect(snapshots.get('s40').screen.density).toBe(40);
    expect(snapshots.add(screen(41))).toBe('s41');
    expect(refusal(snapshots, 's25')).toContain('has expired');
  });

  it.each([
    [
      0,
      's1',
      "Snapshot 's1' not found. No screen of this phone has been shown to you yet: read the screen first.",
    ],
    [1, 's2', "Snapshot 's2' not found. Only s1 is kept."],
    [3, 's4', "Snapshot 's4' not found. Only s1 to s3 are kept."],
    [3, 's0', "Snapshot 's0' not found. Only s1 to s3 are kept."],
    [3, 's01', "Snapshot 's01' not found. Only s1 to s3 are kept."],
    [3, '', "Snapshot '' not found. Only s1 to s3 are kept."],
    [3, 'node_1', "Snapshot 'node_1' not found. Only s1 to s3 are kept."],
  ])('after %i refuses %j', (count, id, message) => {
    expect(refusal(filled(count), id)).toBe(message);
  });
});

describe('refs of ShownElements', () => {
  const focus = { packageName: 'com.a', activity: '.A' };
  const list = (...names: readonly string[]): Pick<Screen, 'roots' | 'focus' | 'rotation'> => {
    const rows = names.map(
      (name, i) =>
        `<node class="a.Row" text="${name}" clickable="true" package="com.a" bounds="[0,${i * 90}][900,${i * 90 + 90}]"/>`,
    );
    const list = `<node class="a.List" scrollable="true" package="com.a" bounds="[0,0][900,900]">${rows.join('')}</node>`;
    return { roots: rootsOf(list), focus, rotation: 0 };
  };
  const named = ({ roots }: Pick<Screen, 'roots'>, name: string): Element => {
    const found = [...walk(roots)].find(({ text }) => text === name);
    if (found === undefined) throw new Error(`Nothing says ${name}`);
    return found;
  };
  const refsOf = (
    shown: ShownElements,
    screen: ReturnType<typeof list>,
    ...names: readonly string[]
  ): string[] => {
    const refOf = shown.refsOn(screen);
    return names.map((name) => refOf(named(screen, name)));
  };

  it('follow their elements when a list scrolls by whole rows', () => {
    const shown = new ShownElements(countingRefs());
    const before = list('Ann', 'Bob', 'Cid', 'Dan');
    const after = list('Bob', 'Cid', 'Dan', 'Eva');
    expect(refsOf(shown, before, 'Ann', 'Bob', 'Cid')).toEqual(['e1', 'e2', 'e3']);
    expect(refsOf(shown, after, 'Bob', 'Eva', 'Cid')).toEqual(['e2', 'e4', 'e3']);
    expect(shown.recall('e2')?.element).toBe(named(after, 'Bob'));
    expect(shown.recall('e1')?.element).toBe(named(before, 'Ann'));
  });

  it('come back with the screen, and are not given to what replaced an element', () => {
    const shown = new ShownElements(countingRefs());
    refsOf(shown, list('Ann', 'Bob'), 'Ann', 'Bob');
    expect(refsOf(shown, list('Xia', 'Yan'), 'Xia', 'Yan')).toEqual(['e3', 'e4']);
    expect(refsOf(shown, list('Ann', 'Bob'), 'Ann', 'Bob')).toEqual(['e1', 'e2']);
  });

  it('lead to a row with other texts only once the agent is shown these', () => {
    const shown = new ShownElements(countingRefs());
    const requests = (name: string) => {
      const row = `<node class="a.Row" package="com.a" bounds="[0,90][900,180]"><node class="a.Text" package="com.a" text="${name}"/><node class="a.Button" package="com.a" text="Accept" clickable="true"/></node>`;
      const list = `<node class="a.List" scrollable="true" package="com.a" bounds="[0,90][900,900]">${row}</node>`;
      const title =
        '<node class="a.Title" package="com.a" text="Requests" bounds="[0,0][900,90]"/>';
      return { roots: rootsOf(title + list), focus, rotation: 0 } as const;
    };
    const ann = requests('Ann');
    expect(refsOf(shown, ann, 'Ann', 'Accept')).toEqual(['e1', 'e2']);
    const find = (ref: string, { roots }: ReturnType<typeof requests>): Element | undefined => {
      const then = shown.recall(ref);
      return then && findUnlessStale(then, roots);
    };
    expect(find('e2', requests('Ann'))?.text).toBe('Accept');
    const zoe = requests('Zoe');
    expect(find('e2', zoe)).toBeUndefined();
    // An error or reply that names something else of the new screen does not show it.
    expect(shown.refsOn(zoe)(named(zoe, 'Requests'))).toBe('e3');
    expect(find('e2', zoe)).toBeUndefined();
    expect(shown.refsOnShown(zoe)(named(zoe, 'Zoe'))).toBe('e1');
    expect(find('e2', zoe)).toBe(named(zoe, 'Accept'));
    expect(find('e2', requests('Eve'))).toBeUndefined();
  });

  it('stay the same on a screen of rows without labels that did not change', () => {
    const shown = new ShownElements(countingRefs());
    const rows = () => list('', '', '');
    const first = rows();
    const refOf = shown.refsOn(first);
    const refs = [...walk(first.roots)].map(refOf);
    const again = rows();
    expect([...walk(again.roots)].map(shown.refsOn(again))).toEqual(refs);
  });

  it('are unknown to another agent, whose refs are others', () => {
    const nextRef = countingRefs();
    const one = new ShownElements(nextRef);
    const other = new ShownElements(nextRef);
    const screen = list('Ann');
    expect(refsOf(one, screen, 'Ann')).toEqual(['e1']);
    expect(refsOf(other, screen, 'Ann')).toEqual(['e2']);
    expect(other.recall('e1')).toBeUndefined();
  });

  it('give way to ids on a screen with too many elements', () => {
    const shown = new ShownElements(countingRefs());
    const screen = list(...Array.from({ length: maxNewRefs + 1 }, (_, i) => `Row ${i}`));
    const names = [...walk(screen.roots)].map(shown.refsOn(screen));
    expect(names.filter(isRef)).toHaveLength(maxNewRefs);
    expect(names.at(-1)).toBe(named(screen, `Row ${maxNewRefs}`).id);
  });

  it('have at most four characters, until all of these were used; none is used twice', () => {
    const refs = Array.from({ length: shortRefs + 1000 }, (_, number) => refOfNumber(number));
    expect(new Set(refs).size).toBe(refs.length);
    expect(refs.every(isRef)).toBe(true);
    expect(refs.slice(0, shortRefs).every((ref) => ref.length <= 4)).toBe(true);
    expect([refs[0], refs[998], refs[999], refs[shortRefs]]).toEqual(['e1', 'e999', 'f1', 'e1000']);
    expect(['s3', 'node_1a', 'e0', 'e', 'E7'].some(isRef)).toBe(false);
  });
});
