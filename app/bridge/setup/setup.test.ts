import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { parse as parseToml } from 'smol-toml';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/bridge.ts';
import { builtBridge } from '../testing/program.ts';
import { changeSecrets, loadSecrets } from '../guard/secrets.ts';
import { type SetupOptions, setUp } from './setup.ts';

const built = builtBridge();

let home = '';
let printed = '';
beforeEach(async () => {
  home = await temporaryFolder();
  printed = '';
});

const agent = {
  mcpUrl: 'http://127.0.0.1:7340/mcp',
  token: '',
  ownToken: false,
  programPath: '/opt/handset/dist-bridge/bridge.js',
  programArguments: ['--port', '8000'],
};
const entryArgs = [agent.programPath, '--stdio', '--port', '8000'];

function run(client: string | null, options: Partial<SetupOptions> = {}): Promise<boolean> {
  return setUp({
    client,
    undo: false,
    agent,
    folder: join(home, 'handset'),
    platform: 'linux',
    env: { HOME: home, PATH: join(home, 'bin') },
    command: 'handset',
    print: (text) => void (printed += text),
    confirm: () => Promise.resolve(true),
    ...options,
  });
}

const files = [
  ['claude-desktop', '.config/Claude/claude_desktop_config.json', '{\n  "theme": "dark"\n}\n'],
  ['cursor', '.cursor/mcp.json', '{"mcpServers": {"other": {"url": "x"}}}'],
  ['vs-code', '.config/Code/User/mcp.json', '{\n\t// mine\n\t"servers": {},\n\t"inputs": []\n}\n'],
  ['codex', '.codex/config.toml', 'model = "x" # mine\n'],
  ['gemini-cli', '.gemini/settings.json', '{\r\n  "mcpServers": {}\r\n}\r\n'],
] as const;

async function place(path: string, text: string): Promise<string> {
  const file = join(home, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

const read = (path: string): Promise<string> => readFile(join(home, path), 'utf8');

test.each(files)('%s is set up and taken back', async (client, path, text) => {
  const file = await place(path, text);
  expect(await run(client)).toBe(true);
  const after = await read(path);
  for (const word of entryArgs) expect(after).toContain(`"${word}"`);
  expect(printed).toContain(`${file}\n`);
  expect(printed).toContain(`handset setup ${client} --undo`);
  // Again, with another port: undo still leads to where it began.
  expect(await run(client, { agent: { ...agent, programArguments: [] } })).toBe(true);
  expect(await run(client, { undo: true })).toBe(true);
  expect(await read(path)).toBe(text);
  await expect(run(client, { undo: true })).rejects.toThrow(/^Setup hasn't changed/);
});

test.each(files)('%s gets a private file where there is none', async (client, path) => {
  expect(await run(client)).toBe(true);
  expect((await stat(join(home, path))).mode & 0o777).toBe(0o600);
  expect(await run(client)).toBe(true);
  expect(printed).toContain('is already set up');
  await run(client, { undo: true });
  await expect(read(path)).rejects.toThrow('ENOENT');
});

test('the command is a full path where the PATH leads to it', async () => {
  await place('bin/node', '');
  await run('cursor');
  expect(await read('.cursor/mcp.json')).toContain(`"command": "${process.execPath}"`);
  await chmod(join(home, 'bin/node'), 0o755);
  await run('cursor');
  expect(await read('.cursor/mcp.json')).toContain(`"command": "${join(home, 'bin/node')}"`);
});

test('where agents with the shared token are refused, nothing is written', async () => {
  const folder = join(home, 'handset');
  await loadSecrets(folder);
  await run('cursor');
  const written = await read('.cursor/mcp.json');
  await changeSecrets(folder, (secrets) => ({ ...secrets, isSharedAccepted: false }));
  for (const client of ['cursor', 'claude-code'])
    await expect(run(client)).rejects.toThrow('Make a token in the Agents panel');
  expect(await read('.cursor/mcp.json')).toBe(written);
  expect(await run('cursor', { undo: true })).toBe(true);
});

test('a folder of the PATH that depends on where setup runs is passed over', async () => {
  const fake = await place('bin/node', '');
  await chmod(fake, 0o755);
  await run('cursor', { env: { HOME: home, PATH: relative(process.cwd(), dirname(fake)) } });
  expect(await read('.cursor/mcp.json')).toContain(`"command": "${process.execPath}"`);
});

test('what the user added to the entry stays, how the server is reached is replaced', async () => {
  await place(
    '.codex/config.toml',
    [
      '[mcp_servers.handset]',
      'url = "http://127.0.0.1:1/mcp"',
      'enabled_tools = ["tap"]',
      '[mcp_servers.handset.env]',
      'HANDSET_TOKEN = "old"',
      'LANG = "C"',
      '[mcp_servers.handset.tools.tap]',
      'approval_mode = "approve"',
      '',
    ].join('\n'),
  );
  await run('codex');
  const { mcp_servers: servers } = parseToml(await read('.codex/config.toml'));
  expect(servers).toEqual({
    handset: {
      command: process.execPath,
      args: entryArgs,
      enabled_tools: ['tap'],
      env: { LANG: 'C' },
      tools: { tap: { approval_mode: 'approve' } },
    },
  });
});

test.each([
  ['{\n  "theme": "dark",\n}\n', 'the comma before the bracket in line 3'],
  ['\ufeff{}', 'the byte order mark at its start'],
])('a file that Gemini CLI cannot read is left as it is: %j', async (text, obstacle) => {
  await place('.gemini/settings.json', text);
  await expect(run('gemini-cli')).rejects.toThrow(
    `was left unchanged. Gemini CLI reads nothing of it because of ${obstacle}.`,
  );
  expect(await read('.gemini/settings.json')).toBe(text);
  await place('.gemini/settings.json', '{\n  // Mine\n  "theme": "dark"\n}\n');
  expect(await run('gemini-cli')).toBe(true);
  expect(printed).toContain('does not trust it stays disabled: run /permissions there.\n');
});

test('undo keeps what somebody has changed since', async () => {
  const older = { handset: { url: 'older' }, other: { url: 'x' } };
  await place('.cursor/mcp.json', JSON.stringify({ mcpServers: older }));
  await run('cursor');
  const text = await read('.cursor/mcp.json');
  await place('.cursor/mcp.json', text.replace('"x"', '"changed"'));
  await run('cursor', { undo: true });
  expect(JSON.parse(await read('.cursor/mcp.json'))).toEqual({
    mcpServers: { handset: { url: 'older' }, other: { url: 'changed' } },
  });
});

test('undo leaves an entry that somebody else wrote, and a file that it cannot read', async () => {
  await run('cursor');
  const theirs = '{"mcpServers": {"handset": {"url": "theirs"}}}';
  await place('.cursor/mcp.json', theirs);
  await run('cursor', { undo: true });
  expect(printed).toContain('no longer has the entry that setup wrote');
  expect(await read('.cursor/mcp.json')).toBe(theirs);
  await run('cursor');
  await place('.cursor/mcp.json', '{');
  await expect(run('cursor', { undo: true })).rejects.toThrow('Remove "handset" from it yourself');
});

test.each([
  [
    'no JSON',
    '{"mcpServers": {',
    /^\S+ was left unchanged\. .* line 1\..*\n\n\{\n {2}"mcpServers"/,
  ],
  ['no object', '[]', /was left unchanged/],
])('a file that is %s is left as it is', async (_, text, message) => {
  await place('.cursor/mcp.json', text);
  await expect(run('cursor')).rejects.toThrow(message);
  expect(await read('.cursor/mcp.json')).toBe(text);
  expect(await readdir(join(home, '.cursor'))).toEqual(['mcp.json']);
});

test('a file that is no text is left as it is', async () => {
  const file = await place('.cursor/mcp.json', '');
  await writeFile(file, Buffer.from([0x7b, 0xff, 0x7d]));
  await expect(run('cursor')).rejects.toThrow('it is not UTF-8 text');
});

test.each(['mcp.json', 'link.json'])(
  'what is no regular file is left as it is: %s',
  async (name) => {
    await mkdir(join(home, '.cursor'));
    if (name === 'mcp.json') await promisify(execFile)('mkfifo', [join(home, '.cursor/mcp.json')]);
    else await symlink('/dev/zero', join(home, '.cursor/mcp.json'));
    await expect(run('cursor')).rejects.toThrow('it is not a regular file');
  },
);

test('a file of more than any configuration has is left as it is', async () => {
  await place('.cursor/mcp.json', `{}${' '.repeat(20_000_000)}`);
  await expect(run('cursor')).rejects.toThrow('it has more than 10 MB');
});

test.each(['[', '{"a":'])('a file that is nested too deeply is left as it is: %s', async (open) => {
  for (const depth of [500, 20_000]) {
    const text = `{"x":${open.repeat(depth)}1${(open === '[' ? ']' : '}').repeat(depth)}}`;
    await place('.cursor/mcp.json', text);
    await expect(run('cursor')).rejects.toThrow('was left unchanged. It is nested too deeply.');
    expect(await read('.cursor/mcp.json')).toBe(text);
  }
});

test('a folder that others can write to is not used, and nothing in it is believed', async () => {
  const mine = await place('.bashrc', 'mine');
  const record = { path: mine, before: 'theirs', after: 'mine' };
  await place('handset/setup-cursor.json', JSON.stringify(record));
  await chmod(join(home, 'handset'), 0o777);
  const refusal = `${join(home, 'handset')} can be written to by others on this computer`;
  await expect(run('cursor', { undo: true })).rejects.toThrow(refusal);
  await expect(run('cursor')).rejects.toThrow(refusal);
  // Also one from before the folder was private.
  await chmod(join(home, 'handset'), 0o700);
  await expect(run('cursor', { undo: true })).rejects.toThrow(
    `Setup would now write ${join(home, '.cursor/mcp.json')}, but its record is of ${mine}.`,
  );
  expect(await read('.bashrc')).toBe('mine');
  await expect(read('.cursor/mcp.json')).rejects.toThrow('ENOENT');
});

test('a file that changes during the question is left as it is', async () => {
  await place('.cursor/mcp.json', '{}');
  const confirm = async (): Promise<boolean> => {
    await place('.cursor/mcp.json', '{"theirs": 1}');
    return true;
  };
  await expect(run('cursor', { confirm })).rejects.toThrow('has changed in the meantime');
  expect(await read('.cursor/mcp.json')).toBe('{"theirs": 1}');
});

test('without a yes nothing is written', async () => {
  expect(await run('codex', { confirm: () => Promise.resolve(false) })).toBe(false);
  expect(printed).toContain('  + [mcp_servers.handset]\n');
  expect(await readdir(home)).toEqual([]);
});

test('a link and a mode stay', async () => {
  const file = await place('dotfiles/mcp.json', '{}');
  // The umask of most systems would take the group's right to write.
  await chmod(file, 0o660);
  await mkdir(join(home, '.cursor'));
  await symlink(file, join(home, '.cursor/mcp.json'));
  await run('cursor');
  expect((await lstat(join(home, '.cursor/mcp.json'))).isSymbolicLink()).toBe(true);
  expect((await stat(file)).mode & 0o777).toBe(0o660);
  expect(await read('dotfiles/mcp.json')).toContain('"handset"');
});

test('a link that leads to no file yet stays, and the file is made there', async () => {
  await mkdir(join(home, '.cursor'));
  await symlink('../dotfiles/mcp.json', join(home, '.cursor/mcp.json'));
  await run('cursor');
  expect((await lstat(join(home, '.cursor/mcp.json'))).isSymbolicLink()).toBe(true);
  expect(await read('dotfiles/mcp.json')).toContain('"handset"');
  expect((await stat(join(home, 'dotfiles/mcp.json'))).mode & 0o777).toBe(0o600);
  await run('cursor', { undo: true });
  expect((await lstat(join(home, '.cursor/mcp.json'))).isSymbolicLink()).toBe(true);
  await expect(read('dotfiles/mcp.json')).rejects.toThrow('ENOENT');
});

test('what undo needs is private', async () => {
  await place('.cursor/mcp.json', '{"secret": 1}');
  await run('cursor');
  expect((await stat(join(home, 'handset'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(home, 'handset/setup-cursor.json'))).mode & 0o777).toBe(0o600);
});

test('Claude Code is set up by its own command', async () => {
  const log = join(home, 'log');
  await place(
    'bin/claude',
    `#!/bin/sh\nfor word; do echo "$word" >> '${log}'; done\necho Added.\n`,
  );
  await expect(run('claude-code')).rejects.toThrow("claude can't be run here");
  await chmod(join(home, 'bin/claude'), 0o755);
  expect(await run('claude-code')).toBe(true);
  const add = 'mcp add --scope user --transport stdio handset --'.split(' ');
  expect((await read('log')).split('\n')).toEqual([...add, process.execPath, ...entryArgs, '']);
  expect(printed).toContain('Added.');
  await run('claude-code', { undo: true });
  expect((await read('log')).split('\n').slice(-6, -1).join(' ')).toBe(
    'mcp remove --scope user handset',
  );
  expect(await run('claude-code', { platform: 'win32' })).toBe(false);
});

test('a path that npx may delete gets into no file', async () => {
  const programPath = '/home/me/.npm/_npx/0a1b/node_modules/handset/dist-bridge/bridge.js';
  await expect(run('cursor', { agent: { ...agent, programPath } })).rejects.toThrow(
    'belongs to npx',
  );
  expect(await readdir(home)).toEqual([]);
});

test('a client goes by any name that only it has', async () => {
  await run('VSCode');
  expect(printed).toContain('Code/User/mcp.json');
});

test('other clients are refused, and without one they are listed', async () => {
  for (const name of ['emacs', 'claude', '--'])
    await expect(run(name)).rejects.toThrow(
      `Unknown client: ${name}. Setup supports: claude-code, claude-desktop, cursor, vs-code, codex, gemini-cli`,
    );
  expect(await run(null)).toBe(true);
  expect(printed).toContain(`  cursor          Cursor          ${home}/.cursor/mcp.json\n`);
});

test('the command asks in a terminal only, and takes the options of the bridge', async () => {
  const start = (...args: readonly string[]) => {
    const { command, args: words, env } = built.command('setup', 'cursor', ...args);
    return promisify(execFile)(command, words, { env: { ...env, HOME: home } });
  };
  await expect(start()).rejects.toMatchObject({ code: 1, stderr: '' });
  await expect(read('.cursor/mcp.json')).rejects.toThrow('ENOENT');
  await start('--yes', '--tool-prefix', 'my_');
  const written: unknown = JSON.parse(await read('.cursor/mcp.json'));
  expect(written).toMatchObject({
    mcpServers: { handset: { args: [built.path, '--stdio', '--tool-prefix', 'my_'] } },
  });
  // Like `| head`, which reads no more.
  const { command: node, args: words, env } = built.command('setup', 'cursor', '--yes');
  const piped = `"$@" | true; echo "\${PIPESTATUS[0]}"`;
  const options = { env: { ...env, HOME: home } };
  const bash = promisify(execFile)('bash', ['-c', piped, 'sh', node, ...words], options);
  expect(await bash).toMatchObject({ stdout: '0\n', stderr: '' });
  const rewritten: unknown = JSON.parse(await read('.cursor/mcp.json'));
  expect(rewritten).toMatchObject({
    mcpServers: { handset: { args: [built.path, '--stdio'] } },
  });
  await expect(start('--token', 'x'.repeat(5))).rejects.toMatchObject({ code: 2 });
  await expect(start('--stdio')).rejects.toMatchObject({ code: 2 });
  expect((await start('--help')).stdout).toContain('Usage:');
  await start('--undo', '--yes');
  await expect(read('.cursor/mcp.json')).rejects.toThrow('ENOENT');
});
