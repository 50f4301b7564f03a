/**
 * ESLint configuration: all rules for components; for other files those that need no type information,
 * since oxlint.config.js has the rest. The import rules are in .dependency-cruiser.mjs.
 */
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { pageCore, pageFolders, consoleFolders } from './.dependency-cruiser.mjs';
import {
  explainedCasts,
  explainedDynamicPatterns,
  noErrorTextMatching,
  noSlowPatterns,
} from './e2e/lint/eslint-rules.js';
import { typedRules } from './e2e/lint/typed-rules.js';
import svelteConfig from './svelte.config.js';

const tests = ['**/*.test.ts', '**/testing/**/*.ts', 'e2e/**/*.spec.ts', 'e2e/fuzz/*.ts'];
const scripts = ['**/*.js', '**/*.mjs'];

/** Type information for components. */
const typed = {
  project: ['app/tsconfig.json'],
  tsconfigRootDir: import.meta.dirname,
  extraFileExtensions: ['.svelte'],
};

const castToAny = {
  selector: ':matches(TSAsExpression, TSTypeAssertion) > TSAnyKeyword',
  message: 'Take it as unknown and narrow it by a schema or a parser.',
};

/** The part of no-meaningless-void-operator that oxlint lacks; a condition may decide whether to call. */
const voidOfValue = {
  selector:
    'UnaryExpression[operator="void"] > :not(CallExpression, ChainExpression, AssignmentExpression, SequenceExpression, ConditionalExpression, LogicalExpression)',
  message: 'void only discards the result of a call.',
};

/** A spread is of an object that exists, or under a condition: `...(isKnown && { name })`. */
const spreadLiteral = {
  selector:
    ':matches(SpreadElement, SvelteSpreadAttribute) > ObjectExpression, SpreadElement > :matches(TSAsExpression, TSSatisfiesExpression) > ObjectExpression',
  message: 'Write the properties out, without a spread.',
};

/** `[first] = [...some, ...others]` takes the first of a list; `[a, b] = [c, d]` is two statements in one. */
const pairedStatements = {
  selector:
    ':matches(VariableDeclarator[id.type="ArrayPattern"], AssignmentExpression[left.type="ArrayPattern"]) > ArrayExpression:matches(.init, .right):not(:has(> SpreadElement))',
  message: 'Write a statement for each name.',
};

const handsetRules = {
  plugins: {
    handset: {
      rules: {
        'explained-casts': explainedCasts,
        'explained-dynamic-patterns': explainedDynamicPatterns,
        'no-error-text-matching': noErrorTextMatching,
        'no-slow-patterns': noSlowPatterns,
      },
    },
  },
  rules: {
    // A smoke alarm, not a target: no line is written differently to stay under a number.
    'max-lines': ['error', 600],
    'max-lines-per-function': ['error', { max: 80, skipComments: true }],
    'max-params': ['error', 4],
    // Modified: a switch that maps names is one decision.
    complexity: ['error', { max: 25, variant: 'modified' }],
    eqeqeq: 'error',
    'no-duplicate-imports': 'error',
    'no-multi-assign': 'error',
    'no-restricted-syntax': ['error', castToAny, voidOfValue, spreadLiteral, pairedStatements],
    'handset/explained-casts': 'error',
    'handset/explained-dynamic-patterns': 'error',
    '@typescript-eslint/ban-ts-comment': [
      'error',
      { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true, 'ts-check': false },
    ],
    '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    '@typescript-eslint/no-unused-vars': [
      'error',
      { argsIgnorePattern: '^_', varsIgnorePattern: '^_$', ignoreRestSiblings: true },
    ],
  },
};

const folderGlobals = [
  { files: ['app/**/*.svelte', 'app/**/*.ts'], languageOptions: { globals: globals.browser } },
  { files: ['worker/**/*.ts'], languageOptions: { globals: globals.worker } },
  {
    files: ['app/{bridge,build}/**', 'e2e/**', ...scripts],
    languageOptions: { globals: globals.node },
  },
];

/** dependency-cruiser does not see type imports in components, so these rules repeat its restrictions. */
const typesOfPages = [
  {
    regex: `^(?:(?:\\.\\./)+|#)(?:worker/|e2e/|bridge/|app/bridge/|core/(?!${pageCore}))`,
    message: 'A page knows core/link, core/errors.ts and core/geometry.ts, and no other runtime.',
  },
  {
    regex: '^(?!\\.|#|svelte(?:/|$)|@mdi/js$|@fontsource/inter/)',
    message: 'A page imports svelte and libraries for the page.',
  },
];

/** Forbids type imports in a folder's components from these folders, which are not below it. */
const typesNotFrom = (folder, forbidden) => {
  const names = forbidden.map((name) => name.replaceAll('.', '\\.')).join('|');
  const downwards = {
    regex: `^(?:(?:\\.\\./)+|#app/(?:console/)?)(?:${names})(?:/|$)`,
    message: 'Imports go downwards only: .dependency-cruiser.mjs lists what a folder may import.',
  };
  const patterns = [...typesOfPages, ...(forbidden.length > 0 ? [downwards] : [])];
  return {
    files: [`${folder}/**/*.svelte`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
};

/** The entries of a table that this one may not import. */
const notBelow = (table, entry) =>
  Object.keys(table).filter((name) => name !== entry && !table[entry].includes(name));

const typesOfComponents = [
  typesNotFrom('app', []),
  ...Object.keys(pageFolders).map((folder) =>
    typesNotFrom(`app/${folder}`, notBelow(pageFolders, folder)),
  ),
  ...Object.keys(consoleFolders).map((folder) =>
    typesNotFrom(`app/console/${folder}`, [
      ...notBelow(pageFolders, 'console'),
      ...notBelow(consoleFolders, folder),
    ]),
  ),
];

export default defineConfig(
  { ignores: ['**/dist/', '**/dist-bridge/', '**/.cache/', 'test-results/', 'playwright-report/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  tseslint.configs.strict,
  svelte.configs.recommended,
  { files: ['**/*.svelte'], languageOptions: { parserOptions: typed }, rules: typedRules },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser, svelteConfig } },
  },
  handsetRules,
  ...folderGlobals,
  // TypeScript checks which globals exist in each runtime.
  { files: ['**/*.ts', '**/*.svelte'], rules: { 'no-undef': 'off' } },
  // A component contains markup, script and style, but must still be short.
  { files: ['**/*.svelte'], rules: { 'max-lines': ['error', 400] } },
  // Canvas methods take coordinates as separate parameters; createRadialGradient takes six.
  {
    files: ['core/demo-phone/testing/node-canvas.ts', 'worker/demo/canvas-and-video.ts'],
    rules: { 'max-params': ['error', 6] },
  },
  {
    files: tests,
    rules: {
      'max-lines-per-function': 'off',
      'max-params': 'off',
      'handset/explained-casts': 'off',
      'handset/explained-dynamic-patterns': 'off',
    },
  },
  // In the product's code a name has one meaning where it is visible.
  {
    files: ['core/**/*.ts', 'worker/**/*.ts', 'app/**/*.ts'],
    ignores: tests,
    rules: { '@typescript-eslint/no-shadow': 'error' },
  },
  // Playwright derives a fixture's dependencies from its parameter pattern; `{}` means none.
  {
    files: ['e2e/**/*.ts'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  // Code that reads texts from phones and agents, and handles errors; not the demo phone.
  {
    files: ['core/**/*.ts', 'worker/**/*.ts', 'app/**/*.ts', 'app/**/*.svelte'],
    ignores: ['core/demo-phone/**', ...tests],
    rules: { 'handset/no-slow-patterns': 'error', 'handset/no-error-text-matching': 'error' },
  },
  ...typesOfComponents,
);
