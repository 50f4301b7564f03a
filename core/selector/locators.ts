/**
 * An element as a locator of the test frameworks for Android. Each matches the element alone on its
 * screen under the rules of its framework; where no property tells it apart, by a text inside it,
 * else by its index, with a comment that says so. Texts that a person typed are never used.
 */
import { isOnScreen, isWithin, walk, type Element, type Screen } from '../screen/screen.ts';
import {
  bestOf,
  candidatesOf,
  findIn,
  innerCandidatesOf,
  insideCondition,
  javaString,
  matchesAll,
  positionNote,
  uniqueOf,
  type Condition,
  type Conditions,
  type Writers,
} from './locator-conditions.ts';

/** For each framework the locator as source code; null where the framework can't reach the element. */
type Locators = Readonly<Record<'appium' | 'uiAutomator' | 'maestro', string | null>>;

/** The locators of an element of this screen. */
export function locatorsOf(element: Element, screen: Pick<Screen, 'roots' | 'size'>): Locators {
  const elements = [...walk(screen.roots)];
  const visible = [...walkVisible(screen.roots)];
  return {
    appium: appiumLocator(element, visible),
    uiAutomator: uiAutomatorLocator(element, childrenFirst(visible)),
    maestro: maestroLocator(
      element,
      elements.filter((each) => isOnScreen(each, screen.size)),
    ),
  };
}

/** Appium and UI Automator skip what is not visible, and all that is in it. */
function* walkVisible(elements: readonly Element[]): Iterable<Element> {
  for (const element of elements) {
    if (!element.visibleToUser) continue;
    yield element;
    yield* walkVisible(element.children);
  }
}

/** The property equals the value, written as a method of this name. */
function equalTo(
  method: string,
  property: keyof Pick<Element, 'resourceId' | 'description' | 'text' | 'className'>,
): (value: string) => Condition {
  return (value) => ({
    code: `.${method}(${javaString(value)})`,
    matches: (element) => element[property] === value,
  });
}

function codeOf(conditions: Conditions): string {
  return conditions.map(({ code }) => code).join('');
}

const uiSelectorWriters: Writers = {
  id: equalTo('resourceId', 'resourceId'),
  description: equalTo('description', 'description'),
  text: equalTo('text', 'text'),
  className: equalTo('className', 'className'),
};

/**
 * Java client, UiAutomator2 driver. The strategy `id` adds the app's package to a bare id, so ids
 * of Compose and web pages go by UiSelector. `instance` counts in document order.
 */
function appiumLocator(element: Element, elements: readonly Element[]): string | null {
  const best = bestOf(candidatesOf(element, uiSelectorWriters), findIn(elements));
  const index = best?.found.indexOf(element) ?? -1;
  if (best === null || index === -1) return null;
  const isUnique = best.found.length === 1;
  const inner = isUnique ? null : xpathLocator(element, elements);
  if (inner !== null) return inner;
  const { resourceId, description } = element;
  const [first, second] = best.conditions;
  if (isUnique && second === undefined) {
    if (first?.code.startsWith('.resourceId(') === true && resourceId.includes(':id/')) {
      return `AppiumBy.id(${javaString(resourceId)})`;
    }
    if (first?.code.startsWith('.description(') === true) {
      return `AppiumBy.accessibilityId(${javaString(description)})`;
    }
  }
  const selector = `new UiSelector()${codeOf(best.conditions)}${isUnique ? '' : `.instance(${index})`}`;
  const code = `AppiumBy.androidUIAutomator(${javaString(selector)})`;
  return isUnique ? code : `// ${positionNote}\n${code}`;
}

const xpathNames = {
  id: 'resource-id',
  className: 'class',
  text: 'text',
  description: 'content-desc',
} as const;

/** Undefined for a value with both kinds of quotes, which XPath 1.0 can't write as one string. */
function xpathEqual(
  name: keyof typeof xpathNames,
  property: keyof Pick<Element, 'resourceId' | 'description' | 'text' | 'className'>,
): (value: string) => Condition | undefined {
  return (value) => {
    if (value.includes('"') && value.includes("'")) return undefined;
    const quote = value.includes('"') ? "'" : '"';
    return {
      code: `[@${xpathNames[name]}=${quote}${value}${quote}]`,
      matches: (element) => element[property] === value,
    };
  };
}

const xpathWriters = {
  id: xpathEqual('id', 'resourceId'),
  className: xpathEqual('className', 'className'),
  text: xpathEqual('text', 'text'),
  description: xpathEqual('description', 'description'),
} satisfies Writers;

/** By a text inside, which UiSelector can't write: its `childSelector` finds the child. */
function xpathLocator(element: Element, elements: readonly Element[]): string | null {
  const candidates = innerCandidatesOf(element, xpathWriters, {
    clickable: '[@clickable="true"]',
    inside: ({ property, value }) => {
      const inner = xpathWriters[property](value);
      return inner && insideCondition(`[.//*${inner.code}]`, inner);
    },
  });
  const unique = uniqueOf(candidates, element, findIn(elements));
  return unique === undefined ? null : `AppiumBy.xpath(${javaString(`//*${codeOf(unique)}`)})`;
}

const byWriters = {
  id: equalTo('res', 'resourceId'),
  description: equalTo('desc', 'description'),
  text: equalTo('text', 'text'),
  className: equalTo('clazz', 'className'),
} satisfies Writers;

/** `findObjects` lists what is inside a match before the match itself (ByMatcher.findMatches). */
function uiAutomatorLocator(element: Element, elements: readonly Element[]): string | null {
  const best = bestOf(candidatesOf(element, byWriters), findIn(elements));
  const index = best?.found.indexOf(element) ?? -1;
  if (best === null || index === -1) return null;
  if (best.found.length === 1) return `By${codeOf(best.conditions)}`;
  const candidates = innerCandidatesOf(element, byWriters, {
    clickable: '.clickable(true)',
    inside: ({ property, value }) => {
      const inner = byWriters[property](value);
      return insideCondition(`.hasDescendant(By${inner.code})`, inner);
    },
  });
  const unique = uniqueOf(candidates, element, findIn(elements));
  if (unique !== undefined) return `By${codeOf(unique)}`;
  return `// ${positionNote}\ndevice.findObjects(By${codeOf(best.conditions)}).get(${index})`;
}

/** Document order with children before their parents. */
function childrenFirst(elements: readonly Element[]): readonly Element[] {
  const inOrder: Element[] = [];
  const open: Element[] = [];
  const closeUntil = (next: Element | null): void => {
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      if (next !== null && isWithin(next, last)) return;
      inOrder.push(last);
      open.pop();
    }
  };
  for (const element of elements) {
    closeUntil(element);
    open.push(element);
  }
  closeUntil(null);
  return inOrder;
}

/** A line of a Maestro selector. Its text condition compares text, hint and description alike. */
const maestroWriters: Writers = {
  id: (value) => {
    const name = value.slice(value.lastIndexOf('/') + 1);
    if (name === '') return undefined;
    return {
      code: `id: ${yamlPattern([name])}`,
      matches: ({ resourceId }) =>
        [resourceId, resourceId.slice(resourceId.lastIndexOf('/') + 1)].some((id) =>
          isSameForMaestro(id, name),
        ),
    };
  },
  description: maestroText,
  text: maestroText,
};

function maestroText(value: string): Condition {
  return {
    code: `text: ${yamlPattern([value])}`,
    matches: ({ text, hint, description }) =>
      [text, hint, description].some((each) => isSameForMaestro(each, value)),
  };
}

/** Maestro ignores case, and reads a line break as a space. */
function isSameForMaestro(a: string, b: string): boolean {
  return inOneLine(a).toLowerCase() === inOneLine(b).toLowerCase();
}

function inOneLine(text: string): string {
  return text.replaceAll('\n', ' ');
}

/** A regular expression that matches this text alone, in Java and in JavaScript. */
export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}

/** A regular expression for a text with anything between these pieces, as a YAML string. Escaped, `${` starts no script. */
export function yamlPattern(pieces: readonly string[]): string {
  const regex = pieces.map((piece) => escapeRegex(inOneLine(piece))).join('.*');
  // Only double quotes can hold a control character.
  return /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(regex)
    ? JSON.stringify(regex)
    : `'${regex.replaceAll("'", "''")}'`;
}

/**
 * Maestro takes the innermost of several matches around each other, and numbers the rest from the
 * top, then from the left. An element without id and text is found by its size.
 */
function maestroLocator(element: Element, elements: readonly Element[]): string | null {
  const find = (conditions: Conditions): readonly Element[] =>
    innermost(elements.filter((each) => matchesAll(conditions, each)));
  const named = candidatesOf(element, maestroWriters).filter(
    // Versions before 2.0 take the innermost for each condition on its own.
    (conditions) => conditions.every((condition) => find([condition]).includes(element)),
  );
  const isNamed = named.length > 0;
  const best = bestOf(isNamed ? named : [sizeConditions(element)], find);
  const inner = isNamed && best?.found.length === 1 ? null : maestroInside(element, elements);
  if (inner !== null) return inner;
  const inOrder = best?.found.toSorted(
    ({ bounds: a }, { bounds: b }) => a.top - b.top || a.left - b.left,
  );
  const index = inOrder?.indexOf(element) ?? -1;
  if (best === null || index === -1) return null;
  if (best.found.length === 1) {
    return maestroCode(best.conditions, isNamed ? [] : ['# By its size. Breaks on another phone.']);
  }
  const note = isNamed ? positionNote : 'By its size and position. Breaks on another phone.';
  const conditions = [...best.conditions, { code: `index: ${index}` }];
  return maestroCode(conditions, [`# ${note}`]);
}

function maestroCode(
  conditions: readonly Pick<Condition, 'code'>[],
  comment: readonly string[] = [],
): string {
  return [...comment, '- tapOn:', ...conditions.map(({ code }) => `    ${code}`)].join('\n');
}

/**
 * By a text inside. All that is around the text has it inside, too; of several, Maestro takes the
 * first that can be clicked. Those for the element's own id it takes the innermost of before.
 */
function maestroInside(element: Element, elements: readonly Element[]): string | null {
  const candidates = innerCandidatesOf(element, maestroWriters, {
    inside: ({ value }) => {
      const { code, matches } = maestroText(value);
      return insideCondition(`containsDescendants:\n        - ${code}`, { matches });
    },
  });
  const find = (conditions: Conditions): readonly Element[] => {
    const [inside] = conditions.slice(-1);
    const own = conditions.slice(0, -1);
    const ofOwn = own.length === 0 ? elements : innermost(findIn(elements)(own));
    const found = ofOwn.filter((each) => inside?.matches(each) === true);
    return [...found.filter(({ clickable }) => clickable), ...found].slice(0, 1);
  };
  const unique = uniqueOf(candidates, element, find);
  return unique === undefined ? null : maestroCode(unique);
}

/** Those that no other of them is inside of; in document order, as given. */
function innermost(elements: readonly Element[]): readonly Element[] {
  return elements.filter((element, index) => {
    const next = elements[index + 1];
    return next === undefined || !isWithin(next, element);
  });
}

function sizeConditions({ bounds }: Element): Conditions {
  const width = bounds.right - bounds.left;
  const height = bounds.bottom - bounds.top;
  return [
    {
      code: `width: ${width}`,
      matches: (each) => each.bounds.right - each.bounds.left === width,
    },
    {
      code: `height: ${height}`,
      matches: (each) => each.bounds.bottom - each.bounds.top === height,
    },
  ];
}
