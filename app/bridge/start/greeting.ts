import type { ClientSetup, ClientWay } from '../../../core/clients/client-setup.ts';
import { anyClient } from '../../../core/clients/in-json.ts';
import { claudeCode } from '../../../core/clients/in-shell.ts';
import type { AgentSetup } from '../../../core/relay/frames.ts';
import { handsetVersion } from '../../../core/version.ts';
import type { Health } from '../sharing/meet-bridge.ts';

/** The console's address with the page secret in the fragment, which browsers never send. */
export function pairingUrl(consoleUrl: string, pageSecret: string): string {
  return `${consoleUrl}#bridge=${pageSecret}`;
}

/** What to print when the bridge has started. */
export interface Greeting {
  /** The console's address with its secret. */
  readonly url: string;
  /** The same for each allowed hosted console. */
  readonly hosted: readonly string[];
  readonly setup: AgentSetup;
  /** Whether the secrets are new and replace ones that consoles and agents still have. */
  readonly isNew: boolean;
}

/** The startup text for a person, with configurations to paste. */
export function greetPerson(greeting: Greeting): string {
  const { setup, isNew } = greeting;
  const any = anyClient(setup, null);
  return `
Handset ${handsetVersion}

${addresses(greeting)}
${isNew ? NEW_SECRETS : ''}
Open the console in Chrome and connect a phone there.

Agents that take an address:

${textOf(any, 'http')}

Claude Code:

${textOf(claudeCode(setup, null), 'http')}

Agents that start a program:

${textOf(any, 'stdio')}

More clients: the Agents panel of the console.

Ctrl+C stops it.
`;
}

/** The text for a person when a bridge already runs on the port. */
export function greetAgain(greeting: Greeting, { version, startedAtEpochMs }: Health): string {
  return `
Handset ${version} is running there already, since ${writeTime(startedAtEpochMs)}.

${addresses(greeting)}

It ends with the program that started it: npm start, or an agent.
`;
}

const NEW_SECRETS = `
Token and address are new, the old ones work no more: open the console at this address, and give
agents that take an address the new token.
`;

function addresses({ url, hosted, setup }: Greeting): string {
  const consoles = [url, ...hosted].map((address) => `  Console  ${address}`);
  return [...consoles, `  MCP      ${setup.mcpUrl}`, `  Token    ${setup.token}`].join('\n');
}

/** `2026-07-28 14:05:00` in local time: the Swedish locale is close to ISO 8601. */
function writeTime(epochMs: number): string {
  return new Date(epochMs).toLocaleString('sv-SE');
}

function textOf({ ways }: ClientSetup, kind: ClientWay['kind']): string {
  return indent(ways.find((way) => way.kind === kind)?.text ?? '');
}

/** The line of JSON for `--json`. */
export function greetProgram({ url, setup }: Greeting): string {
  return `${JSON.stringify({ url, mcp: setup.mcpUrl, token: setup.token })}\n`;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

/** Sentences about where the running bridge differs from what was requested; empty when it does not. */
export function differences(
  running: Health,
  asked: { readonly toolPrefix: string; readonly allowedOrigins: readonly string[] },
): readonly string[] {
  const said: string[] = [];
  if (running.version !== handsetVersion) {
    said.push(`It is version ${running.version}, this is ${handsetVersion}: agents get its tools.`);
  }
  if (running.toolPrefix !== asked.toolPrefix) {
    const [its, own] = [running.toolPrefix, asked.toolPrefix].map(describePrefix);
    said.push(`Its tools have ${its}, not ${own}.`);
  }
  const missing = asked.allowedOrigins.filter((origin) => !running.allowedOrigins.includes(origin));
  if (missing.length > 0) said.push(`It does not let ${missing.join(' and ')} connect.`);
  return said;
}

function describePrefix(prefix: string): string {
  return prefix === '' ? 'no prefix' : `the prefix ${prefix}`;
}
