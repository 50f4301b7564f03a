/**
 * ESLint rule: a regular expression must be done with a long text in no time. Each is tried on texts
 * that repeat one thing and then end otherwise: where it starts again at every letter, or goes back
 * over what it has taken, that takes seconds and more.
 */

/** Characters; what grows with their square is then far over the limit, what grows with them far below. */
const length = 100_000;
const mostMs = 1_000;

const repeated = [
  ...['a', 'A', '0', '.', ' ', '\t', '\n', '-', '_', '/', '\\', '"', "'", '*', '<', '(', '[', '{'],
  ...[':', ',', '=', 'é', '\u{1f600}', '%', '&', '\r', '\u202e', '\u0301'],
  ...['a.', 'a ', 'a\n', '0.', 'a:', 'a/', 'a,', 'a=', '\\a', '\r\n', '""'],
];
const hostile = repeated.map((part) => `${part.repeat(length / part.length)}\u0001`);

/** By what stands in the source: many are written more than once. */
const known = new Map();

function slowOn(/** @type {RegExp} */ pattern) {
  if (!/[+*]|,\d*\}/.test(pattern.source)) return undefined;
  return repeated.find((_, at) => {
    const text = hostile[at] ?? '';
    // A machine that is busy with something else makes one try late, not three.
    return isSlow(pattern, text) && isSlow(pattern, text) && isSlow(pattern, text);
  });
}

function isSlow(/** @type {RegExp} */ pattern, /** @type {string} */ text) {
  const start = performance.now();
  pattern.lastIndex = 0;
  pattern.exec(text);
  return performance.now() - start > mostMs;
}

/** @type {import('eslint').Rule.RuleModule} */
export const patternInTime = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      slow: 'This takes over a second for a long run of {{part}}, and texts of phones and agents may hold one: begin at a place (^, a look behind), let neighbours share no character, or search without a pattern.',
    },
  },
  create(context) {
    return {
      'Literal[regex]'(node) {
        const { pattern, flags } = node.regex;
        const key = `/${pattern}/${flags}`;
        // Made of one that stands in our own source.
        if (!known.has(key)) known.set(key, slowOn(new RegExp(pattern, flags)));
        const part = known.get(key);
        if (part !== undefined)
          context.report({ node, messageId: 'slow', data: { part: JSON.stringify(part) } });
      },
    };
  },
};
