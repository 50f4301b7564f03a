/** The rules that need type information: oxlint checks TypeScript files by them, ESLint components. */
import tseslint from 'typescript-eslint';

const strict = Object.assign(
  {},
  ...tseslint.configs.strictTypeCheckedOnly.map(({ rules }) => rules),
);

/** Rules of the strict preset that are relaxed, with the reasons. */
const relaxed = {
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  '@typescript-eslint/no-confusing-void-expression': [
    'error',
    { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
  ],
  // The buffer type of a typed array is worth writing, even the default.
  '@typescript-eslint/no-unnecessary-type-arguments': 'off',
  // Our interfaces declare closures as methods, and a demo USB device has the type of a real one only by its shape.
  '@typescript-eslint/unbound-method': 'off',
  '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
  // Spreading a string into code points is intended.
  '@typescript-eslint/no-misused-spread': 'off',
  '@typescript-eslint/no-deprecated': [
    'error',
    {
      allow: [
        // Handset validates arguments itself, with its own messages, which needs the low-level server.
        { from: 'package', package: '@modelcontextprotocol/server', name: 'Server' },
        // Clients of earlier revisions still send it.
        { from: 'package', package: '@modelcontextprotocol/core', name: 'LOG_LEVEL_META_KEY' },
        // It also decodes numeric references.
        { from: 'package', package: 'fast-xml-parser', name: 'htmlEntities' },
      ],
    },
  ],
  // erasableSyntaxOnly has no enums, and the rule is the slowest of all.
  '@typescript-eslint/no-unsafe-enum-assignment': 'off',
  // An async function without await still turns a throw into a rejection.
  '@typescript-eslint/require-await': 'off',
};

export const typedRules = Object.fromEntries(
  Object.entries({ ...strict, ...relaxed }).filter(
    ([name, level]) => name.startsWith('@typescript-eslint/') && level !== 'off',
  ),
);
