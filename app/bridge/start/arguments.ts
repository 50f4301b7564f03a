import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix, resolve, win32 } from 'node:path';
import { parseArgs } from 'node:util';
import { CliError } from '../errors.ts';
import { isAgentToken, tokenWeakness } from '../guard/secrets.ts';
import { isBlockedPort } from '../http/server.ts';
import { DEFAULT_PORT } from '#core/relay/limits.ts';
import { MAX_PREFIX_CHARACTERS } from '../limits.ts';

/**
 * When to open the console in the browser. `once`: at startup, or with stdio at the first call that
 * finds no console. `again`: also when a later call finds none.
 */
export type OpenMode = 'once' | 'again' | 'never';

/** The parsed command line. */
export interface CliArguments {
  readonly help: boolean;
  readonly version: boolean;
  /** 0: any free port. */
  readonly port: number;
  readonly openMode: OpenMode;
  /** A bearer token for this run that replaces the stored one; null without. */
  readonly token: string | null;
  /** The agent's own token, which it sends with --stdio; null to send the shared one. */
  readonly agentToken: string | null;
  /** Whether to replace the stored secrets with new ones. */
  readonly newToken: boolean;
  readonly toolPrefix: string;
  readonly allTools: boolean;
  /** Whether screens may be read by the element reader on the phone. */
  readonly screenReader: boolean;
  /** Exact origins of hosted consoles that may connect. */
  readonly allowedOrigins: readonly string[];
  /** Whether those may use the adb server, too. */
  readonly allowAdb: boolean;
  /** Absolute path of a folder in which agents may read files and make new ones; null for none. */
  readonly filesFolder: string | null;
  /** Print one line of JSON instead of the text for people. */
  readonly json: boolean;
  /** Speak MCP on stdin and stdout. */
  readonly stdio: boolean;
}

/** The text of `--help`; `command` is what starts the program: `handset`, or `npm start --` in a clone. */
export function helpText(command: string): string {
  return `Handset's bridge: serves the console, and MCP to agents.

Usage: ${command} [options]
       ${command} setup [CLIENT] [--undo] [--yes] [options]
                         add Handset to an MCP client's configuration, after showing the change
       ${command} doctor [--port N]
                         find out why a phone or an agent can't connect

  --port N          port on 127.0.0.1 and ::1 (${DEFAULT_PORT}; 0 for any free one)
  --open            open the console in the browser again when an agent calls and none is open
  --no-open         never open it; by default it opens at startup, with --stdio at the first call
  --token T         bearer token for this run, at least 32 characters; set HANDSET_TOKEN
                    instead to keep it out of the process list
  --new-token       make a new token and a new console address; the old ones, and the tokens of
                    single agents, stop working
  --tool-prefix P   put P before every tool name, such as android_ for android_tap
  --tools all       offer agents all tools, not only those that most tasks need
  --reader off      read screens with uiautomator dump only, not with Handset's element reader
  --allow-origin O  let the console hosted at O connect, such as https://example.org (repeatable)
  --allow-adb       also let those consoles use the phones that adb knows
  --files DIR       let agents copy files between the phone and this folder: they read files in it
                    and make new ones, and never change or hide one
  --json            print one line of JSON: url (of the console), mcp, token
  --stdio           speak MCP on stdin and stdout; set HANDSET_AGENT_TOKEN to the agent's own token
  --version         print the version
  --help            show this text
`;
}

const OPTIONS = {
  port: { type: 'string' },
  open: { type: 'boolean' },
  'no-open': { type: 'boolean' },
  token: { type: 'string' },
  'new-token': { type: 'boolean' },
  'tool-prefix': { type: 'string' },
  tools: { type: 'string' },
  reader: { type: 'string' },
  'allow-origin': { type: 'string', multiple: true },
  'allow-adb': { type: 'boolean' },
  files: { type: 'string' },
  json: { type: 'boolean' },
  stdio: { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Parses the command line (without node and script). Throws `CliError` with exit code 2. */
export function parseCliArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): CliArguments {
  const values = parseOptions(argv);
  checkContradictions(values, env);
  return {
    help: values.help ?? false,
    version: values.version ?? false,
    port: parsePort(values.port),
    openMode: values['no-open'] ? 'never' : values.open ? 'again' : 'once',
    token: parseToken(values.token ?? (env['HANDSET_TOKEN'] || undefined)),
    agentToken: values.stdio ? parseAgentToken(env['HANDSET_AGENT_TOKEN'] || undefined) : null,
    newToken: values['new-token'] ?? false,
    toolPrefix: parseToolPrefix(values['tool-prefix'] ?? ''),
    allTools: parseToolSet(values.tools ?? 'default') === 'all',
    screenReader: parseReader(values.reader ?? 'on'),
    allowedOrigins: [...new Set((values['allow-origin'] ?? []).map(parseAllowedOrigin))],
    allowAdb: values['allow-adb'] ?? false,
    filesFolder: parseFolder(values.files),
    json: values.json ?? false,
    stdio: values.stdio ?? false,
  };
}

/** The command line of `setup`. */
interface SetupArguments {
  /** The id of a client; null: list them. */
  readonly client: string | null;
  readonly undo: boolean;
  /** Whether to change files without a question. */
  readonly yes: boolean;
  /** The bridge that the client is to start. */
  readonly bridge: CliArguments;
}

/** Parses what follows `setup`: a client, setup's own options and those of the bridge. Throws `CliError` with exit code 2. */
export function parseSetupArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): SetupArguments {
  const [first] = argv;
  const client = first === undefined || first.startsWith('-') ? null : first;
  const own = new Set(['--undo', '--yes']);
  const rest = argv.slice(client === null ? 0 : 1).filter((word) => !own.has(word));
  const bridge = parseCliArguments(rest, env);
  if (bridge.token !== null) {
    throw new CliError(
      2,
      "Setup writes no token into a file, so it can't use a token of your own (--token, HANDSET_TOKEN). Copy the configuration from the Agents panel instead.",
    );
  }
  if (bridge.json || bridge.stdio || bridge.newToken || bridge.openMode !== 'once') {
    throw new CliError(
      2,
      'Setup accepts only these bridge options: --port, --tool-prefix, --tools, --reader, --allow-origin, --allow-adb and --files.',
    );
  }
  return { client, undo: argv.includes('--undo'), yes: argv.includes('--yes'), bridge };
}

function checkContradictions(
  values: ReturnType<typeof parseOptions>,
  env: Readonly<Record<string, string | undefined>>,
): void {
  if (values.json && values.stdio) {
    throw new CliError(2, '--json and --stdio both write to stdout; use one of them.');
  }
  if (values.open && values['no-open']) {
    throw new CliError(2, '--open and --no-open contradict each other; use one of them.');
  }
  if (!values['new-token']) return;
  if (values.token !== undefined || env['HANDSET_TOKEN']) {
    throw new CliError(
      2,
      '--new-token creates a token, --token (or HANDSET_TOKEN) sets one; use only one of them.',
    );
  }
  if (values.stdio) {
    // In an agent's configuration it would invalidate all other agents' token at every start.
    throw new CliError(
      2,
      "--new-token can't be used with --stdio; start the bridge once with --new-token and without --stdio.",
    );
  }
}

function parseOptions(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: false }).values;
  } catch (error) {
    // Node's first sentence names the option; the rest is advice about `--`.
    const [message] = error instanceof Error ? error.message.split(/\. |\n/) : [];
    throw new CliError(2, `${message ?? "The options couldn't be read"}. See --help.`);
  }
}

/** Parses `--port`; the default where it is not given. Throws `CliError` with exit code 2. */
export function parsePort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(port <= 65_535)) {
    throw new CliError(2, `--port must be a whole number from 0 to 65535, got: ${text}`);
  }
  if (isBlockedPort(port)) {
    throw new CliError(2, `--port ${port}: browsers block this port. Choose another one.`);
  }
  return port;
}

function parseFolder(folder: string | undefined): string | null {
  if (folder === undefined) return null;
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CliError(2, `--files must be a folder that is there, got: ${folder}`);
  return resolve(folder);
}

function parseAgentToken(token: string | undefined): string | null {
  if (token === undefined) return null;
  if (isAgentToken(token)) return token;
  throw new CliError(
    2,
    'HANDSET_AGENT_TOKEN must be a token of one agent, from the Agents panel of the console. The shared token goes into HANDSET_TOKEN.',
  );
}

function parseToken(token: string | undefined): string | null {
  if (token === undefined) return null;
  const weakness = tokenWeakness(token);
  if (weakness !== null) throw new CliError(2, `The token ${weakness}.`);
  return token;
}

function parseToolSet(text: string): 'default' | 'all' {
  if (text === 'default' || text === 'all') return text;
  throw new CliError(2, `--tools must be default or all; got: ${text}`);
}

function parseReader(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new CliError(2, `--reader must be on or off; got: ${text}`);
}

function parseToolPrefix(prefix: string): string {
  if (/^[a-zA-Z0-9_]*$/.test(prefix) && prefix.length <= MAX_PREFIX_CHARACTERS) return prefix;
  throw new CliError(
    2,
    `--tool-prefix may contain letters, digits and _, at most ${MAX_PREFIX_CHARACTERS}; got: ${prefix}`,
  );
}

/** Loopback hosts: nobody can intercept plain http to them. */
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A host that is safe in a Content-Security-Policy: no wildcard, nothing that would end the directive. */
const PLAIN_HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:]+\])$/;

/**
 * Parses `--allow-origin`: the origin of a hosted console that may open the socket, serialised as
 * browsers do. Throws `CliError` with exit code 2 for anything but one exact origin.
 */
export function parseAllowedOrigin(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !isBareOrigin(address) || /[/?#]$/.test(text))
    throw malformedOriginError(text);
  if (address.protocol === 'https:') return address.origin;
  if (LOOPBACK_HOSTS.has(address.hostname)) return address.origin;
  throw new CliError(
    2,
    `--allow-origin takes http only for localhost, 127.0.0.1 and [::1], since any other http page could be changed on its way to you; got: ${text}`,
  );
}

function isBareOrigin(address: URL): boolean {
  const { protocol, hostname, username, password, pathname, search, hash } = address;
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return (
    PLAIN_HOST.test(hostname) && username + password + search + hash === '' && pathname === '/'
  );
}

function malformedOriginError(text: string): CliError {
  return new CliError(2, `--allow-origin must be https://host or https://host:port, got: ${text}`);
}

/**
 * Handset's configuration folder by each system's convention; `HANDSET_CONFIG_DIR` overrides it. Throws
 * `CliError` with exit code 2 for one that is relative: it would depend on where a program is started.
 */
export function configFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const chosen = env['HANDSET_CONFIG_DIR'];
  if (chosen) {
    if ((platform === 'win32' ? win32 : posix).isAbsolute(chosen)) return chosen;
    throw new CliError(
      2,
      `HANDSET_CONFIG_DIR must be an absolute path, in which ~ is not expanded. Got: ${chosen}`,
    );
  }
  if (platform === 'win32') {
    return join(env['APPDATA'] || join(homedir(), 'AppData', 'Roaming'), 'handset');
  }
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'handset');
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'handset');
}
