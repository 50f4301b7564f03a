/** XPath as Appium and others write it, which people paste into the filter. */

/** `@text="OK"`, `contains(@text, "Wi")`, and what joins them. */
const conditionPattern =
  /(?<![\w-])(?:(?<test>contains|starts-with)\()?@?(?<name>[\w-]+)(?:\(\))?\s*[=,]\s*(?<quote>["'])(?<value>.*?)\k<quote>\)?|(?<!\s)\s+and\s+|[[\]]/g;

/** Stand for an element of any class: `node` and `hierarchy` are the tags of `uiautomator dump`. */
const anyTags: readonly string[] = ['*', 'node', 'hierarchy'];

/**
 * The selector that means the same as `//*[@text="OK"]`; empty for XPath that no selector is known
 * to equal, as of several steps; null for any other text.
 */
export function fromXPath(text: string): string | null {
  const xpath = text
    .trim()
    .replace(/^xpath=/, '')
    .replace(/^\.(?=\/)/, '');
  if (!/^\(?\//.test(xpath)) return null;
  const [, tag = '', conditions = ''] = /^\/\/(\*|[\w.$]+)(\[.*\])?$/.exec(xpath) ?? [];
  const tests = [...conditions.matchAll(conditionPattern)].flatMap(({ groups }) =>
    groups?.['name'] === undefined
      ? []
      : [printTest(groups['name'], groups['value'] ?? '', groups['test'])],
  );
  const isType = (test: string): boolean => /^\w/.test(test);
  const types = [...(tag === '' || anyTags.includes(tag) ? [] : [tag]), ...tests.filter(isType)];
  const isKnown = conditions.replaceAll(conditionPattern, '') === '' && !tests.includes('');
  if (!isKnown || types.length > 1) return '';
  return types.join('') + tests.filter((test) => !isType(test)).join('');
}

const flags =
  /^(?:(?:long-)?click|check|scroll|focus)able$|^(?:check|focus|select|enabl)ed$|^password$/;

/** One condition of a selector, or its type for a class; empty if nothing means the same. */
function printTest(name: string, value: string, test: string | undefined): string {
  const text = value.replaceAll(/[\\"*]/g, '\\$&');
  const isPart = test === 'contains';
  const end = test === undefined ? '' : '*';
  if (name === 'text') return isPart ? `:contains("${text}")` : `:text("${text}${end}")`;
  if (name === 'content-desc') return `:desc("${isPart ? '*' : ''}${text}${end}")`;
  if (name === 'resource-id' && test !== 'starts-with') {
    const isBare = /^[\w.$/-]+(?::\w+\/[\w.$/-]+)?$/.test(value);
    return (isPart ? '#' : '@') + (isBare ? value : `"${text}"`);
  }
  if (test !== undefined) return '';
  if (name === 'class') return /^[\w.$]+$/.test(value) ? value : '';
  if (!flags.test(name) || !/^(?:true|false)$/.test(value)) return '';
  return value === 'true' ? `[${name}]` : `[${name}=false]`;
}
