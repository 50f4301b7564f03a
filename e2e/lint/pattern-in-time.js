/**
 * ESLint rule: rejects regular expressions that are slow on long texts. Each is tried on texts that
 * repeat one part and then end differently; a pattern that restarts at every character or backtracks
 * takes seconds on them.
 */

/** Text length at which quadratic time is far over the limit, and linear time far below it. */
const length = 100_000;
const mostMs = 1_000;

const repeated = [
  ...['a', 'A', '0', '.', ' ', '\t', '\n', '-', '_', '/', '\\', '"', "'", '*', '<', '(', '[', '{'],
  ...[':', ',', '=', 'é', '\u{1f600}', '%', '&', '\r', '\u202e', '\u0301'],
  ...['a.', 'a ', 'a\n', '0.', 'a:', 'a/', 'a,', 'a=', '\\a', '\r\n', '""'],
];
const hostile = repeated.map((part) => `${part.repeat(length / part.length)}\u0001`);

/** Results by pattern source, since many patterns occur more than once. */
const known = new Map();

function slowOn(/** @type {RegExp} */ pattern) {
  if (!/[+*]|,\d*\}/.test(pattern.source)) return undefined;
  return repeated.find((_, at) => {
    const text = hostile[at] ?? '';
    // Three tries, since a busy machine may delay one.
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
        // The pattern comes from our own source code.
        if (!known.has(key)) known.set(key, slowOn(new RegExp(pattern, flags)));
        const part = known.get(key);
        if (part !== undefined)
          context.report({ node, messageId: 'slow', data: { part: JSON.stringify(part) } });
      },
    };
  },
};
