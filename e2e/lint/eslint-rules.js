/** Handset's own ESLint rules. */

const isConst = (node) =>
  node.typeAnnotation.type === 'TSTypeReference' && node.typeAnnotation.typeName.name === 'const';

/** The nearest enclosing node that starts a line; readers look for the comment there. */
function statementOf(node) {
  let at = node;
  while (at.parent && !/Statement$|Declaration$|^Property|Definition$/.test(at.type))
    at = at.parent;
  return at;
}

/** Returns a function that reports a node without such a comment. */
function uncommented(context) {
  const commented = new Set();
  for (const { loc } of context.sourceCode.getAllComments()) {
    for (let line = loc.start.line; line <= loc.end.line; line++) commented.add(line);
  }
  return (node) => {
    const first = statementOf(node).loc.start.line;
    for (let line = first - 1; line <= node.loc.end.line; line++) {
      if (commented.has(line)) return;
    }
    context.report({ node, messageId: 'why' });
  };
}

/**
 * A type assertion has a comment with the reason, on its own lines or above its statement.
 * @type {import('eslint').Rule.RuleModule}
 */
export const explainedCasts = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      why: 'Say in a comment why this assertion is safe, or let a schema, a guard or a better type make it needless.',
    },
  },
  create(context) {
    const check = uncommented(context);
    return {
      TSAsExpression(node) {
        if (!isConst(node)) check(node);
      },
    };
  },
};

/**
 * A regular expression that is built from a text has a comment that says why it can't be slow.
 * @type {import('eslint').Rule.RuleModule}
 */
export const explainedDynamicPatterns = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      why: 'A regular expression made of a text can take for ever: compare by core/text/text-pattern.ts, or say in a comment why this one cannot.',
    },
  },
  create(context) {
    const check = uncommented(context);
    const isMade = ({ callee, arguments: [source] }) =>
      callee.name === 'RegExp' && source !== undefined && source.type !== 'Literal';
    return {
      'NewExpression, CallExpression'(node) {
        if (isMade(node)) check(node);
      },
    };
  },
};

const textMethods = '/^(?:startsWith|endsWith|includes|indexOf|match|matchAll|search)$/';
const partMethods =
  '/^(?:startsWith|endsWith|includes|indexOf|match|matchAll|search|split|slice|replace|replaceAll)$/';
const textProperties = '/^(?:message|fullText|hint)$/';
const callText = '[object.name=/^(?:call|record|result|outcome)$/][property.name="text"]';

/**
 * No branching on an error's message, and no reading of a call's text for what it says. Handset's errors have a
 * code and details, and a call has its notes and the rest as data; foreign errors are classified once, where
 * they enter, with a comment that disables the rule.
 * @type {import('eslint').Rule.RuleModule}
 */
export const noErrorTextMatching = {
  meta: {
    type: 'problem',
    messages: {
      call: 'A text for the agent is not read for what it says: let the worker give the call a field (core/call.ts).',
      text: "Don't branch on an error's text: give it a code or a detail (core/errors.ts). Where a foreign error has nothing else, say so in a disabling comment where it enters.",
    },
    schema: [],
  },
  create(context) {
    const report = (/** @type {import('estree').Node} */ node) =>
      context.report({ node, messageId: 'text' });
    const reportCall = (/** @type {import('estree').Node} */ node) =>
      context.report({ node, messageId: 'call' });
    return {
      [`CallExpression[callee.property.name=${partMethods}] > MemberExpression.callee > MemberExpression.object${callText}`]:
        reportCall,
      [`CallExpression[callee.property.name=${partMethods}][callee.object.name='resultText']`]:
        reportCall,
      [`CallExpression[callee.property.name=/^(?:test|exec)$/] > MemberExpression.arguments${callText}`]:
        reportCall,
      [`CallExpression[callee.property.name=${textMethods}][callee.object.property.name=${textProperties}]`]:
        report,
      [`CallExpression[callee.property.name=${textMethods}][callee.object.name=${textProperties}]`]:
        report,
      [`CallExpression[callee.property.name=/^(?:test|exec)$/][arguments.0.property.name=${textProperties}]`]:
        report,
      [`CallExpression[callee.property.name=/^(?:test|exec)$/][arguments.0.name=${textProperties}]`]:
        report,
      [`BinaryExpression[operator=/^[!=]==$/][left.property.name='message'][right.type='Literal']`]:
        report,
    };
  },
};

/** Text length at which quadratic time is far over the limit, and linear time far below it. */
const textLength = 50_000;
/** Processor time, which other programs do not prolong. */
const maxMs = 250;

const repeated = [
  ...['a', 'A', '0', '.', ' ', '\t', '\n', '-', '_', '/', '\\', '"', "'", '*', '<', '(', '[', '{'],
  ...[':', ',', '=', 'é', '\u{1f600}', '%', '&', '\r', '\u202e', '\u0301'],
  ...['a.', 'a ', 'a\n', '0.', 'a:', 'a/', 'a,', 'a=', '\\a', '\r\n', '""'],
];
const hostile = repeated.map((part) => `${part.repeat(textLength / part.length)}\u0001`);

/** Results by pattern source, since many patterns occur more than once. */
const known = new Map();

function slowOn(/** @type {RegExp} */ pattern) {
  if (!/[+*]|,\d*\}/.test(pattern.source)) return undefined;
  return repeated.find((_, at) => isSlow(pattern, hostile[at] ?? ''));
}

function isSlow(/** @type {RegExp} */ pattern, /** @type {string} */ text) {
  const start = process.cpuUsage();
  pattern.lastIndex = 0;
  pattern.exec(text);
  const { user, system } = process.cpuUsage(start); // Microseconds.
  return (user + system) / 1_000 > maxMs;
}

/**
 * No regular expression that is slow on long texts. Each is tried on texts that repeat one part and
 * then end differently; a pattern that restarts at every character or backtracks takes a second or more on them.
 * @type {import('eslint').Rule.RuleModule}
 */
export const noSlowPatterns = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      slow: 'This is slow on a long run of {{part}}, and texts of phones and agents may hold one: begin at a place (^, a look behind), let neighbours share no character, or search without a pattern.',
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
