/** ESLint rule: a type assertion needs a comment on its own lines or on the line above its statement. */

const isConst = (node) =>
  node.typeAnnotation.type === 'TSTypeReference' && node.typeAnnotation.typeName.name === 'const';

/** The nearest enclosing node that starts a line of its own: where a reader looks for the comment. */
function statementOf(node) {
  let at = node;
  while (at.parent && !/Statement$|Declaration$|^Property|Definition$/.test(at.type))
    at = at.parent;
  return at;
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
    const commented = new Set();
    for (const { loc } of context.sourceCode.getAllComments()) {
      for (let line = loc.start.line; line <= loc.end.line; line++) commented.add(line);
    }
    return {
      TSAsExpression(node) {
        if (isConst(node)) return;
        const first = statementOf(node).loc.start.line;
        for (let line = first - 1; line <= node.loc.end.line; line++) {
          if (commented.has(line)) return;
        }
        context.report({ node, messageId: 'why' });
      },
    };
  },
};
