/**
 * Locators of other tools, as people paste them into the filter: XPath, Appium's `~description`,
 * UiSelector and By of Android's tests, matchers of Espresso and finders of Compose, the arguments
 * of Python's uiautomator2, commands of Maestro, and `name=value` or `name: value` as Playwright and
 * Robot Framework write them.
 */

/**
 * The Handset selector that means the same as another tool's locator: empty where it has no
 * equal that is known here, null where the text is no such locator.
 */
export function fromForeignLocator(text: string): string | null {
  const locator = text
    .trim()
    .replace(/^xpath=/, '')
    .replace(/^\.(?=\/)/, '')
    .replace(/^~/, 'desc=');
  if (maestroCommand.test(locator)) return fromMaestro(locator.replace(maestroCommand, ''));
  const [, inner] = /^AppiumBy\.(?:xpath|androidUIAutomator)\("(.*)"\)$/.exec(locator) ?? [];
  if (inner !== undefined) return fromForeignLocator(unescaped(inner));
  if (/^\(?\//.test(locator)) return fromXPath(locator);
  const chain = locator.replace(/^(?:new )?UiSelector\(\)|^(?:Appium)?By(?=\.)/, '');
  if (chain !== locator) return fromConditions(chain, callPattern);
  const [, args] = /^d\((.+)\)$/.exec(locator) ?? [];
  if (args !== undefined) return fromConditions(args, argumentPattern);
  if (/^(?:onView|allOf|with[A-Z]\w+|(?:\w+\.)?onNodeWith\w+)\(/.test(locator)) {
    const isKnown = locator.replaceAll(matcherPattern, '').replaceAll(aroundMatchers, '') === '';
    const matchers = [...locator.matchAll(matcherPattern)].map(([matcher]) => matcher);
    return isKnown ? fromConditions(matchers.join(''), matcherPattern) : '';
  }
  const [, name = '', sign, value = ''] = /^([a-z][\w -]*?)\s*([=:])\s*(.+)$/i.exec(locator) ?? [];
  const bare = value.replace(/^(["'])(.*)\1$/, '$2');
  // Playwright finds a text without quotes in any part.
  const isPart = sign === '=' && bare === value && name === 'text';
  return printCondition(name, bare, isPart ? 'contains' : '') || null;
}

/** `.textContains("Wi")`, `.clickable(true)`. */
const callPattern =
  /\.(?<name>\w+?)(?<test>Contains|StartsWith)?\((?:"(?<value>(?:[^"\\]|\\.)*)"|(?<flag>true|false))\)/g;

/** `text="OK", clickable=True`. */
const argumentPattern =
  /(?<!\w)(?<name>\w+?)(?<test>Contains|StartsWith)?=(?:(?<quote>["'])(?<value>.*?)\k<quote>|(?<flag>True|False))(?:, *)?/g;

/** `withText("OK")`, `onNodeWithTag("ok")`. */
const matcherPattern =
  /with(?<name>Text|ContentDescription|Id|Tag|ClassName)\((?:"(?<value>(?:[^"\\]|\\.)*)"|R\.id\.(?<flag>\w+))\)/gi;

/** What says nothing about the element: `onView(allOf(…)).perform(click())`. */
const aroundMatchers =
  /\b(?:onView|allOf|isDisplayed|perform|click|\w*[rR]ule|onNode|performClick|assertIsDisplayed)\b|[\s(),.;]/g;

/** A command of Maestro's, before what it is about. */
const maestroCommand =
  /^(?:- *)?(?:tapOn|doubleTapOn|longPressOn|assertVisible|assertNotVisible) *: */;

/** `OK`, `"OK"` or one condition, as `id: ok`; of several, and of a point, it has no equal. */
function fromMaestro(target: string): string {
  const [, name = 'text', quoted, bare = ''] =
    /^(?:(text|id) *: *)?(?:"([^"\\]+)"|([^"':{}]+))$/.exec(target) ?? [];
  const value = quoted ?? bare;
  return value === '' ? '' : printCondition(name, value, '');
}

/** `@text="OK"`, `contains(@text, "Wi")`, and what joins them. */
const xpathPattern =
  /(?<![\w-])(?:(?<test>contains|starts-with)\()?@?(?<name>[\w-]+)(?:\(\))?(?:\s*[=,]\s*)(?<quote>["'])(?<flag>.*?)\k<quote>\)?|(?<!\s)\s+and\s+|[[\]]/g;

/** Stand for an element of any class: `node` and `hierarchy` are the tags of `uiautomator dump`. */
const anyTags: readonly string[] = ['*', 'node', 'hierarchy'];

/** `//*[@text="OK"]`; of several steps it has no equal. */
function fromXPath(xpath: string): string {
  const [, type = '', conditions = ''] = /^\/\/(\*|[\w.$]+)(\[.*\])?$/.exec(xpath) ?? [];
  return fromConditions(conditions, xpathPattern, anyTags.includes(type) ? [] : [type]);
}

/** One step of a selector, the type first; empty where a part of the text has no equal. */
function fromConditions(text: string, pattern: RegExp, types: readonly string[] = []): string {
  const tests = [...text.matchAll(pattern)].flatMap(
    ({ groups: { name, test, value, flag } = {} }) =>
      name === undefined
        ? []
        : [printCondition(name, unescaped(value ?? '') || (flag ?? ''), test?.toLowerCase() ?? '')],
  );
  const isType = (test: string): boolean => /^\w/.test(test);
  const [type = '', second] = [...types, ...tests.filter(isType)];
  const isKnown =
    text.replaceAll(pattern, '') === '' && !tests.includes('') && second === undefined;
  return isKnown ? type + tests.filter((test) => !isType(test)).join('') : '';
}

/** The text of a Java string. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1');
}

/** `test` is `contains`, the beginning of `starts-with`, or empty for equality; empty where nothing means the same. */
function printCondition(name: string, value: string, test: string): string {
  const property = name.toLowerCase().replaceAll(/[^a-z]|^content|^resource|name$/g, '');
  const text = value.replaceAll(/[\\"*]/g, '\\$&');
  const isPart = test === 'contains';
  const end = test === '' ? '' : '*';
  if (property === 'text') return isPart ? `:contains("${text}")` : `:text("${text}${end}")`;
  if (/^desc(?:ription)?$|^accessibilityid$/.test(property)) {
    return `:desc("${isPart ? '*' : ''}${text}${end}")`;
  }
  if (/^(?:id|res|tag)$/.test(property) && (isPart || test === '')) {
    const isBare = /^[\w.$/-]+(?::\w+\/[\w.$/-]+)?$/.test(value);
    return (isPart ? '#' : '@') + (isBare ? value : `"${text}"`);
  }
  if (/^cla(?:ss|zz)$/.test(property)) return /^[\w.$]+$/.test(value + end) ? value : '';
  const attribute = name.replace('C', '-c');
  const flag = value.toLowerCase();
  const isAttribute =
    /^(?:(?:long-)?click|check|scroll|focus)able$|^(?:check|focus|select|enabl)ed$|^password$/;
  if (!isAttribute.test(attribute) || !/^(?:true|false)$/.test(flag)) return '';
  return flag === 'true' ? `[${attribute}]` : `[${attribute}=false]`;
}
