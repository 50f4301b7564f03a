import { describe, expect, it } from 'vitest';
import type { Rotation } from '#core/geometry.ts';
import { capturedDumps, readCapturedDump } from '#core/testing/captures.ts';
import { emptyLayoutNode, type DumpNode } from '../../world.ts';
import { attributeXml, compressTree, dumpXml, stripInvalid } from './uiautomator.ts';

const node = emptyLayoutNode('com.example', { left: 0, top: 0, right: 1080, bottom: 2400 });

describe('a dump', () => {
  const tree: DumpNode = {
    ...node,
    children: [
      {
        ...node,
        className: 'android.widget.EditText',
        text: 'a "b"',
        hint: 'Say',
        focusable: true,
      },
      { ...node, className: 'android.widget.ImageButton', clickable: true },
    ],
  };
  const start =
    `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="1">` +
    '<node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.example" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][1080,2400]"';

  it('is written as Android 11 writes it', () => {
    expect(dumpXml(tree, 1, 11)).toBe(
      `${start}>` +
        `<node index="0" text='a "b"' resource-id="" class="android.widget.EditText" package="com.example" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][1080,2400]" />` +
        `<node NAF="true" index="1" text="" resource-id="" class="android.widget.ImageButton" package="com.example" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][1080,2400]" />` +
        '</node></hierarchy>',
    );
  });

  it('has drawing order and hint on newer versions', () => {
    const text = dumpXml(tree, 1, 14);
    expect(text.startsWith(`${start} drawing-order="0" hint="">`)).toBe(true);
    expect(text).toContain('bounds="[0,0][1080,2400]" drawing-order="1" hint="Say" />');
  });
});

describe('attribute values', () => {
  it.each([
    ['a&b<c>d', 'x="a&amp;b&lt;c&gt;d"'],
    ['say "it\'s"', `x='say "it&apos;s"'`],
    ["it's", `x="it's"`],
    ['a\nb\tc\r', 'x="a&#10;b&#9;c&#13;"'],
    ['\u{1f3b5} \u00e9\ufffc', 'x="&#127925; \u00e9\ufffc"'],
  ])('%j', (value, expected) => {
    expect(attributeXml('x', value)).toBe(` ${expected}`);
  });

  it('control characters become dots', () => {
    expect(stripInvalid('a\u0001\u0000\u007f\u0085\tb\ud800c')).toBe('a...\u0085\tb.c');
  });
});

describe('NAF', () => {
  const isNaf = (tree: DumpNode): boolean =>
    dumpXml(tree, 0, 11).includes('<node NAF="true" index="0"');
  const button = { ...node, clickable: true };
  it.each([
    ['a silent button', button, true],
    ['a disabled one', { ...button, enabled: false }, false],
    ['one with a description', { ...button, description: 'Go' }, false],
    [
      'one whose grandchild speaks',
      { ...button, children: [{ ...node, children: [{ ...node, text: 'x' }] }] },
      false,
    ],
    ['a list', { ...button, className: 'android.widget.ListView' }, false],
  ])('%s', (_name, tree, expected) => {
    expect(isNaf(tree)).toBe(expected);
  });
});

describe('--compressed', () => {
  it('keeps nodes with a text or action and drops their layouts', () => {
    const tree = {
      ...node,
      children: [
        {
          ...node,
          resourceId: 'android:id/content',
          children: [
            {
              ...node,
              text: 'one',
              children: [{ ...node, children: [{ ...node, description: 'two' }] }],
            },
          ],
        },
        { ...node, scrollable: true },
      ],
    };
    expect(compressTree(tree)).toEqual({
      ...node,
      children: [
        { ...node, text: 'one', children: [{ ...node, description: 'two' }] },
        { ...node, scrollable: true },
      ],
    });
  });
});

describe.skipIf(capturedDumps.length === 0)('captured dumps, read and written again', () => {
  // Complete dumps as a phone wrote them: one line from the declaration to the end.
  const unmodifiedDumps = capturedDumps.flatMap((name) => {
    const text = readCapturedDump(name).toString('utf8').trim();
    const isPlain =
      /^<\?xml version='1\.0' encoding='UTF-8' standalone='yes' \?><hierarchy rotation="\d"><node [^\n]*<\/hierarchy>$/.test(
        text,
      );
    const known = /(?:display-id|text-selection|visible-to-user)=/.test(text);
    return isPlain && !known ? [[name, text] as const] : [];
  });

  it('there are some', () => expect(unmodifiedDumps.length).toBeGreaterThan(20));

  it.each(unmodifiedDumps)('%s', (_name, text) => {
    const { roots, rotation } = readDump(text);
    const [root, ...others] = roots;
    if (root === undefined || others.length > 0) return;
    const android = text.includes('drawing-order=') ? 14 : 11;
    expect(comparable(dumpXml(root, rotation, android))).toBe(comparable(text));
  });
});

/** Removes what cannot be restored without the invisible children: indices, drawing orders and NAF. */
function comparable(xml: string): string {
  return xml
    .replace(/ NAF="true"/g, '')
    .replace(/ index="\d+"/g, '')
    .replace(/ drawing-order="\d+"/g, '')
    .replace(/[\u{10000}-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

/** A separate parser, so that the writer is not checked against our own parser. */
function readDump(text: string): { roots: DumpNode[]; rotation: Rotation } {
  const roots: DumpNode[] = [];
  const open: DumpNode[][] = [roots];
  for (const [tag] of text.matchAll(/<node(?: [\w-]+=(?:"[^"]*"|'[^']*'))* ?\/?>|<\/node>/g)) {
    if (tag === '</node>') open.pop();
    else {
      const children: DumpNode[] = [];
      open.at(-1)?.push(nodeOf(tag, children));
      if (!tag.endsWith('/>')) open.push(children);
    }
  }
  const rotation = Number(/rotation="(\d)"/.exec(text)?.[1]);
  return { roots, rotation: rotation === 1 || rotation === 2 || rotation === 3 ? rotation : 0 };
}

function nodeOf(tag: string, children: DumpNode[]): DumpNode {
  const values = new Map(
    [...tag.matchAll(/ ([\w-]+)=(?:"([^"]*)"|'([^']*)')/g)].map(
      ([, name = '', double, single = '']) => [name, unescape(double ?? single)] as const,
    ),
  );
  const value = (name: string): string => values.get(name) ?? '';
  const is = (name: string): boolean => value(name) === 'true';
  const [left = 0, top = 0, right = 0, bottom = 0] = (value('bounds').match(/-?\d+/g) ?? []).map(
    Number,
  );
  return {
    className: value('class'),
    packageName: value('package'),
    text: value('text'),
    description: value('content-desc'),
    resourceId: value('resource-id'),
    hint: value('hint'),
    bounds: { left, top, right, bottom },
    clickable: is('clickable'),
    longClickable: is('long-clickable'),
    checkable: is('checkable'),
    checked: is('checked'),
    enabled: is('enabled'),
    focusable: is('focusable'),
    focused: is('focused'),
    scrollable: is('scrollable'),
    password: is('password'),
    selected: is('selected'),
    children,
  };
}

function unescape(text: string): string {
  const named: Readonly<Record<string, string>> = {
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    amp: '&',
  };
  return text.replace(/&(?:#(\d+)|(\w+));/g, (_all, code?: string, name?: string) =>
    code === undefined ? (named[name ?? ''] ?? '') : String.fromCodePoint(Number(code)),
  );
}
