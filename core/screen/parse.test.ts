import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { isOnScreen, keptElements, walk, type Element, type Hierarchy } from './screen.ts';
import { parseHierarchy } from './parse.ts';
import { formatScreenState } from '../format/screen-state.ts';
import { capturedDumps, readCapturedDump } from '../testing/captures.ts';

const declaration = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>`;
const parse = (xml: string): Hierarchy => parseHierarchy(new TextEncoder().encode(xml));
const wrap = (nodes: string): string =>
  `${declaration}<hierarchy rotation="0">${nodes}</hierarchy>`;
const elements = (xml: string): Element[] => [...walk(parse(xml).roots)];
const first = (nodes: string): Element => {
  const [element] = elements(wrap(nodes));
  if (!element) throw new Error('no element');
  return element;
};
const problemOf = (xml: string): HandsetError => {
  try {
    parse(xml);
  } catch (error) {
    if (error instanceof HandsetError) return error;
  }
  throw new Error('parsed without a problem');
};

describe('what surrounds the XML', () => {
  const xml = wrap('<node text="A"/>');
  it.each([
    ['a trailer on the same line', `${xml}UI hierchary dumped to: /dev/tty`],
    ['a trailer on a line of its own', `${xml}\nUI hierchary dumped to: /dev/tty\r\n`],
    [
      'daemon lines before',
      `* daemon not running; starting now at tcp:5037\n* daemon started\n${xml}`,
    ],
    ['a linker warning before', `WARNING: linker: libdvm.so has text relocations.\n${xml}`],
    ['a byte order mark', `\ufeff${xml}`],
  ])('%s', (_, text) => {
    expect(elements(text).map((element) => element.text)).toEqual(['A']);
  });
});

describe('other files', () => {
  it('reads an Appium page source, whose tags are class names', () => {
    const xml = `${declaration}\n<hierarchy index="0" class="hierarchy" rotation="1" width="800" height="400">
  <android.widget.FrameLayout index="0" class="android.widget.FrameLayout" text="" bounds="[0,0][800,400]" displayed="true">
    <android.widget.Button index="0" class="android.widget.Button" text="Größe &#128512;" clickable="true" bounds="[0,0][100,50]" displayed="true"/>
  </android.widget.FrameLayout>
</hierarchy>`;
    const { rotation, roots } = parse(xml);
    expect(rotation).toBe(1);
    expect([...walk(roots)].map(({ path, className, text }) => [path, className, text])).toEqual([
      ['0', 'android.widget.FrameLayout', ''],
      ['0.0', 'android.widget.Button', 'Größe 😀'],
    ]);
  });

  it("reads the apps' windows of the default display from a dump of all windows", () => {
    const window = (text: string, type: string, layer: number, active = false): string =>
      `<window index="0" title="" active="${active}" layer="${layer}" type="${type}"><hierarchy rotation="${layer}"><node text="${text}"/></hierarchy></window>`;
    const textsIn = (...windows: readonly string[]): string[] => {
      const other = `<display id="2">${window('other', 'TYPE_APPLICATION', 0, true)}</display>`;
      const own = `<display id="0">${windows.join('')}</display>`;
      const xml = `${declaration}<displays>${other}${own}</displays>UI hierchary dumped to: x`;
      return elements(xml).map(({ text }) => text);
    };
    const bar = window('bar', 'TYPE_SYSTEM', 2);
    const dialog = window('dialog', 'TYPE_APPLICATION', 1, true);
    const app = window('app', 'TYPE_APPLICATION', 0);
    expect(textsIn(bar, dialog, app)).toEqual(['app', 'dialog']);
    expect(textsIn(window('shade', 'TYPE_SYSTEM', 2, true), app)).toEqual(['app', 'shade']);
    expect(problemOf('<displays></displays>').message).toContain('no window of an app');
    expect(problemOf('<displays><display id="0">').message).toContain('</displays>');
  });
});

describe('encodings', () => {
  const xml = wrap('<node text="Größe 🎵"/>');
  const utf16 = (littleEndian: boolean): Uint8Array => {
    const view = new DataView(new ArrayBuffer(2 * xml.length + 2));
    view.setUint16(0, 0xfeff, littleEndian);
    for (let i = 0; i < xml.length; i++) view.setUint16(2 + 2 * i, xml.charCodeAt(i), littleEndian);
    return new Uint8Array(view.buffer);
  };
  it.each([
    ['UTF-8', new TextEncoder().encode(xml)],
    ['UTF-16LE with a mark, under a declaration of UTF-8', utf16(true)],
    ['UTF-16BE with a mark', utf16(false)],
    ['UTF-16LE without a mark', utf16(true).slice(2)],
  ])('%s', (_, bytes) => {
    expect(parseHierarchy(bytes).roots[0]?.text).toBe('Größe 🎵');
  });
});

describe('attribute values', () => {
  it.each([
    [`text='Kesariya (From "Brahmastra")'`, 'Kesariya (From "Brahmastra")'],
    ['text="It&apos;s &quot;5 &lt; 6 &amp; 7 &gt; 2&quot;"', `It's "5 < 6 & 7 > 2"`],
    ['text="&#127925; &#x1F3B5;"', '🎵 🎵'],
    ['text="&#55357;&#56832; &#55357;"', '😀 '],
    ['text="a&#10;b&#13;c"', 'a\nb\rc'],
    ['text="&amp;lt;b&amp;gt;"', '&lt;b&gt;'],
    ['text="\ue001 \ufffc"', '\ue001 \ufffc'],
    ['text="  kept  "', '  kept  '],
    ['text="Killed"', 'Killed'],
    ['text="ERROR: could not get idle state."', 'ERROR: could not get idle state.'],
    ['text="007"', '007'],
    [`text="${'x'.repeat(16_384)}"`, 'x'.repeat(16_384)],
  ])('%s', (attribute, text) => {
    expect(first(`<node ${attribute}/>`).text).toBe(text);
  });
});

describe('attribute sets', () => {
  it('Android 4 has no resource-id', () => {
    expect(first('<node class="android.view.View" content-desc="d"/>')).toMatchObject({
      resourceId: '',
      description: 'd',
      enabled: false,
    });
  });
  it('newer dumps add drawing-order and hint, NAF comes and goes', () => {
    const node = '<node NAF="true" drawing-order="3" hint="Name" text="" clickable="true"/>';
    expect(first(node)).toMatchObject({ hint: 'Name', clickable: true });
  });
  it('visible-to-user="false" puts an element off the screen', () => {
    const node = (visible: string): string =>
      `<node visible-to-user="${visible}" bounds="[0,0][10,10]"/>`;
    const screen = { width: 100, height: 100 };
    expect(isOnScreen(first(node('true')), screen)).toBe(true);
    expect(isOnScreen(first(node('false')), screen)).toBe(false);
  });
});

describe('bounds', () => {
  it.each([
    ['[0,0][1080,2400]', { left: 0, top: 0, right: 1080, bottom: 2400 }, true],
    ['[1080,300][0,200]', { left: 1080, top: 300, right: 0, bottom: 200 }, false],
    ['[5,5][5,90]', { left: 5, top: 5, right: 5, bottom: 90 }, false],
    ['[-200,10][-1,90]', { left: -200, top: 10, right: -1, bottom: 90 }, false],
    ['[0,2390][10,9999]', { left: 0, top: 2390, right: 10, bottom: 9999 }, true],
    ['nonsense', { left: 0, top: 0, right: 0, bottom: 0 }, false],
  ])('%s', (printed, bounds, onScreen) => {
    const element = first(`<node bounds="${printed}"/>`);
    expect(element.bounds).toEqual(bounds);
    expect(isOnScreen(element, { width: 1080, height: 2400 })).toBe(onScreen);
  });
});

describe('several roots', () => {
  it('count 0, 1 in paths', () => {
    const xml = wrap('<node index="0" text="a"/><node index="0" text="b"><node index="0"/></node>');
    expect(elements(xml).map((element) => element.path)).toEqual(['0', '1', '1.0']);
  });
});

describe('child index', () => {
  const paths = (children: string): string[] =>
    elements(wrap(`<node index="0">${children}</node>`)).map((element) => element.path);
  it('is the printed one if siblings have different ones', () => {
    expect(paths('<node index="1"/><node index="4"/>')).toEqual(['0', '0.1', '0.4']);
  });
  it('is the position if siblings share one or have none', () => {
    expect(paths('<node index="2"/><node index="2"/>')).toEqual(['0', '0.0', '0.1']);
    expect(paths('<node/><node/>')).toEqual(['0', '0.0', '0.1']);
  });
});

describe('derived flags', () => {
  it.each([
    ['android.widget.EditText', 'false', true],
    ['com.google.android.material.textfield.TextInputEditText', 'false', true],
    ['android.widget.MultiAutoCompleteTextView', 'false', true],
    ['android.widget.SearchView$SearchAutoComplete', 'false', true],
    ['android.widget.TextView', 'false', false],
    ['android.view.View', 'true', true],
  ])('%s password=%s is editable: %s', (className, password, editable) => {
    expect(first(`<node class="${className}" password="${password}"/>`).editable).toBe(editable);
  });
});

describe('keep rule', () => {
  const kept = (nodes: string): number => keptElements(parse(wrap(nodes)).roots).length;
  it.each([
    ['text="x"', 1],
    ['text=" "', 1],
    ['content-desc="x"', 1],
    ['resource-id="a:id/b"', 1],
    ['clickable="true"', 1],
    ['long-clickable="true"', 1],
    ['scrollable="true"', 1],
    ['class="android.widget.EditText"', 1],
    ['focusable="true" enabled="true" checkable="true"', 0],
  ])('%s', (attributes, count) => {
    expect(kept(`<node ${attributes}/>`)).toBe(count);
  });
  it('keeps elements below a dropped one', () => {
    expect(kept('<node><node><node text="x"/></node></node>')).toBe(1);
  });
});

describe('rotation', () => {
  it.each([0, 1, 2, 3])('%i', (rotation) => {
    expect(parse(`<hierarchy rotation="${rotation}"></hierarchy>`).rotation).toBe(rotation);
  });
});

describe('empty and cut-off dumps', () => {
  it('a hierarchy without nodes has none', () => {
    expect(parse('<hierarchy rotation="0"/>').roots).toEqual([]);
  });
  it.each([
    ['', 'There is no <hierarchy> in the dump: it is empty.'],
    ['Killed\n', 'There is no <hierarchy> in the dump: it says "Killed".'],
    [
      wrap('<node text="A"/>').slice(0, 100),
      'The dump ends before </hierarchy>, after 100 characters: it was cut short.',
    ],
  ])('%j', (xml, message) => {
    expect(problemOf(xml)).toMatchObject({ code: 'bad-hierarchy', message });
  });
});

describe('hostile XML gives a result or an error in bounded time', () => {
  it('entity bombs are refused', () => {
    const bomb = `<!DOCTYPE h [<!ENTITY a "${'a'.repeat(100)}"><!ENTITY b "${'&a;'.repeat(100)}">]>`;
    expect(problemOf(`${bomb}<hierarchy><node text="&b;"/></hierarchy>`).message).toBe(
      'The dump contains a <!DOCTYPE declaration, which uiautomator never writes.',
    );
  });
  it('50 MB are refused', () => {
    const xml = wrap(`<node text="${'x'.repeat(50 * 1024 * 1024)}"/>`);
    expect(problemOf(xml).message).toBe("The screen's dump is too big to read: 50 MB.");
  });
  it('depth 240 is parsed completely', () => {
    const deep = elements(wrap('<node text="x">'.repeat(240) + '</node>'.repeat(240)));
    expect(deep).toHaveLength(240);
    expect(deep.at(-1)?.depth).toBe(239);
  });
  it.each([260, 3_000, 9_000])('depth %i is refused', (depth) => {
    const xml = wrap('<node>'.repeat(depth) + '</node>'.repeat(depth));
    expect(problemOf(xml).message).toMatch(/nodes nested deeper than 250/);
  });
  it('very long names are truncated', () => {
    const long = 'x'.repeat(9_000);
    const [element] = elements(
      wrap(`<node class="${long}" resource-id="${long}" text="${long}"/>`),
    );
    expect(element).toMatchObject({ className: 'x'.repeat(500), resourceId: 'x'.repeat(500) });
    expect(element?.text).toBe(long);
  });
  it('9,900 nodes are parsed completely', () => {
    const row = '<node class="android.widget.TextView" text="row &amp; more" bounds="[0,0][9,9]"/>';
    expect(keptElements(parse(wrap(row.repeat(9_900))).roots)).toHaveLength(9_900);
  });
  it('half a million nodes are refused', () => {
    expect(problemOf(wrap('<node/>'.repeat(500_000))).message).toMatch(/more than 10000 nodes/);
  });
  it('an extremely long tag is refused', () => {
    const xml = wrap(`<node ${'a='.repeat(190_000)}/>`);
    expect(problemOf(xml).message).toMatch(/a node of over 262144 characters/);
  });
  it('900,000 attributes are refused', () => {
    const xml = wrap(`<node ${'a='.repeat(100_000)}/>`.repeat(9));
    expect(problemOf(xml).message).toMatch(/over 400000 attributes/);
  });
  it.each([
    ['an open tag', '<hierarchy><node text="a</hierarchy>'],
    ['a reserved name', '<hierarchy><node __proto__="x"/></hierarchy>'],
  ])('%s is refused', (_, xml) => {
    expect(problemOf(xml).code).toBe('bad-hierarchy');
  });
  it('angle brackets that begin no tag are refused, not treated as an empty screen', () => {
    const xml = `<hierarchy>${'<'.repeat(500_000)}</hierarchy>`;
    expect(problemOf(xml).message).toBe('The dump is not well-formed XML: a bare < at 11.');
  });
});

/**
 * Counts the expected rows without our parser, from the `<node` tags as text. Entities need no
 * decoding, since none decodes to an empty text.
 */
function countKept(xml: string): number {
  const tags = xml.match(/<node\s(?:[^>"']|"[^"]*"|'[^']*')*>/g) ?? [];
  const has = (tag: string, name: string): boolean =>
    new RegExp(`\\s${name}=(?:"[^"]|'[^'])`).test(tag);
  const says = (tag: string, pattern: RegExp): boolean => pattern.test(tag);
  return tags.filter(
    (tag) =>
      ['text', 'content-desc', 'resource-id'].some((name) => has(tag, name)) ||
      says(tag, /\s(clickable|long-clickable|scrollable|password)="true"/) ||
      says(tag, /\sclass="[^"]*(EditText|AutoCompleteTextView|SearchAutoComplete)"/),
  ).length;
}

function decode(bytes: Buffer): string {
  return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
}

describe.skipIf(capturedDumps.length === 0)('captured dumps (skipped where absent)', () => {
  it('are all there', () => {
    expect(capturedDumps.length).toBeGreaterThanOrEqual(100);
  });
  it.each(capturedDumps)('%s has as many rows as an independent count', (name) => {
    const bytes = readCapturedDump(name);
    const { rotation, roots } = parseHierarchy(bytes);
    const elements = [...walk(roots)];
    const text = formatScreenState({
      rotation,
      roots,
      focus: { packageName: null, activity: null },
      size: { width: 1080, height: 2400 },
      density: 420,
    });
    const xml = decode(bytes);
    const lines = text.split('\n').slice(7);
    const rows = lines.filter((line) => !line.startsWith('note:'));
    expect(rows).toHaveLength(countKept(xml));
    expect(rows.every((row) => row.split('\t').length === 7)).toBe(true);
    expect(elements).toHaveLength(xml.match(/<node\s/g)?.length ?? 0);
    expect(new Set(elements.map((element) => element.id)).size).toBe(elements.length);
    expect(new Set(elements.map((element) => element.path)).size).toBe(elements.length);
  });
});
