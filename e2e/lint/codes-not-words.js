/**
 * ESLint rule: nothing branches on the words of an error. Those of Handset's own have a code and a
 * detail; foreign ones are told apart once, where they enter, by a line that says why.
 */
const tests = '/^(?:startsWith|endsWith|includes|indexOf|match|matchAll|search)$/';
const words = '/^(?:message|fullText|hint)$/';

/** @type {import('eslint').Rule.RuleModule} */
export const codesNotWords = {
  meta: {
    type: 'problem',
    messages: {
      words:
        "Don't branch on an error's words: give it a code or a detail (core/errors.ts). Where a foreign error has nothing else, say so in a disabling comment where it enters.",
    },
    schema: [],
  },
  create(context) {
    const report = (/** @type {import('estree').Node} */ node) =>
      context.report({ node, messageId: 'words' });
    return {
      [`CallExpression[callee.property.name=${tests}][callee.object.property.name=${words}]`]:
        report,
      [`CallExpression[callee.property.name=${tests}][callee.object.name=${words}]`]: report,
      [`CallExpression[callee.property.name=/^(?:test|exec)$/][arguments.0.property.name=${words}]`]:
        report,
      [`CallExpression[callee.property.name=/^(?:test|exec)$/][arguments.0.name=${words}]`]: report,
      [`BinaryExpression[operator=/^[!=]==$/][left.property.name='message'][right.type='Literal']`]:
        report,
    };
  },
};
