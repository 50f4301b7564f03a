import type { ClientSetup, ClientWay } from '../../../core/clients/client-setup.ts';
import { anyClient } from '../../../core/clients/in-json.ts';
import { claudeCode } from '../../../core/clients/in-shell.ts';
import type { AgentSetup } from '../../../core/relay/frames.ts';
import { handsetVersion } from '../../../core/version.ts';
import type { Health } from '../sharing/meet-bridge.ts';

/** The address of the console with its secret in the fragment, which browsers never send anywhere. */
export function pairingUrl(consoleUrl: string, pageSecret: string): string {
  return `${consoleUrl}#bridge=${pageSecret}`;
}

/** What is printed when the bridge has started. */
export interface Greeting {
  /** The console's address with its secret. */
  readonly url: string;
  /** The same for each hosted console that may connect. */
  readonly hosted: readonly string[];
  readonly setup: AgentSetup;
  /** Whether the secrets replace others, which consoles and agents still have. */
  readonly isNew: boolean;
}

/** The text for a person, ready to paste from. */
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

/** The text for a person whose port has a bridge already. */
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

/** Sweden writes dates as `2026-07-28 14:05:00`, which nobody mistakes. */
function writeTime(epochMs: number): string {
  return new Date(epochMs).toLocaleString('sv-SE');
}

function textOf({ ways }: ClientSetup, kind: ClientWay['kind']): string {
  return indent(ways.find((way) => way.kind === kind)?.text ?? '');
}

/** The line for a program. */
export function greetProgram({ url, setup }: Greeting): string {
  return `${JSON.stringify({ url, mcp: setup.mcpUrl, token: setup.token })}\n`;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

/** What this program was asked for and the bridge that runs may not give, as sentences; none when all is alike. */
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
