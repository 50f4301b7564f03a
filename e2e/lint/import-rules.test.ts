import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** A file, what it imports, and the rule that must reject it; undefined if the import is allowed. */
const imports: readonly (readonly [string, string, string | undefined])[] = [
  ['core/new.ts', 'worker/main.ts', 'worker-is-a-runtime'],
  ['core/screen/deep/new.ts', 'app/console/state.ts', 'app-is-what-a-person-starts'],
  ['core/screen/new.ts', 'e2e/fixtures.ts', 'e2e-only-tests'],
  ['core/new.ts', 'node:fs', 'packages-of-core'],
  ['core/new.ts', 'zod-extra', 'packages-of-core'],
  ['core/new.ts', '@mdi/js', 'packages-of-core'],
  ['core/new.ts', 'zod', undefined],
  ['core/screen/new.test.ts', 'node:fs', undefined],
  ['core/screen/new.test.ts', 'svelte', 'packages-of-tests-of-core'],
  ['core/demo-phone/new.ts', '@yume-chan/adb', 'packages-of-demo-phone'],
  ['core/demo-phone/new.ts', '@mdi/js', undefined],
  ['core/demo-phone/new.test.ts', 'core/demo-phone/testing/node-canvas.ts', undefined],
  ['core/demo-phone/app/new.ts', 'app/console/state.ts', 'app-is-what-a-person-starts'],
  ['core/demo-phone/shell/new.ts', 'core/demo-phone/programs/cmd.ts', 'core/demo-phone/shell'],
  ['core/demo-phone/android/new.ts', 'core/demo-phone/run-command.ts', 'core/demo-phone/android'],
  ['core/demo-phone/programs/new.ts', 'core/demo-phone/shell/program.ts', undefined],
  ['core/format/new.test.ts', 'core/demo-phone/phone.ts', 'demo-phone-is-a-phone'],
  ['core/tools/new.ts', 'core/commands/dump.ts', 'core/tools'],
  ['core/tools/new.ts', 'core/relay/frames.ts', 'core/tools'],
  ['core/tools/new.ts', 'core/tools/shared/write-field.ts', undefined],
  ['core/tools/shared/new.ts', 'core/tools/touch.ts', 'core/tools/shared'],
  ['core/tools/shared/new.ts', 'core/tools/shared/find-element.ts', undefined],
  ['core/link/new.ts', 'core/screen/screen.ts', 'core/link'],
  ['core/relay/new.ts', 'core/phone/phone.ts', 'core/relay'],
  ['core/commands/new.ts', 'core/tools/registry.ts', 'core/commands'],
  ['core/screen/new.ts', 'core/selector/parse.ts', 'core/screen'],
  ['core/screen/new.ts', 'core/geometry.ts', undefined],
  ['core/gestures/new.ts', 'core/phone/phone.ts', 'core/gestures'],
  ['core/format/new.ts', 'core/screen/screen.ts', undefined],
  ['core/mcp/new.ts', 'core/commands/dump.ts', 'core/mcp'],
  ['core/clients/new.ts', 'core/tools/registry.ts', 'core/clients'],
  ['core/clients/new.ts', 'core/relay/frames.ts', undefined],
  ['worker/adb/new.ts', 'app/console/state.ts', 'app-is-what-a-person-starts'],
  ['worker/adb/new.ts', 'core/demo-phone/phone.ts', 'demo-phone-is-a-phone'],
  ['worker/demo/new.ts', 'core/demo-phone/phone.ts', undefined],
  ['worker/adb/new.ts', 'node:buffer', 'packages-of-worker'],
  ['worker/demo/new.ts', 'svelte', 'packages-of-worker-demo'],
  ['worker/demo/new.ts', 'core/demo-phone/testing/node-canvas.ts', 'testing-is-for-tests'],
  ['worker/adb/new.test.ts', 'core/demo-phone/testing/node-canvas.ts', undefined],
  ['worker/adb/new.test.ts', 'e2e/fixtures.ts', 'e2e-only-tests'],
  ['worker/adb/new.ts', 'worker/calls/answer.ts', 'worker/adb'],
  ['app/console/new.ts', 'worker/main.ts', 'worker-is-a-runtime'],
  ['app/console/new.ts', 'worker/main.ts?worker', 'worker-is-a-runtime'],
  ['app/console/New.svelte', 'worker/main.ts', 'worker-is-a-runtime'],
  ['app/console/new.ts', 'app/bridge/http/server.ts', 'bridge-is-a-program'],
  ['app/console/new.svelte.ts', 'core/demo-phone/phone.ts', 'demo-phone-is-a-phone'],
  ['app/console/new.ts', 'core/tools/registry.ts', 'pages-know-link'],
  ['app/console/new.test.ts', 'core/tools/registry.ts', undefined],
  ['app/console/new.ts', 'core/link/link.ts', undefined],
  ['app/console/new.ts', '@yume-chan/adb', 'packages-of-pages'],
  ['app/console/new.ts', 'node:fs', 'packages-of-pages'],
  ['app/ui/new.ts', 'app/console/timeline/timeline.svelte.ts', 'app/ui'],
  ['app/console/new.ts', 'app/bridge-window/main.ts', 'app/console'],
  ['app/console/new.ts', 'app/console/screen/live.svelte.ts', undefined],
  ['app/console/agents/new.ts', 'app/console/policy/agent-policy.svelte.ts', undefined],
  ['app/console/policy/new.ts', 'app/console/agents/seen-agents.svelte.ts', 'app/console/policy'],
  [
    'app/console/screen/New.svelte',
    'app/console/elements/inspector.svelte.ts',
    'app/console/screen',
  ],
  ['app/console/elements/new.ts', 'app/console/console.svelte.ts', 'app/console/elements'],
  ['app/console/palette/new.ts', 'app/console/console.svelte.ts', undefined],
  ['app/console/palette/new.ts', 'app/ui/keys.ts', undefined],
  ['app/bridge/new.ts', 'worker/main.ts', 'worker-is-a-runtime'],
  ['app/bridge/testing/new.ts', 'worker/main.ts', undefined],
  ['app/bridge/new.ts', 'core/demo-phone/phone.ts', 'demo-phone-is-a-phone'],
  ['app/bridge/new.ts', 'core/screen/screen.ts', 'bridge-knows-the-envelope'],
  ['app/bridge/new.ts', 'core/mcp/server.ts', undefined],
  ['app/bridge/new.ts', 'app/console/state.ts', 'pages-run-in-the-browser'],
  ['app/bridge/new.ts', 'express', 'packages-of-bridge'],
  ['app/bridge/new.ts', 'node:http', undefined],
  ['app/bridge/new.mjs', 'e2e/steps.mjs', 'e2e-only-tests'],
  ['app/bridge/guard/new.ts', 'app/bridge/http/server.ts', 'app/bridge/guard'],
  ['app/bridge/bridge.ts', 'app/bridge/main.ts', 'app/bridge/bridge.ts'],
  ['e2e/new.ts', 'worker/main.ts', 'worker-is-a-runtime'],
  ['e2e/bench/new.ts', 'app/bridge/http/server.ts', 'app-is-what-a-person-starts'],
  ['e2e/new.ts', 'app/build/publish.ts', undefined],
  ['app/build/new.ts', 'e2e/local-http.ts', 'e2e-only-tests'],
  ['app/console/new.ts', 'app/build/publish.ts', 'build-is-for-builds'],
  ['e2e/new.ts', 'core/demo-phone/phone.ts', undefined],
];

/** Every syntax of importing; ESLint checks the type imports of components. */
const syntaxes = ['import', 'export', 'type', 'lazy'] as const;
const codeFor = {
  import: (path: string) => `import { a } from '${path}';\na();\n`,
  export: (path: string) => `export * from '${path}';\n`,
  type: (path: string) => `import type { A } from '${path}';\nexport type B = A;\n`,
  lazy: (path: string) => `export const b = import('${path}');\n`,
};

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fences-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function write(file: string, code: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), code);
}

/** The names of the rules that each file violates. */
async function violatedRules(): Promise<ReadonlyMap<string, readonly string[]>> {
  const config = await extractDepcruiseOptions(join(root, '.dependency-cruiser.mjs'));
  const { output } = await cruise(['app', 'core', 'worker', 'e2e'], { ...config, baseDir: folder });
  if (typeof output === 'string') throw new Error(output);
  const rules = new Map<string, string[]>();
  for (const { from, rule } of output.summary.violations)
    rules.set(from, [...(rules.get(from) ?? []), rule.name]);
  return rules;
}

test('forbidden imports are rejected in every syntax, and so are cycles', async () => {
  const expected = new Map<string, readonly string[]>();
  for (const [at, [file, target, rule]] of imports.entries()) {
    const isOurs = /^(?:app|core|worker|e2e)\//.test(target);
    if (isOurs) await write(target.replace('?worker', ''), 'export {};\n');
    for (const syntax of syntaxes) {
      const name = file.replace(/[nN]ew(?=\.)/, (word) => `${word}-${at}-${syntax}`);
      const path = isOurs ? relative(dirname(name), target) : target;
      const code = codeFor[syntax](path.startsWith('.') || !isOurs ? path : `./${path}`);
      const isComponent = name.endsWith('.svelte');
      if (isComponent && syntax !== 'import' && syntax !== 'lazy') continue;
      await write(name, isComponent ? `<script lang="ts">\n${code}</script>\n` : code);
      if (rule !== undefined) expected.set(name, [rule]);
    }
  }
  await write('core/cycle/a.ts', "import { b } from './b.ts';\nexport const a = () => b;\n");
  await write(
    'core/cycle/b.ts',
    "import type { a } from './a.ts';\nexport const b: typeof a | 1 = 1;\n",
  );
  expected.set('core/cycle/a.ts', ['no-cycle']);
  expect(Object.fromEntries(await violatedRules())).toEqual(Object.fromEntries(expected));
});
