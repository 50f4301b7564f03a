import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

/** The project's own settings, without type information: these files exist only here. */
const eslint = new ESLint({
  overrideConfig: [
    {
      files: ['**/*'],
      languageOptions: { parserOptions: { project: false, projectService: false } },
      rules: tseslint.configs.disableTypeChecked.rules ?? {},
    },
  ],
});

async function complaints(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? []).map(({ ruleId, message }) => `${ruleId ?? 'parse'}: ${message}`);
}

const script = (code: string): string => `<script lang="ts">\n${code}</script>\n`;

/** file, import, part of the message that must come. */
const forbidden: readonly (readonly [string, string, string])[] = [
  ['core/new.ts', '../worker/adb/phone.ts', 'share code through core/'],
  ['core/screen/deep/new.ts', '../../../app/main.ts', 'nothing imports it'],
  ['core/screen/new.ts', '../../e2e/fixtures.ts', 'e2e/ only tests'],
  ['core/new.ts', 'node:fs', 'core is pure TypeScript'],
  ['core/new.ts', 'fs', 'core is pure TypeScript'],
  ['core/new.ts', 'svelte', 'core is pure TypeScript'],
  ['core/new.ts', 'zod-extra', 'core is pure TypeScript'],
  ['core/new.ts', '@mdi/js', 'core is pure TypeScript'],
  ['core/demo-phone/new.ts', '@yume-chan/adb', 'core is pure TypeScript'],
  ['core/demo-phone/programs/app/new.ts', '../../../../app/main.ts', 'nothing imports it'],
  ['core/format/new.ts', '../demo-phone/phone.ts', 'Only worker/demo, e2e'],
  ['core/format/new.test.ts', '../demo-phone/phone.ts', 'Only worker/demo, e2e'],
  ['core/new.ts', './demo-phone/phone.ts', 'Only worker/demo, e2e'],
  ['core/tools/new.ts', '../commands/dump.ts', 'Tools never import commands'],
  ['core/tools/new.ts', '../relay/frames.ts', 'Tools know neither MCP'],
  ['core/tools/fields/new.ts', '../../commands/dump.ts', 'Tools never import commands'],
  ['core/tools/fields/new.ts', '../tap.ts', 'What tools share knows no tool'],
  ['core/tools/finding/new.ts', '../fields/write-field.ts', 'finding stands on parameters'],
  ['core/tools/parameters/new.ts', '../contract/tool.ts', 'parameters stands on no other room'],
  ['core/link/new.ts', '../screen/screen.ts', 'neither tools nor screens'],
  ['core/relay/new.ts', '../tools/registry.ts', 'neither tools nor screens'],
  ['core/relay/new.ts', '../phone.ts', 'neither tools nor screens'],
  ['core/commands/new.ts', '../tools/registry.ts', 'Commands only know'],
  ['core/screen/new.ts', '../tools/registry.ts', 'downwards only'],
  ['core/format/new.ts', '../commands/dump.ts', 'downwards only'],
  ['core/screen/new.ts', '../selector/parse.ts', 'screen stands on geometry, errors'],
  ['core/selector/deep/new.ts', '../../format/cell.ts', 'selector stands on screen'],
  ['core/gestures/new.ts', '../phone.ts', 'gestures stands on geometry, errors'],
  ['core/mcp/new.ts', '../commands/dump.ts', 'knows the registry alone'],
  ['core/clients/new.ts', '../tools/registry.ts', 'only says how the bridge is reached'],
  ['worker/adb/new.ts', '../../app/console/state.ts', 'nothing imports it'],
  ['worker/adb/new.ts', '../../core/demo-phone/phone.ts', 'Only worker/demo, e2e'],
  ['worker/adb/new.ts', 'node:buffer', 'speaks ADB by @yume-chan/*'],
  ['worker/demo/new.ts', 'svelte', 'speaks ADB by @yume-chan/*'],
  ['worker/adb/new.ts', '../../e2e/node-canvas.ts', 'e2e/ only tests'],
  ['worker/adb/new.test.ts', '../../e2e/fixtures.ts', 'e2e/ only tests'],
  ['app/console/new.ts', '../../worker/main.ts', 'new Worker(new URL('],
  ['app/console/new.ts', '../../worker/main.ts?worker', 'new Worker(new URL('],
  ['app/console/new.ts', '../bridge/server/bridge.ts', 'another program'],
  ['app/new.ts', './bridge/main.ts', 'another program'],
  ['app/console/new.svelte.ts', '../../core/demo-phone/phone.ts', 'Only worker/demo, e2e'],
  ['app/console/new.ts', '../../core/tools/registry.ts', 'flattened from the worker'],
  ['app/console/new.ts', '@yume-chan/adb', 'libraries for the page'],
  ['app/console/new.ts', 'node:fs', 'libraries for the page'],
  ['app/bridge/new.ts', '../../worker/relay/socket.ts', 'share code through core/'],
  ['app/bridge/new.ts', '../../core/screen/parse.ts', 'The bridge knows core/mcp'],
  ['app/bridge/new.ts', '../../core/demo-phone/phone.ts', 'The bridge knows core/mcp'],
  ['app/bridge/new.ts', '../console/state.ts', 'Pages run in the browser'],
  ['app/bridge/new.ts', 'express', 'needs ws'],
  ['app/bridge/new.mjs', '../../e2e/steps.mjs', 'e2e/ only tests'],
  ['app/bridge/http/new.ts', '../../../worker/relay/socket.ts', 'share code through core/'],
  ['app/bridge/http/new.ts', '../guard/secrets.ts', 'http stands on no other room'],
  ['app/bridge/consoles/new.ts', '../server/bridge.ts', 'consoles stands on guard'],
  ['app/bridge/server/new.ts', '../main.ts', 'Inside the bridge, downwards only'],
  ['e2e/new.ts', '../worker/main.ts', 'through a real page'],
  ['e2e/bench/new.ts', '../../app/bridge/server/bridge.ts', 'as a process'],
];

/** Code that imports from the path in each way there is. */
const importsOf = (path: string): string =>
  [
    `import { a } from '${path}';\na();`,
    `export * from '${path}';`,
    `import type { A } from '${path}';\nexport type B = A;`,
    `export const b = import('${path}');`,
  ].join('\n');

test('what may not be imported is refused in each way of importing', async () => {
  for (const [file, path, message] of forbidden) {
    const found = await complaints(file, importsOf(path));
    const refused: unknown = expect.stringContaining(message);
    expect([file, path, ...found]).toEqual([file, path, refused, refused, refused, refused]);
  }
});

const allowed: readonly (readonly [string, string])[] = [
  ['core/screen/new.ts', '../geometry.ts'],
  ['core/format/new.ts', '../screen/screen.ts'],
  ['core/new.ts', 'zod'],
  ['core/new.ts', 'zod/v4'],
  ['core/screen/new.test.ts', 'node:fs'],
  ['core/tools/new.ts', '../selector/parse.ts'],
  ['core/tools/new.ts', './fields/write-field.ts'],
  ['core/tools/fields/new.ts', '../touching/press-element.ts'],
  ['core/tools/fields/new.ts', '../../screen/screen.ts'],
  ['core/demo-phone/new.ts', '@mdi/js'],
  ['core/demo-phone/android/new.ts', '../commands/wm.ts'],
  ['core/demo-phone/programs/dumpsys/new.ts', '../app/pm.ts'],
  ['core/demo-phone/commands/new.ts', '../../screen/screen.ts'],
  ['worker/adb/new.ts', '@yume-chan/adb'],
  ['worker/adb/new.ts', '../../core/commands/dump.ts'],
  ['worker/adb/new.test.ts', '../../e2e/node-canvas.ts'],
  ['core/demo-phone/new.test.ts', '../../e2e/node-canvas.ts'],
  ['worker/new.ts', './relay/socket.ts'],
  ['worker/demo/new.ts', '../../core/demo-phone/phone.ts'],
  ['app/console/new.ts', 'svelte/reactivity'],
  ['app/console/new.ts', '../../core/link/link.ts'],
  ['app/console/new.ts', '../../core/clients/client-setups.ts'],
  ['app/console/new.test.ts', '../../core/tools/registry.ts'],
  ['app/bridge/new.ts', '../../core/mcp/server.ts'],
  ['app/bridge/new.ts', '../../core/errors.ts'],
  ['app/bridge/new.ts', '../../core/clients/client-setups.ts'],
  ['core/clients/new.ts', '../relay/frames.ts'],
  ['app/bridge/new.ts', 'node:http'],
  ['app/bridge/new.ts', './start/serve.ts'],
  ['app/bridge/server/new.ts', '../consoles/consoles.ts'],
  ['app/bridge/consoles/new.ts', '../limits.ts'],
  ['app/bridge/http/new.ts', '../../../core/errors.ts'],
  ['app/bridge/testing/new.ts', '../../../worker/relay/socket.ts'],
  ['e2e/new.ts', '../core/demo-phone/phone.ts'],
];

test('what may be imported is let be', async () => {
  for (const [file, path] of allowed) {
    expect([file, path, ...(await complaints(file, importsOf(path)))]).toEqual([file, path]);
  }
});

test('components obey the fences of pages', async () => {
  const file = 'app/console/New.svelte';
  const refused: unknown = expect.stringContaining('new Worker(new URL(');
  const found = await complaints(file, script(importsOf('../../worker/main.ts')));
  expect(found).toEqual([refused, refused, refused, refused]);
  const worker = "new Worker(new URL('../../worker/main.ts', import.meta.url));\n";
  expect(await complaints(file, script(worker))).toEqual([]);
});

test('the house sizes bite', async () => {
  const long = (lines: number): string => '// …\n'.repeat(lines);
  const body = (lines: number): string =>
    `export function f(): void {\n${'f();\n'.repeat(lines)}}\n`;
  const sizes = async (file: string, code: string): Promise<string[]> =>
    (await complaints(file, code)).map((text) => text.slice(0, text.indexOf(':')));
  expect(await sizes('core/new.ts', long(400))).toEqual([]);
  expect(await sizes('core/new.ts', long(401))).toEqual(['max-lines']);
  expect(await sizes('app/ui/New.svelte', '<p>…</p>\n'.repeat(251))).toEqual(['max-lines']);
  expect(await sizes('core/new.ts', body(58))).toEqual([]);
  expect(await sizes('core/new.ts', body(59))).toEqual(['max-lines-per-function']);
  const five = 'export const f = (a: 1, b: 1, c: 1, d: 1, e: 1): number => a + b + c + d + e;\n';
  expect(await sizes('core/new.ts', five)).toEqual(['max-params']);
});

test('patterns that can take for ever bite', async () => {
  const made = 'export const a = (text: string): RegExp => new RegExp(text);\n';
  expect(await complaints('core/new.ts', made)).toEqual([
    expect.stringContaining('made of a text can take for ever'),
  ]);
  expect(await complaints('core/new.ts', `// From constants.\n${made}`)).toEqual([]);
  const ends = (pattern: string): string =>
    `export const b = (text: string): string => text.replace(${pattern}, '');\n`;
  expect(await complaints('worker/new.ts', ends(String.raw`/\.+$/`))).toEqual([
    expect.stringContaining('over a second for a long run of "."'),
  ]);
  expect(await complaints('worker/new.ts', ends(String.raw`/(?<!\.)\.+$/`))).toEqual([]);
  expect(await complaints('core/demo-phone/new.ts', ends(String.raw`/\.+$/`))).toEqual([]);
});

test('casts, any and silenced checks bite', async () => {
  const cast = 'declare const a: unknown;\nexport const b = a as string;\n';
  expect(await complaints('core/new.ts', cast)).toEqual([
    expect.stringContaining('Say in a comment'),
  ]);
  expect(await complaints('core/new.ts', cast.replace(';\nexport', '; // Why.\nexport'))).toEqual(
    [],
  );
  expect(await complaints('core/new.ts', 'export const a = [1] as const;\n')).toEqual([]);
  const any = 'declare const a: unknown;\n// Why.\nexport const b = a as any;\n';
  expect(await complaints('core/new.ts', any)).toEqual([
    expect.stringContaining('no-explicit-any'),
    expect.stringContaining('narrow it by a schema'),
  ]);
  const bang = 'declare const a: string | null;\nexport const b = a!;\n';
  expect(await complaints('core/new.ts', bang)).toEqual([
    expect.stringContaining('no-non-null-assertion'),
  ]);
  const hushed = '// @ts-expect-error for a long and good reason\nexport const a: 1 = 2;\n';
  expect(await complaints('core/new.ts', hushed)).toEqual([
    expect.stringContaining('ban-ts-comment'),
  ]);
});

test('cycles bite, those of types alone do not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cycle-'));
  const write = (name: string, code: string): Promise<void> => writeFile(join(folder, name), code);
  await write('a.ts', "import { b } from './b.ts';\nexport const a = () => b;\n");
  await write(
    'b.ts',
    "import type { a } from './a.ts';\nexport const b: typeof a | null = null;\n",
  );
  expect(cycles(folder)).toEqual({ status: 0, found: false });
  await write('b.ts', "import { a } from './a.ts';\nexport const b = () => a;\n");
  expect(cycles(folder)).toEqual({ status: 1, found: true });
  await rm(folder, { recursive: true });
});

function cycles(folder: string): { status: number | null; found: boolean } {
  const bin = join(import.meta.dirname, '..', 'node_modules', 'oxlint', 'bin', 'oxlint');
  const config = join(import.meta.dirname, '..', '.oxlintrc.json');
  const { status, stdout } = spawnSync(process.execPath, [bin, '-c', config, folder], {
    encoding: 'utf8',
  });
  return { status, found: stdout.includes('no-cycle') };
}
