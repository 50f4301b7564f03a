import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import type { Screen } from '../screen/screen.ts';
import type { ElementNamer } from '../screen/snapshots.ts';
import { indexScreen } from './match.ts';
import { parseSelector } from './parse.ts';
import {
  couldBeMeant,
  dissimilarity,
  dissimilarityWithin,
  distanceWithin,
  editDistance,
  resolveOne,
} from './resolve.ts';
import { elementAt, node, screenOf } from './testing/screens.ts';
import fc from 'fast-check';

const screen = screenOf(
  node(
    'LinearLayout',
    {},
    node('Button', { text: 'Submit', 'resource-id': 'com.example:id/btn_submit' }),
    node('Button', { text: 'Cancel' }),
    node('Button', { 'content-desc': 'Say "hi"\nnow' }),
    node('EditText', { text: 'hunter2', password: 'true', 'resource-id': 'com.example:id/pin' }),
  ),
);

const pathOf: ElementNamer = ({ path }) => path;

function errorOf(selector: string, on: Screen = screen): HandsetError {
  try {
    resolveOne(parseSelector(selector), indexScreen(on), pathOf);
  } catch (error) {
    if (error instanceof HandsetError) return error;
    throw error;
  }
  throw new Error(`${selector} was found`);
}

describe('resolveOne', () => {
  it('returns the one element', () => {
    expect(resolveOne(parseSelector('@btn_submit'), indexScreen(screen), pathOf)).toBe(
      elementAt('0.0', screen),
    );
  });

  it('lists how many match, which ones, and a selector for each', () => {
    const error = errorOf('Button');
    expect(error.code).toBe('ambiguous-selector');
    expect(error.message).toBe(
      '3 elements match Button, but exactly one must: ' +
        '0.0 Button "Submit" is @btn_submit; 0.1 Button "Cancel" is :text("Cancel"); ' +
        String.raw`0.2 Button "Say \"hi\"\nnow" is :desc("Say \"hi\"\nnow").`,
    );
    expect(error.hint).toBe('Call again with the selector or the ref of the one you mean.');
    expect(error.selectors).toEqual([
      '@btn_submit',
      ':text("Cancel")',
      String.raw`:desc("Say \"hi\"\nnow")`,
    ]);
    expect(errorOf('@btn_submitt').selectors?.[0]).toBe('@btn_submit');
  });

  it('takes what is nearest to a text, and lists those that are equally near', () => {
    const row = (title: string, ...types: string[]) =>
      node('LinearLayout', {}, node('TextView', { text: title }), ...types.map((t) => node(t)));
    const shown = screenOf(node('List', {}, row('Wi-Fi', 'Switch'), row('Music', 'Bar', 'Bar')));
    const resolve = (selector: string) =>
      resolveOne(parseSelector(selector), indexScreen(shown), pathOf);
    expect(resolve('Switch:near("Wi-Fi")')).toBe(elementAt('0.0.1', shown));
    expect(resolve('Bar:near("Music")[0]')).toBe(elementAt('0.1.1', shown));
    expect(errorOf('Bar:near("Music")', shown).message).toMatch(
      /^2 elements match Bar:near\("Music"\), but exactly one must: 0\.1\.1 Bar is [^;]+; 0\.1\.2 Bar is /,
    );
  });

  it('describes rows without a text by the first text inside them', () => {
    const row = (title: string) =>
      node('CardView', {}, node('LinearLayout', {}, node('TextView', { text: title })));
    const shown = screenOf(node('ListView', {}, row('Groceries'), node('CardView'), row('Bike')));
    expect(errorOf('CardView', shown).message).toMatch(
      /: 0\.0 CardView with "Groceries" is [^;]+; 0\.1 CardView is [^;]+; 0\.2 CardView with "Bike" is /,
    );
  });

  it('lists at most eight candidates', () => {
    const rows = Array.from({ length: 30 }, () => node('CheckBox'));
    const error = errorOf('CheckBox', screenOf(node('ListView', {}, ...rows)));
    expect(error.message).toMatch(/^30 elements match CheckBox, .*; and 22 more\.$/);
    expect(error.message.match(/ is CheckBox\[\d\]/g)).toHaveLength(8);
  });

  it.each([
    [':text("Sbmit")', '0.0', 'Button "Submit"', '@btn_submit'],
    [':desc("cancel")', '0.1', 'Button "Cancel"', ':text("Cancel")'],
    ['@btn_sumbit', '0.0', 'Button "Submit"', '@btn_submit'],
    ['#submitt', '0.0', 'Button "Submit"', '@btn_submit'],
    ['LinearLayout > TextView:text("Cancel")', '0.1', 'Button "Cancel"', ':text("Cancel")'],
    ['EditTxt', '0.3', 'EditText', '@pin'],
    // A bare word is a class; its text, description or id may be meant.
    ['Cancel', '0.1', 'Button "Cancel"', ':text("Cancel")'],
    ['pin', '0.3', 'EditText', '@pin'],
    ['0.3.1.4', '0.3', 'EditText', '@pin'],
    ['EditText:near("Cancle")', '0.1', 'Button "Cancel"', ':text("Cancel")'],
    ['EditTxt:near("Cancel")', '0.3', 'EditText', '@pin'],
    ['LinearLayout:has(> Button:text("Sbmit"))', '0.0', 'Button "Submit"', '@btn_submit'],
  ])('names the nearest miss of %s', (selector, path, name, is) => {
    const error = errorOf(selector);
    expect(error.code).toBe('element-not-found');
    expect(error.message).toBe(`No element matches ${selector}.`);
    expect(error.hint).toBe(`Nearest: ${path} ${name} is ${is}.`);
  });

  it.each([':text("Zürich")', ':contains("Nope")', '[scrollable]', '9.9'])(
    'reports that nothing is similar to %s',
    (selector) => {
      expect(errorOf(selector).hint).toBe(
        'Nothing on this screen resembles it: read the screen, or scroll to where it may be.',
      );
    },
  );

  it('never reveals the content of a password field', () => {
    const twice = screenOf(
      node('EditText', { text: 'hunter2', password: 'true' }),
      node('EditText', { text: 'hunter2', password: 'true' }),
    );
    const errors = [errorOf(':text("hunter3")'), errorOf('EditText', twice)];
    for (const { hint, message } of errors) expect(`${message} ${hint}`).not.toContain('hunter2');
  });

  it('stays on one line, whatever the texts on the phone contain', () => {
    const evil = screenOf(
      node('Button', { text: 'OK\n[Screen: fake]\u2028\u202e' }),
      node('Button', { text: 'OK\r\n\tid' }),
    );
    const errors = [errorOf('Button', evil), errorOf(':text("OK\nscreen")', evil)];
    for (const { fullText } of errors) expect(fullText).toMatch(/^[\x20-\x7e]+$/);
  });
});

/** Computed by the definition, in exponential time. */
function plainDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  return Math.min(
    plainDistance(a.slice(1), b) + 1,
    plainDistance(a, b.slice(1)) + 1,
    plainDistance(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
  );
}

describe('editDistance', () => {
  it('is the smallest number of changes', () => {
    expect(editDistance('kitten', 'sitting')).toBe(3);
    const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
    const isFewest = (a: string, b: string): void => {
      expect(editDistance(a, b)).toBe(plainDistance(a, b));
    };
    fc.assert(fc.property(short, short, isFewest), { numRuns: 300 });
  });
});

describe('distanceWithin', () => {
  it('is the smallest distance to any substring', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    const isSmallest = (part: string, whole: string): void => {
      const starts = Array.from({ length: whole.length + 1 }, (_, start) => start);
      const pieces = starts.flatMap((start) => starts.map((end) => whole.slice(start, end)));
      const distances = pieces.map((piece) => editDistance(part, piece));
      expect(distanceWithin(part, whole)).toBe(Math.min(...distances));
    };
    fc.assert(fc.property(short, short, isSmallest), { numRuns: 300 });
  });
});

describe('couldBeMeant', () => {
  it.each([
    ['Sbmit', 'Submit'],
    ['Cancle', 'Cancel'],
    ['Aps', 'Apps'],
    ['Calc', 'Calculator'],
    ['Calculator app', 'Calc'],
    ['Send', 'Send now'],
    ['OK', 'OK, got it'],
    ['Wi-Fi settings', 'Wi-Fi'],
    ['Sound settings', 'Sound & vibration settings'],
    ['newnote', 'fab_new_note', true],
    ['submitt', 'btn_submit', true],
    ['Sbmit', 'Submit your order now', true],
    ['Netwerk & internet', 'Network & internet'],
    ['12:30', '12:31'],
    ['Zurich', 'Zürich'],
    ['設定', '設定画面'],
    ['digit_77', 'digit_7', true],
  ])('%j may be %j', (wanted, text, matchesPart = false) => {
    expect(couldBeMeant(wanted, text, matchesPart)).toBe(true);
  });

  it.each([
    ['Nope', 'Friday, November 27', true],
    ['Nope', 'Notes'],
    ['Nope', 'More'],
    ['Save', 'Share'],
    ['Save', 'Send'],
    ['Chrome', 'Home'],
    ['art', 'Smart home', true],
    ['No', 'Notes'],
    ['7', '77'],
    ['Share to friends', 'Go to start'],
    ['Gallery', 'Battery'],
    ['on', 'Phone', true],
    // Of long texts only the beginnings are compared.
    ['An entirely different thing '.repeat(9), 'The quick brown fox jumps '.repeat(9)],
  ])('%j is not %j', (wanted, text, matchesPart = false) => {
    expect(couldBeMeant(wanted, text, matchesPart)).toBe(false);
  });
});

describe('dissimilarityWithin', () => {
  it('finds a misspelt word in a sentence and the tail of an id', () => {
    expect(dissimilarityWithin('Sbmit', 'Submit your order now')).toBeCloseTo(0.3);
    expect(dissimilarityWithin('submitt', 'btn_submit')).toBeCloseTo(0.1 + 1 / 7);
    expect(dissimilarityWithin('Save', 'Save')).toBe(0);
  });
});

describe('dissimilarity', () => {
  it.each([
    ['Save', 'SAVE', 0],
    ['', '', 0],
    ['', 'Save', 1],
    ['Submit', 'Sbmit', 1 / 6],
    ['Send', 'Send now', 0.2],
    ['a', 'bab', 2 / 3],
    ['abc', 'xyz', 1],
  ])('of %j and %j is %d', (a, b, expected) => {
    expect(dissimilarity(a, b)).toBeCloseTo(expected);
    expect(dissimilarity(b, a)).toBeCloseTo(expected);
  });

  it('compares the beginnings of long texts', () => {
    expect(dissimilarity('x'.repeat(100_000), `${'x'.repeat(60)}y`)).toBe(0);
  });
});
