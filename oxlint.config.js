/** oxlint configuration: the rules that need type information, for TypeScript files. ESLint checks everything else. */
import { typedRules } from './e2e/lint/typed-rules.js';

export default {
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: {
    typeAware: true,
    // Comments for ESLint disable rules that only ESLint has.
    respectEslintDisableDirectives: false,
    reportUnusedDisableDirectives: 'error',
  },
  ignorePatterns: [
    '**/node_modules/',
    '**/dist/',
    '**/dist-bridge/',
    '**/.cache/',
    '**/*.js',
    '**/*.mjs',
    '**/*.svelte',
  ],
  rules: typedRules,
};
