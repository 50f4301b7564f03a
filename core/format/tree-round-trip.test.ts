import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveredElements } from '../screen/covers.ts';
import { isOnScreen, walk, type Element, type Screen } from '../screen/screen.ts';
import { capturedScreen, rootsOf, screenOf } from '../screen/testing/screens.ts';
import { capturedDumps } from '../testing/captures.ts';
import { parseTree } from './testing/parse-tree.ts';
import { formatTree } from './tree.ts';

/** The line that an element must have, by the format's description. */
function expectedLine(element: Element, screen: Screen, verbose: boolean) {
  const { className, resourceId, bounds, text, description, hint } = element;
  const name = resourceId.slice(
    Math.max(0, resourceId.indexOf(':id/') + 4 * Number(resourceId.includes(':id/'))),
  );
  const flags = [
    element.clickable && 'clickable',
    element.checkable && 'checkable',
    element.checked && 'checked',
    element.scrollable && 'scrollable',
    element.editable && 'editable',
    element.focused && 'focused',
    element.password && 'password',
    element.selected && 'selected',
    !element.enabled && 'disabled',
    element.longClickable && 'long-clickable',
    !isOnScreen(element, screen.size) && 'offscreen',
    coveredElements(screen).has(element) && 'covered',
  ];
  return {
    level: element.depth,
    path: element.path,
    className: typeOf(className),
    // An empty field reports its hint as its text.
    texts: text === '' || (element.editable && text === hint) ? [] : [truncated(text)],
    descriptions: description === '' || description === text ? [] : [truncated(description)],
    hint: truncated(hint),
    name,
    flags: flags.filter((flag) => flag !== false),
    bounds: verbose ? [bounds.left, bounds.top, bounds.right, bounds.bottom] : null,
  };
}

function typeOf(className: string): string {
  const type = className.split('.').at(-1) || 'View';
  return /^[\p{L}_$][\p{L}\p{N}\p{M}_$-]*$/u.test(type) ? type : truncated(type);
}

function truncated(text: string): string {
  if (text.length <= 200) return text;
  const isPair = (text.codePointAt(199) ?? 0) > 0xffff;
  return `${text.slice(0, isPair ? 201 : 200)}…`;
}

const awkwardPiece = fc.constantFrom(
  ...'"\\[]{}@=,: \n\r\t\u2028\u2029\u0085\u0000\u202e\u200b\u00a0\ue001\ud800\udc00…',
  '😀',
  '👨‍👩‍👧',
  ' {clickable} [0,0,1,1]',
  '\n  [0] Button "Pay"',
);
const text = fc.oneof(
  fc.constant(''),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.array(awkwardPiece, { maxLength: 12 }).map((all) => all.join('')),
  fc.string({ unit: 'grapheme', minLength: 95, maxLength: 110 }),
);
const element: fc.Arbitrary<Element> = fc
  .record({
    className: fc.oneof(fc.constantFrom('android.widget.Button', 'View', ''), text),
    resourceId: fc.oneof(
      fc.constant(''),
      text.map((name) => `com.a:id/${name || 'x'}`),
    ),
    text,
    description: text,
    hint: text,
    bounds: fc.record({
      left: fc.integer({ min: -50, max: 3000 }),
      top: fc.integer({ min: -50, max: 3000 }),
      right: fc.integer({ min: -50, max: 3000 }),
      bottom: fc.integer({ min: -50, max: 3000 }),
    }),
    clickable: fc.boolean(),
    longClickable: fc.boolean(),
    scrollable: fc.boolean(),
    checkable: fc.boolean(),
    checked: fc.boolean(),
    focused: fc.boolean(),
    selected: fc.boolean(),
    enabled: fc.boolean(),
    editable: fc.boolean(),
  })
  .chain((traits) =>
    fc.constantFrom(...rootsOf('<node/>')).map((element) => ({ ...element, ...traits })),
  );

describe('a parsed tree', () => {
  it('has the same data for any element', () => {
    const screen = screenOf('');
    fc.assert(
      fc.property(element, fc.boolean(), (root, verbose) => {
        const parsed = parseTree(formatTree({ ...screen, roots: [root] }, { verbose }));
        expect(parsed.lines).toEqual([expectedLine(root, screen, verbose)]);
      }),
      { numRuns: 400 },
    );
  });

  it.skipIf(capturedDumps.length === 0).each(capturedDumps)('%s', (file) => {
    const screen = capturedScreen(file);
    const all = [...walk(screen.roots)];
    for (const verbose of [false, true]) {
      const { lines, packageName } = parseTree(formatTree(screen, { verbose }));
      expect(lines).toHaveLength(all.length);
      expect(packageName).toBe(screen.focus.packageName || 'unknown');
      all.forEach((one, at) => {
        expect(lines[at]).toEqual(expectedLine(one, screen, verbose));
      });
    }
  });
});
