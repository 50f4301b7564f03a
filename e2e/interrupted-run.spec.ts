/** An interrupted test run fails, and lists the tests that were running and those that did not run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';

const steps = new URL('steps.mjs', import.meta.url).href;

/** Runs one step as `npm test` does; `step` is its source code. */
function runStep(step: string): { readonly child: ChildProcess; readonly output: Promise<string> } {
  const program = `
    import { playwright, runSteps, sumUp } from '${steps}';
    const outcomes = await runSteps([${step}]);
    console.log(sumUp(outcomes.map(({ counts }) => counts)));`;
  const args = ['--input-type=module', '-e', program];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  return { child, output: text(child.stdout) };
}

/** Writes a test file whose second test creates the file `runs` and never ends; returns the folder. */
async function writeTests(file: string, runner: string): Promise<string> {
  const folder = test.info().outputPath('tests');
  await mkdir(folder);
  const code = `
    import { writeFileSync } from 'node:fs';
    import { test } from '${runner}';
    test('passes', () => {});
    test('never ends', async () => {
      writeFileSync(${JSON.stringify(join(folder, 'runs'))}, '');
      await new Promise(() => setInterval(() => {}, 1000));
    });
    test('is not reached', () => {});`;
  await writeFile(join(folder, file), code);
  return folder;
}

async function waitUntilRunning(folder: string): Promise<void> {
  const exists = (): Promise<boolean> =>
    stat(join(folder, 'runs')).then(
      () => true,
      () => false,
    );
  await expect.poll(exists).toBe(true);
}

test('by its time limit', { tag: '@more' }, async () => {
  const forever = `['node', '-e', 'setInterval(() => {}, 1000)']`;
  const output = await runStep(`{ name: 'idle', limitMs: 600, commands: [${forever}] }`).output;
  expect(output).toContain('idle: FAILED');
  expect(output).toContain('Ended by its limit of 0.01 minutes.\n0 passed, 1 failed\n');
});

test(
  'by a signal, in the end-to-end tests and before the next command',
  { tag: '@more' },
  async () => {
    const folder = await writeTests('a.spec.mjs', '@playwright/test');
    const config = join(folder, 'playwright.config.mjs');
    await writeFile(config, 'export default { workers: 1, outputDir: "results" };');
    const playwrightArgs = JSON.stringify([config, join(folder, 'report.json')]);
    const nextCommand = `['node', '-e', '']`;
    const { child, output } = runStep(`((tests) => ({
    ...tests, name: 'tests', commands: [...tests.commands, ${nextCommand}],
  }))(playwright(...${playwrightArgs}))`);
    await waitUntilRunning(folder);
    child.kill('SIGTERM');
    const printed = await output;
    expect(printed).toContain('\nwas running: a.spec.mjs: never ends\n');
    expect(printed).toContain('\ndid not run: a.spec.mjs: is not reached\n');
    expect(printed).toContain('Ended by SIGTERM.\nDid not run: ended by SIGTERM.\n');
    expect(printed).toMatch(/\n1 passed, 2 failed\n$/);
  },
);

test('by a signal, in the unit tests', { tag: '@more' }, async () => {
  const folder = await writeTests('a.test.mjs', 'vitest');
  await writeFile(
    join(folder, 'vitest.config.mjs'),
    'export default { test: { testTimeout: 0 } };',
  );
  const options = [
    '--root',
    folder,
    '--reporter',
    new URL('unit-reporter.mjs', import.meta.url).pathname,
  ];
  const command = JSON.stringify(['vitest/vitest', 'run', ...options]);
  const { child, output } = runStep(`{ name: 'tests', commands: [${command}] }`);
  await waitUntilRunning(folder);
  child.kill('SIGTERM');
  const printed = await output;
  expect(printed).toMatch(/\nwas running: .*a\.test\.mjs\n/);
  expect(printed).toMatch(/\n0 passed, 1 failed\n$/);
});
