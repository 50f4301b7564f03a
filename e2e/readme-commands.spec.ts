/** The commands of the README do what it says; one that is new there needs a check here. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test as base } from '@playwright/test';
import { clientSetups } from '#core/clients/clients.ts';
import { freePort } from './free-port.ts';
import { placeholders, root } from './readme-tables.ts';

/** Runs an npm command of the README, with an empty home folder. */
type RunNpm = (command: string, options?: readonly string[]) => ChildProcess;

const test = base.extend<{ readonly runNpm: RunNpm }>({
  runNpm: async ({}, use) => {
    const home = await mkdtemp(join(tmpdir(), 'handset-readme-'));
    const children: ChildProcess[] = [];
    await use((command, options = []) => {
      const [npm = '', ...words] = command.split(' ');
      const args = options.length > 0 && !words.includes('--') ? [...words, '--'] : words;
      const child = spawn(npm, [...args, ...options], {
        cwd: root,
        env: { ...process.env, HOME: home, USERPROFILE: home, HANDSET_CONFIG_DIR: home },
        stdio: ['ignore', 'pipe', 'inherit'],
        shell: process.platform === 'win32',
        // npm starts a shell, which starts the program: a signal to the group reaches all.
        detached: process.platform !== 'win32',
      });
      children.push(child);
      return child;
    });
    for (const child of children) await end(child);
    await rm(home, { recursive: true, force: true });
  },
});

// One after the other: each builds what is out of date.
test.describe.configure({ mode: 'default' });

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGTERM');
  await exited;
}

/** All that it prints until it ends. */
const output = async ({ stdout }: ChildProcess): Promise<string> =>
  stdout === null ? '' : await text(stdout);

/** What `npm start` prints once it serves: a text with this part. */
async function printsWhileItRuns(child: ChildProcess, part: string): Promise<void> {
  let printed = '';
  child.stdout?.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  await expect.poll(() => printed).toContain(part);
}

const quietly = async (): Promise<{ readonly port: number; readonly options: string[] }> => {
  const port = await freePort();
  return { port, options: ['--no-open', '--port', String(port)] };
};

/** What shows that a command of the README works; null where another test does. */
const checks: Readonly<Record<string, ((runNpm: RunNpm) => Promise<void>) | null>> = {
  'npm start': async (runNpm) => {
    const { port, options } = await quietly();
    await printsWhileItRuns(runNpm('npm start', options), `http://127.0.0.1:${port}/mcp`);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(await page.text()).toContain('<title>Handset</title>');
  },
  'npm start -- --tools all': async (runNpm) => {
    const { port, options } = await quietly();
    const child = runNpm('npm start -- --tools all', options);
    await printsWhileItRuns(child, `http://127.0.0.1:${port}/mcp`);
  },
  'npm start -- --allow-origin https://you.github.io': async (runNpm) => {
    const { options } = await quietly();
    const child = runNpm('npm start -- --allow-origin https://you.github.io', options);
    await printsWhileItRuns(child, 'https://you.github.io/#bridge=');
  },
  'npm start -- doctor': async (runNpm) => {
    expect(await output(runNpm('npm start -- doctor'))).toMatch(/^Handset \d/m);
  },
  'npm start -- setup cursor': async (runNpm) => {
    const printed = await output(runNpm('npm start -- setup cursor'));
    expect(printed).toContain('"handset"');
    // Nobody is there to answer.
    expect(printed).toContain('Add --yes');
  },
  // The run that this test belongs to.
  'npm test': null,
  // The tests run its output.
  'npm run build': null,
};

/** The lines of code blocks in `sh` without comments, and what stands in the text as a command of npm. */
function commandsOf(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```sh\n([^`]*)^```/gm)].flatMap(([, block = '']) =>
    block
      .trim()
      .split('\n')
      .map((line) => line.replace(/\s+#.*/, '')),
  );
  const spans = [...markdown.matchAll(/`(npm [^`]*[^`…\s])`/g)].map(([, span = '']) => span);
  return [...new Set([...blocks, ...spans])];
}

test('every command of the README is checked', async ({}) => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const claude = clientSetups(placeholders, null).find(({ id }) => id === 'claude-code');
  const commands = [...Object.keys(checks), claude?.configs[0]?.text];
  expect(commandsOf(readme).sort()).toEqual(commands.sort());
});

for (const [command, check] of Object.entries(checks)) {
  if (check !== null) test(`${command} works`, { tag: '@more' }, ({ runNpm }) => check(runNpm));
}

test('npm start begins to install in a fresh clone', { tag: '@more' }, async ({}) => {
  test.skip(!existsSync(join(root, '.git')), 'This is no repository.');
  const folder = await mkdtemp(join(tmpdir(), 'handset-clone-'));
  // Nothing listens there: installing, which takes half a minute, ends soon.
  const registry = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' };
  const child = spawn(`git clone -q "${root}" handset && cd handset && npm start`, {
    cwd: folder,
    env: { ...process.env, ...registry, npm_config_cache: join(folder, 'cache') },
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: true,
  });
  expect(await text(child.stderr)).toMatch(
    /Installing packages[^]*The packages couldn't be installed/,
  );
  await rm(folder, { recursive: true, force: true });
});
