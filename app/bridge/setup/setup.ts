/** `setup`: writes a client's configuration after showing the change, or takes it back. */
import { spawnSync } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type ClientSetup, isPublished, serverName } from '#core/clients/client-setup.ts';
import { clientSetups, shellCommand } from '#core/clients/clients.ts';
import type { AgentSetup } from '#core/relay/frames.ts';
import { CliError } from '../errors.ts';
import { findSecrets } from '../guard/secrets.ts';
import {
  type SetupRecord,
  SetupRecords,
  readConfigFile,
  replaceConfigFile,
} from './config-file.ts';
import {
  type ConfigFormat,
  type EntryPath,
  type Table,
  UneditableError,
  editConfig,
  isTable,
  parseConfig,
  readEntry,
  strictJsonProblem,
} from './edit-config.ts';

/** What `setup` is started with. */
export interface SetupOptions {
  /** The id of a client; null lists the clients. */
  readonly client: string | null;
  readonly undo: boolean;
  /** What the client's configuration says of the bridge. */
  readonly agent: AgentSetup;
  /** Our own folder, for what is needed to undo it. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How a user starts this program, such as `handset`. */
  readonly command: string;
  print(text: string): void;
  /** Whether the user agrees. */
  confirm(question: string): Promise<boolean>;
}

/** How a client is set up by its file. */
interface ClientFile {
  path(options: SetupOptions): string;
  /** Whether the client reads nothing of a file with a byte order mark or trailing commas. */
  readonly isStrict?: true;
  /** What the user must know or do beside restarting the client. */
  readonly note?: string;
}

/** The clients that can be set up; null: by the client's own command. */
const clientFiles: Readonly<Record<string, ClientFile | null>> = {
  'claude-code': null,
  'claude-desktop': {
    path: (options) => join(appData(options), 'Claude', 'claude_desktop_config.json'),
  },
  cursor: { path: (options) => join(home(options), '.cursor', 'mcp.json') },
  'vs-code': { path: (options) => join(appData(options), 'Code', 'User', 'mcp.json') },
  codex: {
    path: (options) =>
      join(options.env['CODEX_HOME'] || join(home(options), '.codex'), 'config.toml'),
  },
  'gemini-cli': {
    path: (options) => join(home(options), '.gemini', 'settings.json'),
    isStrict: true,
    note: 'In a folder that Gemini CLI does not trust it stays disabled: run /permissions there.',
  },
};

function home({ env, platform }: SetupOptions): string {
  return env[platform === 'win32' ? 'USERPROFILE' : 'HOME'] || homedir();
}

/** Where Electron's programs keep their settings. */
function appData(options: SetupOptions): string {
  const { env, platform } = options;
  if (platform === 'win32') return env['APPDATA'] || join(home(options), 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home(options), 'Library', 'Application Support');
  return env['XDG_CONFIG_HOME'] || join(home(options), '.config');
}

const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** Sets up a client, or lists them. Returns whether it is as the user wants it. Throws `CliError`. */
export async function setUp(options: SetupOptions): Promise<boolean> {
  const { client: id, print } = options;
  const clients = clientSetups(options.agent, null).filter((each) => each.id in clientFiles);
  if (id === null) {
    print(listText(clients, options));
    return true;
  }
  // Also as people write them: VSCode, gemini.
  const [client, ...others] = clients.filter((each) => letters(each.id).startsWith(letters(id)));
  if (client === undefined || others.length > 0) {
    const ids = clients.map((each) => each.id).join(', ');
    throw new CliError(2, `Unknown client: ${id}. Setup supports: ${ids}`);
  }
  // Once the package is ours, configurations name npx and not this path.
  if (!options.undo && !isPublished && /[\\/]_npx[\\/]/.test(options.agent.programPath)) {
    throw new CliError(
      1,
      'This copy of Handset belongs to npx, which may delete it at any time. Install the package into a permanent folder, and run setup there.',
    );
  }
  if (!options.undo) await requireSharedToken(options);
  const file = clientFiles[client.id] ?? null;
  if (file === null) return runClientCommand(client, options);
  return options.undo ? undoFile(client, file, options) : writeFile(client, file, options);
}

/** Throws `CliError` if agents with the shared token are refused: the entry that setup writes relies on it. */
async function requireSharedToken({ folder }: SetupOptions): Promise<void> {
  if ((await findSecrets(folder))?.isSharedAccepted !== false) return;
  throw new CliError(
    1,
    'Nothing was changed: setup uses the shared token, with which agents are refused here. Make a token in the Agents panel of the console, “New agent token”, and copy its configuration.',
  );
}

function listText(clients: readonly ClientSetup[], options: SetupOptions): string {
  const lines = clients.map(({ id, name }) => {
    const path = clientFiles[id]?.path(options) ?? 'through its own command, claude mcp';
    return `  ${id.padEnd(16)}${name.padEnd(16)}${path}\n`;
  });
  return `Clients that can be set up:\n\n${lines.join('')}\nSet one up: ${options.command} setup ${clients[0]?.id ?? ''}\n`;
}

/** A file to be changed, with the entry to write. */
interface Target {
  readonly path: string;
  readonly format: ConfigFormat;
  readonly entryPath: EntryPath;
  readonly entry: Table;
}

/** The entry of the client's stdio configuration, in the shape of its file. */
async function targetOf(client: ClientSetup, path: string, options: SetupOptions): Promise<Target> {
  const config = client.configs.find(({ kind }) => kind === 'stdio');
  const format = config?.language === 'toml' ? 'toml' : 'json';
  const text = config?.text ?? '';
  const [servers = ''] = Object.keys(parseConfig(text, format));
  const entryPath: EntryPath = [servers, serverName];
  const entry = readEntry(text, format, entryPath) ?? {};
  const command = await programPath(String(entry['command']), options);
  return { path, format, entryPath, entry: { ...entry, command } };
}

/**
 * The full path of a command on the PATH: programs of the desktop have another PATH, which lacks the
 * folders of version managers. A folder of the PATH that is relative leads elsewhere there. Not resolved, since what a link points to changes with an update.
 */
async function programPath(command: string, { env, platform }: SetupOptions): Promise<string> {
  const file = platform === 'win32' ? `${command}.exe` : command;
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter((each) => isAbsolute(each))) {
    const path = join(folder, file);
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return command === 'node' ? process.execPath : command;
}

async function writeFile(
  client: ClientSetup,
  file: ClientFile,
  options: SetupOptions,
): Promise<boolean> {
  const { print, command } = options;
  const path = file.path(options);
  const target = await targetOf(client, path, options);
  const before = await readConfigFile(path);
  const after = textWithOurs(target, before, client);
  const obstacle = file.isStrict ? strictJsonProblem(before ?? '') : null;
  if (obstacle !== null) {
    throw new CliError(
      1,
      `${path} was left unchanged. ${client.name} reads nothing of it because of ${obstacle}. Remove that, and run setup again.`,
    );
  }
  if (after === before) {
    print(`${client.name} is already set up: ${path}\n`);
    return true;
  }
  print(describeChange(path, before, after));
  if (!(await options.confirm('Write this?'))) return declined(print);
  const records = new SetupRecords(options.folder);
  const record = await records.read(client.id);
  // After our own last change, undo leads back to what was there before that.
  const isOurs = record?.path === path && record.after === before;
  await records.write(client.id, { path, before: isOurs ? record.before : before, after });
  try {
    await replaceConfigFile(path, before, after);
  } catch (error) {
    // Undo must lead back from what is in the file.
    await (record === null ? records.remove(client.id) : records.write(client.id, record));
    throw error;
  }
  print(
    `Done. Restart ${client.name}, or have it reload its servers.\n` +
      (file.note === undefined ? '' : `${file.note}\n`) +
      `To undo this: ${command} setup ${client.id} --undo\n`,
  );
  return true;
}

function declined(print: SetupOptions['print']): boolean {
  print('Nothing was changed.\n');
  return false;
}

/** The text with the entry. Throws `CliError` where it cannot be put into it. */
function textWithOurs(
  { path, format, entryPath, entry }: Target,
  text: string | null,
  client: ClientSetup,
): string {
  try {
    const current = readEntry(text ?? '', format, entryPath);
    const whole = current === undefined ? entry : withOwnSettings(entry, current);
    return editConfig(text ?? '', format, entryPath, whole);
  } catch (error) {
    if (!(error instanceof UneditableError)) throw error;
    const config = client.configs.find(({ kind }) => kind === 'stdio')?.text ?? '';
    throw new CliError(
      1,
      `${path} was left unchanged. ${error.message} To change it yourself, put this into it:\n\n${config}`,
    );
  }
}

/** Members of an entry that say how the server is reached, which setup replaces. */
const connectionMembers = new Set([
  'command',
  'args',
  'cwd',
  'type',
  'transport',
  'url',
  'httpUrl',
  'serverUrl',
  'headers',
  'http_headers',
  'bearer_token_env_var',
]);

/** The entry with what the user added to the present one, such as which tools need no approval; without an old token. */
function withOwnSettings(entry: Table, present: Table): Table {
  const own = Object.entries(present).filter(([name]) => !connectionMembers.has(name));
  const variablesOf = ({ env }: Table): [string, unknown][] =>
    isTable(env) ? Object.entries(env) : [];
  const variables = [
    ...variablesOf(present).filter(([name]) => name !== 'HANDSET_TOKEN'),
    ...variablesOf(entry),
  ];
  return {
    ...Object.fromEntries(own),
    ...entry,
    ...(variables.length > 0 && { env: Object.fromEntries(variables) }),
  };
}

async function undoFile(
  client: ClientSetup,
  file: ClientFile,
  options: SetupOptions,
): Promise<boolean> {
  const { print } = options;
  const records = new SetupRecords(options.folder);
  const record = await records.read(client.id);
  if (record === null) {
    throw new CliError(1, `Setup hasn't changed the configuration of ${client.name}.`);
  }
  const path = file.path(options);
  if (record.path !== path) {
    throw new CliError(
      1,
      `Setup would now write ${path}, but its record is of ${record.path}. Nothing was changed. Run this with the environment that setup had, or remove "${serverName}" from that file yourself.`,
    );
  }
  const now = await readConfigFile(path);
  const after =
    now === record.after ? record.before : await textWithoutOurs(client, record, now, options);
  if (after === now) print(`${path} no longer has the entry that setup wrote.\n`);
  else {
    print(describeChange(path, now, after));
    if (!(await options.confirm('Write this?'))) return declined(print);
    await replaceConfigFile(path, now, after);
    print(
      after === null
        ? `Done: ${path} was deleted, since it did not exist before setup.\n`
        : 'Done.\n',
    );
  }
  await records.remove(client.id);
  return true;
}

/** The text of a file that somebody has changed since: their changes stay, also one of our entry. */
async function textWithoutOurs(
  client: ClientSetup,
  record: SetupRecord,
  now: string | null,
  options: SetupOptions,
): Promise<string | null> {
  if (now === null) return null;
  const { path, format, entryPath } = await targetOf(client, record.path, options);
  try {
    const [older, ours, current] = [record.before ?? '', record.after, now].map((text) =>
      readEntry(text, format, entryPath),
    );
    return isDeepStrictEqual(current, ours) ? editConfig(now, format, entryPath, older) : now;
  } catch (error) {
    if (!(error instanceof UneditableError)) throw error;
    throw new CliError(
      1,
      `${path} was left unchanged. ${error.message} Remove "${serverName}" from it yourself.`,
    );
  }
}

/** Claude Code writes its file all the time, so only its own command changes it safely. */
async function runClientCommand(client: ClientSetup, options: SetupOptions): Promise<boolean> {
  const { undo, platform, env, print } = options;
  const config = client.configs.find(({ kind }) => kind === 'stdio');
  const node = await programPath('node', options);
  const argv = (config?.argv ?? []).map((word) => (word === 'node' ? node : word));
  const removal = ['claude', 'mcp', 'remove', '--scope', 'user', serverName];
  const [program = '', ...args] = undo ? removal : argv;
  print(`${shellCommand([program, ...args], platform === 'win32')}\n\n`);
  if (platform === 'win32') {
    print("Run this command; on Windows setup can't run it for you.\n");
    return false;
  }
  if (!(await options.confirm('Run this?'))) return declined(print);
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env,
    timeout: commandDeadlineMs,
  });
  if (error !== undefined) {
    throw new CliError(1, `${program} can't be run here. Run the command above where it can.`);
  }
  print(stdout);
  if (status !== 0) throw new CliError(1, `${program} failed. ${stderr.trim()}`);
  return true;
}

/** Milliseconds for `claude mcp`, which needs a few seconds at most. */
const commandDeadlineMs = 60_000;

/** Lines around a change that are shown. */
const contextLines = 2;

/** What changes in a file, for a person: its path, and the lines removed and added with those around them. */
function describeChange(path: string, before: string | null, after: string | null): string {
  const [old, next] = [before, after].map(
    (text) => text?.replace(/\r?\n$/, '').split(/\r?\n/) ?? [],
  );
  const removed = old ?? [];
  const added = next ?? [];
  const start = sameLines(removed, added);
  const left = Math.min(removed.length, added.length) - start;
  const end = Math.min(left, sameLines(removed.toReversed(), added.toReversed()));
  const show = (mark: string, lines: readonly string[]): string =>
    lines.map((line) => `  ${mark} ${line}\n`).join('');
  const what = before === null ? ' (new file)' : after === null ? ' (deleted)' : '';
  return [
    `${path}${what}\n\n`,
    show(' ', removed.slice(Math.max(0, start - contextLines), start)),
    show('-', removed.slice(start, removed.length - end)),
    show('+', added.slice(start, added.length - end)),
    show(' ', added.slice(added.length - end, added.length - end + contextLines)),
    '\n',
  ].join('');
}

/** The number of lines at the start that both have. */
function sameLines(left: readonly string[], right: readonly string[]): number {
  const differs = left.findIndex((line, at) => line !== right[at]);
  return differs === -1 ? left.length : differs;
}
