/** Each locator is read and searched as its framework does, in code of its own. */
import { describe, expect, it } from 'vitest';
import { capturedDumps, readCapturedDump } from '../testing/captures.ts';
import { isOnScreen, walk, type Element, type Screen } from '../screen/screen.ts';
import { locatorsOf } from './locators.ts';
import { screenOfDump } from '../screen/testing/screens.ts';
import { elementAt, node, screenOf } from './testing/screens.ts';

/** The elements that the locator finds on the screen, in the framework's order. */
type Search = (locator: string, screen: Screen) => readonly Element[];

const literal = String.raw`"(?:[^"\\]|\\.)*"`;

/** What Java and Kotlin make of a literal. Kotlin fills in `$name` and `${…}`, which must not occur. */
function readJavaString(code: string): string {
  expect(code).toMatch(new RegExp(`^${literal}$`, 's'));
  expect(code).not.toMatch(/\$[\p{L}_{]|\n|\\[^btnr"\\u]/u);
  const escapes: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', r: '\r' };
  return code
    .slice(1, -1)
    .replace(
      /\\(?:u([\da-f]{4})|(.))/gs,
      (_match: string, hex: string | undefined, short: string) =>
        hex === undefined ? (escapes[short] ?? short) : String.fromCharCode(parseInt(hex, 16)),
    );
}

/** Depth-first, as both UI Automator APIs do: nothing inside what is not visible. */
function visible(roots: readonly Element[], order: 'parent first' | 'children first'): Element[] {
  return roots
    .filter(({ visibleToUser }) => visibleToUser)
    .flatMap((root) => {
      const inside = visible(root.children, order);
      return order === 'parent first' ? [root, ...inside] : [...inside, root];
    });
}

const propertyOf: Readonly<Record<string, (element: Element) => string>> = {
  resourceId: (element) => element.resourceId,
  res: (element) => element.resourceId,
  description: (element) => element.description,
  desc: (element) => element.description,
  text: (element) => element.text,
  className: (element) => element.className,
  clazz: (element) => element.className,
};

type ElementTest = (element: Element) => boolean;

/** Whether an element inside passes the test. */
function hasInside(test: ElementTest): ElementTest {
  return ({ children }) => [...walk(children)].some((each) => each.visibleToUser && test(each));
}

/** `.text("…").clickable(true).hasDescendant(By.text("…"))`, as a test. */
function readChain(code: string): ElementTest {
  const call = String.raw`\.(?:(\w+)\((${literal})\)|(clickable)\(true\)|hasDescendant\(By((?:\.\w+\(${literal}\))+)\))`;
  const calls = [...code.matchAll(new RegExp(call, 'gs'))];
  expect(calls.map(([each]) => each).join('')).toBe(code);
  const tests = calls.map(([, method = '', value = '', clickable, inner]): ElementTest => {
    if (inner !== undefined) return hasInside(readChain(inner));
    if (clickable !== undefined) return (element) => element.clickable;
    const wanted = readJavaString(value);
    return (element) => propertyOf[method]?.(element) === wanted;
  });
  return (element) => tests.every((test) => test(element));
}

/** `//*[@class="…"][@clickable="true"][.//*[@text='…']]`, as a test. */
function readXpath(code: string): ElementTest {
  const equal = String.raw`\[@([\w-]+)=("[^"]*"|'[^']*')\]`;
  const predicates = [...code.matchAll(new RegExp(`(\\[\\.//\\*)?${equal}\\]?`, 'gs'))];
  expect(`//*${predicates.map(([each]) => each).join('')}`).toBe(code);
  const tests = predicates.map(([, inside, name = '', quoted = '']): ElementTest => {
    const wanted = quoted.slice(1, -1);
    const isEqual: ElementTest = (element) => xpathValues[name]?.(element) === wanted;
    return inside === undefined ? isEqual : hasInside(isEqual);
  });
  return (element) => tests.every((test) => test(element));
}

const xpathValues: typeof propertyOf = {
  'resource-id': ({ resourceId }) => resourceId,
  'content-desc': ({ description }) => description,
  text: ({ text }) => text,
  class: ({ className }) => className,
  clickable: ({ clickable }) => String(clickable),
};

/** Without a comment in front, which says that it goes by position. */
function withoutComment(code: string): string {
  return code.replace(/^(?:\/\/|#) By .*\n/, '');
}

const searchAppium: Search = (locator, { roots }) => {
  const [, strategy, argument = ''] =
    /^AppiumBy\.(id|accessibilityId|androidUIAutomator|xpath)\((.*)\)$/s.exec(locator) ?? [];
  const value = readJavaString(argument);
  const elements = visible(roots, 'parent first');
  if (strategy === 'xpath') return elements.filter(readXpath(value));
  if (strategy === 'id') {
    // The driver adds the package in front to a bare id.
    expect(value).toContain(':id/');
    return elements.filter(({ resourceId }) => resourceId === value);
  }
  if (strategy === 'accessibilityId') {
    return elements.filter(({ description }) => description === value);
  }
  const [, chain = '', instance] =
    /^new UiSelector\(\)(.*?)(?:\.instance\((\d+)\))?$/s.exec(value) ?? [];
  const found = elements.filter(readChain(chain));
  return instance === undefined ? found : found.slice(Number(instance), Number(instance) + 1);
};

const searchUiAutomator: Search = (locator, { roots }) => {
  const [, many, index] = /^device\.findObjects\((.*)\)\.get\((\d+)\)$/s.exec(locator) ?? [];
  const [, chain = ''] = /^By(.*)$/s.exec(many ?? locator) ?? [];
  const found = visible(roots, 'children first').filter(readChain(chain));
  return index === undefined ? found : found.slice(Number(index), Number(index) + 1);
};

/** A YAML scalar of one line in quotes, or a number. */
function readYaml(scalar: string): string {
  if (/^\d+$/.test(scalar)) return scalar;
  if (scalar.startsWith('"')) return String(JSON.parse(scalar));
  expect(scalar).toMatch(/^'(?:[^'\n]|'')*'$/);
  return scalar.slice(1, -1).replaceAll("''", "'");
}

const searchMaestro: Search = (locator, { roots, size }) => {
  const [code = '', inside] = locator.split('\n    containsDescendants:\n        - text: ');
  const [command, ...lines] = code.split('\n');
  expect(command).toBe('- tapOn:');
  const selector = new Map<string, string>();
  for (const line of lines) {
    const [, key = '', value = ''] = /^ {4}(\w+): (.+)$/.exec(line) ?? [];
    selector.set(key, readYaml(value));
  }
  expect([...selector.values()].join()).not.toContain('${');
  const regexes = new Map(
    [...selector].map(([key, pattern]) => [key, new RegExp(`^(?:${pattern})$`, 'is')]),
  );
  const isMatch = (key: string, values: readonly string[]): boolean => {
    const regex = regexes.get(key);
    const isSame = (value: string): boolean => regex?.test(value) === true;
    return !regex || values.some((value) => isSame(value) || isSame(value.replaceAll('\n', ' ')));
  };
  const isFound = (element: Element): boolean => {
    const { resourceId, text, hint, description, bounds } = element;
    return (
      isOnScreen(element, size) &&
      isMatch('id', [resourceId, resourceId.split('/').at(-1) ?? '']) &&
      isMatch('text', [text, hint, description]) &&
      Number(selector.get('width') ?? bounds.right - bounds.left) === bounds.right - bounds.left &&
      Number(selector.get('height') ?? bounds.bottom - bounds.top) === bounds.bottom - bounds.top
    );
  };
  const deepest = (elements: readonly Element[]): readonly Element[] =>
    elements.flatMap((element) => {
      const inside = deepest(element.children);
      return inside.length > 0 || !isFound(element) ? inside : [element];
    });
  const found = deepest(roots).toSorted(
    ({ bounds: a }, { bounds: b }) => a.top - b.top || a.left - b.left,
  );
  if (inside !== undefined) {
    const regex = new RegExp(`^(?:${readYaml(inside)})$`, 'is');
    const isText: ElementTest = ({ text, hint, description }) =>
      [text, hint, description].some((value) => regex.test(value.replaceAll('\n', ' ')));
    const around = (lines.length > 0 ? deepest(roots) : [...walk(roots)]).filter(
      (element) => isOnScreen(element, size) && hasInside(isText)(element),
    );
    return [...around.filter(({ clickable }) => clickable), ...around].slice(0, 1);
  }
  const index = selector.get('index');
  return index === undefined ? found : found.slice(Number(index), Number(index) + 1);
};

const searches = {
  appium: searchAppium,
  uiAutomator: searchUiAutomator,
  maestro: searchMaestro,
} as const;
const frameworks = Object.keys(searches) as readonly (keyof typeof searches)[]; // Its very keys.

const row = (title: string, more: Readonly<Record<string, string>> = {}) =>
  node(
    'LinearLayout',
    { clickable: 'true', ...more },
    node('TextView', { text: title, 'resource-id': 'android:id/title' }),
    node('Switch', { 'resource-id': 'com.example:id/toggle', checkable: 'true' }),
  );
const screen = screenOf(
  node(
    'FrameLayout',
    { package: 'com.example', bounds: '[0,0][1080,2400]' },
    node('Button', { text: 'Save', 'resource-id': 'com.example:id/save', package: 'com.example' }),
    node('ImageButton', { 'content-desc': 'Say "hi" to $name\\', bounds: '[0,0][90,90]' }),
    row('Wi-Fi', { bounds: '[0,100][1080,200]' }),
    row('Cost: 5 $ (a.b)*\nmore', { bounds: '[0,200][1080,300]' }),
    node('EditText', { text: 'typed', 'resource-id': 'com.example:id/name' }),
    node('EditText', { text: 'typed too', 'resource-id': 'search' }),
    node('ComposeView', {}, node('View', { text: "It's 1 o'clock", 'resource-id': 'clock' })),
  ),
);
const of = (path: string) => locatorsOf(elementAt(path, screen), screen);

describe('the locators', () => {
  it('go by the id where it is unique', () => {
    expect(of('0.0')).toEqual({
      appium: 'AppiumBy.id("com.example:id/save")',
      uiAutomator: 'By.res("com.example:id/save")',
      maestro: "- tapOn:\n    id: 'save'",
    });
  });

  it('escape a description for Java, Kotlin, regular expressions and YAML', () => {
    expect(of('0.1')).toEqual({
      appium: String.raw`AppiumBy.accessibilityId("Say \"hi\" to \u0024name\\")`,
      uiAutomator: String.raw`By.desc("Say \"hi\" to \u0024name\\")`,
      maestro: String.raw`- tapOn:
    text: 'Say "hi" to \$name\\'`,
    });
    expect(of('0.3.0')).toEqual({
      appium: String.raw`AppiumBy.androidUIAutomator("new UiSelector().text(\"Cost: 5 $ (a.b)*\\nmore\")")`,
      uiAutomator: String.raw`By.text("Cost: 5 $ (a.b)*\nmore")`,
      maestro: String.raw`- tapOn:
    text: 'Cost: 5 \$ \(a\.b\)\* more'`,
    });
    expect(of('0.6.0').maestro).toBe("- tapOn:\n    id: 'clock'");
  });

  it('go by a text inside where the element has none', () => {
    expect(of('0.2')).toEqual({
      appium: String.raw`AppiumBy.xpath("//*[@class=\"android.widget.LinearLayout\"][.//*[@text=\"Wi-Fi\"]]")`,
      uiAutomator: 'By.clazz("android.widget.LinearLayout").hasDescendant(By.text("Wi-Fi"))',
      maestro: "- tapOn:\n    containsDescendants:\n        - text: 'Wi-Fi'",
    });
  });

  it('count where nothing tells the element apart, and say so, or go by what is beside it', () => {
    const note =
      'By its position among similar elements. Breaks if one is added or removed before it.';
    expect(of('0.3.1')).toEqual({
      appium: String.raw`// ${note}
AppiumBy.androidUIAutomator("new UiSelector().resourceId(\"com.example:id/toggle\").instance(1)")`,
      uiAutomator: `// ${note}\ndevice.findObjects(By.res("com.example:id/toggle")).get(1)`,
      maestro: `# ${note}\n- tapOn:\n    id: 'toggle'\n    index: 1`,
    });
    // The line break in the text inside is none that each framework reads alike.
    expect(of('0.3')).toMatchObject({
      uiAutomator: `// ${note}\ndevice.findObjects(By.clazz("android.widget.LinearLayout")).get(1)`,
      maestro:
        '# By its size and position. Breaks on another phone.\n- tapOn:\n    width: 1080\n    height: 100\n    index: 1',
    });
  });

  it('never go by what was typed', () => {
    expect(JSON.stringify([of('0.4'), of('0.5')])).not.toContain('typed');
  });

  it('leave an id without a package to UiSelector', () => {
    expect(of('0.6.0')).toMatchObject({
      appium: String.raw`AppiumBy.androidUIAutomator("new UiSelector().resourceId(\"clock\")")`,
    });
  });
});

describe.skipIf(capturedDumps.length === 0)('in captured dumps (skipped where absent)', () => {
  it('each locator finds its element and no other', () => {
    const counts = { all: 0, appium: 0, uiAutomator: 0, maestro: 0 };
    for (const file of capturedDumps) {
      const dump = screenOfDump(readCapturedDump(file));
      for (const element of visible(dump.roots, 'parent first').filter((_, i) => i % 16 === 0)) {
        if (element.className === '') continue;
        counts.all++;
        const locators = locatorsOf(element, dump);
        for (const framework of frameworks) {
          const locator = locators[framework];
          if (locator === null) continue;
          counts[framework]++;
          const paths = searches[framework](withoutComment(locator), dump).map(({ path }) => path);
          if (paths.join() !== element.path)
            expect(paths, `${file} ${locator}`).toEqual([element.path]);
        }
      }
    }
    // Nothing but its size tells a nameless layout from others for Maestro.
    expect(counts).toMatchObject({ appium: counts.all, uiAutomator: counts.all });
    expect(counts.maestro).toBeGreaterThan(counts.all / 2);
  });
});
