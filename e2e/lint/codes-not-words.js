/**
 * ESLint rule: no branching on an error's message. Handset's errors have a code and details; foreign
 * errors are classified once, where they enter, with a comment that disables the rule.
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
