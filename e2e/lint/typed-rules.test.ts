import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { typedRules } from './typed-rules.js';

const root = join(import.meta.dirname, '..', '..');

/** For each rule that needs type information, code that it must reject. */
const rejected: Readonly<Record<string, string>> = {
  'await-thenable': 'await 1;',
  'no-array-delete': 'declare const a: number[];\ndelete a[0];',
  'no-base-to-string': 'String({});',
  'no-confusing-void-expression': 'declare const f: () => void;\nexport const a = f();',
  'no-deprecated': '/** @deprecated */\nconst a = 1;\nexport const b = a + 1;',
  'no-duplicate-type-constituents': 'type A = { a: 1 };\nexport type B = A | A;',
  'no-floating-promises': 'Promise.resolve();',
  'no-for-in-array': 'for (const a in [1]) console.log(a);',
  'no-generated-empty-object-type': 'export type A = Pick<{ a: 1 }, never>;',
  'no-implied-eval': "setTimeout('a');",
  'no-meaningless-void-operator': 'declare const f: () => void;\nvoid f();',
  'no-misused-promises': 'if (Promise.resolve()) console.log();',
  'no-mixed-enums': "export enum A {\n  a,\n  b = 'b',\n}",
  'no-redundant-type-constituents': 'export type A = unknown | 1;',
  'no-unnecessary-boolean-literal-compare': 'export const f = (a: boolean) => a === true;',
  'no-unnecessary-condition': "export const f = (a: string) => a ?? 'b';",
  'no-unnecessary-template-expression': "export const a = `${'a'}`;",
  'no-unnecessary-type-assertion': 'export const f = (a: string) => a as string;',
  'no-unnecessary-type-conversion': 'export const f = (a: string) => String(a);',
  'no-unnecessary-type-parameters': 'export const f = <T>(a: T) => console.log(a);',
  'no-unsafe-argument': 'declare const a: any;\nparseInt(a);',
  'no-unsafe-assignment': 'declare const a: any;\nexport const b = a;',
  'no-unsafe-call': 'declare const a: any;\na();',
  'no-unsafe-enum-comparison': 'enum A {\n  a,\n}\nexport const f = (a: A) => a === 0;',
  'no-unsafe-member-access': 'declare const a: any;\na.b;',
  'no-unsafe-return': 'declare const a: any;\nexport const f = () => a;',
  'no-unsafe-unary-minus': "-('a' as unknown as {});",
  'no-useless-default-assignment': 'export const f = ({ a = 1 }: { a: number }) => a;',
  'only-throw-error': "throw 'a';",
  'prefer-promise-reject-errors': "await Promise.reject('a');",
  'prefer-reduce-type-parameter': '[1].reduce((a, b) => a.concat(b), [] as number[]);',
  'prefer-return-this-type': 'export class A {\n  f(): A {\n    return this;\n  }\n}',
  'related-getter-setter-pairs': 'export interface A {\n  get a(): string;\n  set a(b: number);\n}',
  'restrict-plus-operands': "export const f = (a: number) => 'a' + a;",
  'restrict-template-expressions': 'export const f = (a: string[]) => `${a}`;',
  'return-await':
    'export async function f(a: Promise<1>) {\n  try {\n    return a;\n  } catch {\n    return 1;\n  }\n}',
  'use-unknown-in-catch-callback-variable': 'await Promise.reject(Error()).catch((a) => a.b);',
};

const reportSchema = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
});

const referencesSchema = z.object({ references: z.array(z.object({ path: z.string() })) });

/** The files that oxlint reports in this folder, with the rules. */
async function lint(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const args = [oxlint, '-c', join(root, 'oxlint.config.js'), '-f', 'json'];
  const report = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  const rules = new Map<string, readonly string[]>();
  for (const { code, filename } of reportSchema.parse(JSON.parse(report)).diagnostics) {
    const rule = code.replace(/^.*\(|\)$/g, '');
    rules.set(filename, [...(rules.get(filename) ?? []), rule]);
  }
  return rules;
}

test('oxlint has every rule that needs type information, with the strict options', async () => {
  const names = Object.keys(typedRules).map((name) => name.replace('@typescript-eslint/', ''));
  expect(Object.keys(rejected).toSorted()).toEqual(names.toSorted());
  const folder = await mkdtemp(join(tmpdir(), 'typed-rules-'));
  try {
    const compilerOptions = { lib: ['ES2023', 'DOM'], incremental: false };
    const settings = {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions,
      include: ['*.ts'],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    for (const [name, code] of Object.entries(rejected))
      await writeFile(join(folder, `${name}.ts`), `${code}\nexport {};\n`);
    const found = await lint(folder);
    for (const name of names) expect(found.get(`${name}.ts`) ?? [], name).toContain(name);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** oxlint checks a file of no project with other options, and `tsc -b` does not check it. */
test('every TypeScript file belongs to a project', () => {
  const readSettings = (folder: string): unknown =>
    ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile).config;
  const { references } = referencesSchema.parse(readSettings(root));
  const projects = references.map(({ path }) => join(root, path));
  const inProject = new Set(
    projects.flatMap(
      (folder) => ts.parseJsonConfigFileContent(readSettings(folder), ts.sys, folder).fileNames,
    ),
  );
  const folders = ['app', 'core', 'worker', 'e2e'].map((name) => join(root, name));
  const files = folders.flatMap((folder) =>
    ts.sys.readDirectory(folder, ['.ts', '.mts'], ['**/dist', '**/node_modules']),
  );
  expect(files.length).toBeGreaterThan(900);
  expect(files.filter((file) => !inProject.has(file))).toEqual([]);
});
