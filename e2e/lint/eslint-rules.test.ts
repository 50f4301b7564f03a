import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';

/** The project's configuration without type information, since the linted files do not exist. */
const eslint = new ESLint({
  overrideConfig: [
    {
      files: ['**/*'],
      languageOptions: { parserOptions: { project: false, projectService: false } },
      rules: tseslint.configs.disableTypeChecked.rules ?? {},
    },
  ],
});

async function lintMessages(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? []).map(({ ruleId, message }) => `${ruleId ?? 'parse'}: ${message}`);
}

test('components take no types from another runtime', async () => {
  const typeOf = (path: string): string =>
    `<script lang="ts">\nimport type { A } from '${path}';\nexport type B = A;\n</script>\n`;
  const file = 'app/console/New.svelte';
  for (const path of ['../../worker/main.ts', '../bridge/limits.ts', '../../core/phone/phone.ts']) {
    expect(await lintMessages(file, typeOf(path))).toEqual([
      expect.stringContaining('A page knows core/link'),
    ]);
  }
  expect(await lintMessages(file, typeOf('@yume-chan/adb'))).toEqual([
    expect.stringContaining('libraries for the page'),
  ]);
  for (const path of ['../../core/link/link.ts', '../ui/icons.ts', 'svelte/elements']) {
    expect(await lintMessages(file, typeOf(path))).toEqual([]);
  }
});

test('components import no types from a layer above', async () => {
  const isRefused = async (file: string, path: string): Promise<boolean> => {
    const code = `<script lang="ts">\nimport type { A } from '${path}';\nexport type B = A;\n</script>\n`;
    return (await lintMessages(file, code)).some((text) => text.includes('downwards only'));
  };
  const panel = 'app/console/elements/New.svelte';
  expect(await isRefused(panel, '../timeline/timeline.svelte.ts')).toBe(true);
  expect(await isRefused(panel, '../console.svelte.ts')).toBe(true);
  expect(await isRefused(panel, '../../bridge-window/strings.ts')).toBe(true);
  expect(await isRefused(panel, '../screen/live.svelte.ts')).toBe(false);
  expect(await isRefused(panel, './inspector.svelte.ts')).toBe(false);
  const deep = 'app/console/connect/guide/New.svelte';
  expect(await isRefused(deep, '../../timeline/timeline.svelte.ts')).toBe(true);
  expect(await isRefused(deep, '../phone.svelte.ts')).toBe(false);
  expect(await isRefused('app/ui/New.svelte', '../console/panels.ts')).toBe(true);
  expect(await isRefused('app/console/New.svelte', './console.svelte.ts')).toBe(false);
});

test('size limits are enforced', async () => {
  const long = (lines: number): string => '// …\n'.repeat(lines);
  const body = (lines: number): string =>
    `export function f(): void {\n${'f();\n'.repeat(lines)}}\n`;
  const sizes = async (file: string, code: string): Promise<string[]> =>
    (await lintMessages(file, code)).map((text) => text.slice(0, text.indexOf(':')));
  expect(await sizes('core/new.ts', long(600))).toEqual([]);
  expect(await sizes('core/new.ts', long(601))).toEqual(['max-lines']);
  expect(await sizes('app/ui/New.svelte', '<p>…</p>\n'.repeat(401))).toEqual(['max-lines']);
  expect(await sizes('core/new.ts', body(78))).toEqual([]);
  expect(await sizes('core/new.ts', body(79))).toEqual(['max-lines-per-function']);
  const branches = (count: number): string =>
    `export const f = (a: number): number => {\n${'if (a > 0) return 1;\n'.repeat(count)}return 2;\n};\n`;
  expect(await sizes('core/new.ts', branches(24))).toEqual([]);
  expect(await sizes('core/new.ts', branches(25))).toEqual(['complexity']);
  const five = 'export const f = (a: 1, b: 1, c: 1, d: 1, e: 1): number => a + b + c + d + e;\n';
  expect(await sizes('core/new.ts', five)).toEqual(['max-params']);
});

test('statements that only save a line are rejected', async () => {
  const declared = 'export declare const a: number, b: number, c: { a?: number };\n';
  const messagesOf = (code: string): Promise<string[]> =>
    lintMessages('core/new.ts', `${declared}${code}\n`);
  const spread = 'Write the properties out';
  const pair = 'Write a statement for each name';
  const rejected = [
    ['export const d = { ...{ a, b } };', spread],
    ['export const d = { ...({ a } as const), ...c };', spread],
    ['export const d = { ...({ a } satisfies object) };', spread],
    ['export const [d, e] = [a, b];', pair],
    ['export let d = 1;\nexport let e = 2;\n[d, e] = [e, a];', pair],
    ['export let d = 1;\nexport let e = 2;\nd = e = a;', 'no-multi-assign'],
    [
      "import { d } from './d.ts';\nimport type { E } from './d.ts';\nexport const f: E = d;",
      'no-duplicate-imports',
    ],
  ] as const;
  for (const [code, message] of rejected)
    expect(await messagesOf(code), code).toEqual([expect.stringContaining(message)]);
  const accepted = [
    'export const d = { ...c, ...(a > b && { a }), ...(a < b ? { b } : {}) };',
    'export const [d] = [...String(a), b];\nexport const [e, f] = [a, b].map(String);',
    "import { d, type E } from './d.ts';\nexport const f: E = d;",
  ];
  for (const code of accepted) expect(await messagesOf(code), code).toEqual([]);
  const component = (props: string): string =>
    `<script lang="ts">\n  import A from './A.svelte';\n</script>\n\n<A ${props} />\n`;
  expect(await lintMessages('app/ui/New.svelte', component('{...{ a: 1 }}'))).toEqual([
    expect.stringContaining(spread),
  ]);
  expect(await lintMessages('app/ui/New.svelte', component('a={1}'))).toEqual([]);
});

test('slow and unexplained dynamic patterns are rejected', async () => {
  const dynamicPattern = 'export const a = (text: string): RegExp => new RegExp(text);\n';
  expect(await lintMessages('core/new.ts', dynamicPattern)).toEqual([
    expect.stringContaining('made of a text can take for ever'),
  ]);
  expect(await lintMessages('core/new.ts', `// From constants.\n${dynamicPattern}`)).toEqual([]);
  const replaceCode = (pattern: string): string =>
    `export const b = (text: string): string => text.replace(${pattern}, '');\n`;
  expect(await lintMessages('worker/new.ts', replaceCode(String.raw`/\.+$/`))).toEqual([
    expect.stringContaining('slow on a long run of "."'),
  ]);
  expect(await lintMessages('worker/new.ts', replaceCode(String.raw`/(?<!\.)\.+$/`))).toEqual([]);
  expect(await lintMessages('core/demo-phone/new.ts', replaceCode(String.raw`/\.+$/`))).toEqual([]);
});

test('unexplained casts, any and suppressed checks are rejected', async () => {
  const cast = 'declare const a: unknown;\nexport const b = a as string;\n';
  expect(await lintMessages('core/new.ts', cast)).toEqual([
    expect.stringContaining('Say in a comment'),
  ]);
  expect(await lintMessages('core/new.ts', cast.replace(';\nexport', '; // Why.\nexport'))).toEqual(
    [],
  );
  expect(await lintMessages('core/new.ts', 'export const a = [1] as const;\n')).toEqual([]);
  const any = 'declare const a: unknown;\n// Why.\nexport const b = a as any;\n';
  expect(await lintMessages('core/new.ts', any)).toEqual([
    expect.stringContaining('no-explicit-any'),
    expect.stringContaining('narrow it by a schema'),
  ]);
  const nonNull = 'declare const a: string | null;\nexport const b = a!;\n';
  expect(await lintMessages('core/new.ts', nonNull)).toEqual([
    expect.stringContaining('no-non-null-assertion'),
  ]);
  const suppressed = '// @ts-expect-error for a long and good reason\nexport const a: 1 = 2;\n';
  expect(await lintMessages('core/new.ts', suppressed)).toEqual([
    expect.stringContaining('ban-ts-comment'),
  ]);
});

test('no panel reads what the text of a call says', async () => {
  const isRefused = async (code: string): Promise<boolean> => {
    const file = 'app/console/new.ts';
    const messages = await lintMessages(file, `export const f = (call: Call) => ${code};\n`);
    return messages.some((message) => message.includes('not read for what it says'));
  };
  expect(await isRefused("call.text.split('\\n').slice(1)")).toBe(true);
  expect(await isRefused('/covers/.test(call.text)')).toBe(true);
  expect(await isRefused("resultText.replace('Done', '')")).toBe(true);
  expect(await isRefused('call.text.length')).toBe(false);
  expect(await isRefused("row.text.includes('Wi-Fi')")).toBe(false);
});
