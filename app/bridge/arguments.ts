import { parseArgs } from 'node:util';
import { Stop } from './stop.ts';
import { weaknessOfToken } from './token.ts';

/** The port unless `--port` says otherwise. Fixed, because a browser grants USB per origin, port included. */
export const DEFAULT_PORT = 7340;

/** Characters of a prefix; with the longest tool name still below the 64 that clients allow. */
const MAX_PREFIX_CHARACTERS = 28;

/** What the person asked for. */
export interface Arguments {
  readonly help: boolean;
  /** 0: any free port. */
  readonly port: number;
  /** Whether to open the console in the browser. */
  readonly open: boolean;
  /** A bearer token for this run in place of the stored one. */
  readonly token: string | null;
  readonly toolPrefix: string;
  /** Print one line of JSON in place of the text for people. */
  readonly json: boolean;
  /** Speak MCP on stdin and stdout. */
  readonly stdio: boolean;
}

/** The text of `--help`. */
export const HELP = `Handset's bridge: serves the console, and MCP to agents.

Usage: npm start -- [options]

  --port N          port on 127.0.0.1 (${DEFAULT_PORT}; 0 for any free one)
  --no-open         do not open the console in the browser
  --token T         bearer token for this run, at least 32 characters (also HANDSET_TOKEN)
  --tool-prefix P   put P before every tool name, such as android_ for android_tap
  --json            print one line of JSON: url (of the console), mcp, token
  --stdio           speak MCP on stdin and stdout
  --help            show this text
`;

const OPTIONS = {
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  token: { type: 'string' },
  'tool-prefix': { type: 'string' },
  json: { type: 'boolean' },
  stdio: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the command line (without node and script). Throws `Stop` with exit code 2. */
export function parseArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Arguments {
  const values = parseOptions(argv);
  if (values.json && values.stdio) {
    throw new Stop(2, '--json and --stdio both want stdout; use one of them.');
  }
  return {
    help: values.help ?? false,
    port: parsePort(values.port),
    open: !values['no-open'],
    token: parseToken(values.token ?? (env['HANDSET_TOKEN'] || undefined)),
    toolPrefix: parseToolPrefix(values['tool-prefix'] ?? ''),
    json: values.json ?? false,
    stdio: values.stdio ?? false,
  };
}

function parseOptions(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: false }).values;
  } catch (error) {
    // Node's first sentence names the option; what follows is advice about `--`.
    const [said] = error instanceof Error ? error.message.split(/\. |\n/) : [];
    throw new Stop(2, `${said ?? 'The options could not be read'}. See --help.`);
  }
}

function parsePort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(port <= 65_535)) {
    throw new Stop(2, `--port must be a whole number from 0 to 65535, got: ${text}`);
  }
  return port;
}

function parseToken(token: string | undefined): string | null {
  if (token === undefined) return null;
  const weakness = weaknessOfToken(token);
  if (weakness !== null) throw new Stop(2, `The token ${weakness}.`);
  return token;
}

function parseToolPrefix(prefix: string): string {
  if (/^[a-zA-Z0-9_]*$/.test(prefix) && prefix.length <= MAX_PREFIX_CHARACTERS) return prefix;
  throw new Stop(
    2,
    `--tool-prefix may hold letters, digits and _, at most ${MAX_PREFIX_CHARACTERS}; got: ${prefix}`,
  );
}
