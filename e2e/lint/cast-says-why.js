/** ESLint rules that require a comment giving the reason, on the node's own lines or above its statement. */

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

/** @type {import('eslint').Rule.RuleModule} */
export const castSaysWhy = {
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

/** @type {import('eslint').Rule.RuleModule} */
export const patternSaysWhy = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      why: 'A regular expression made of a text can take for ever: compare by core/text-pattern.ts, or say in a comment why this one cannot.',
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
