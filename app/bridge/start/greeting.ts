import type { ClientSetup, ClientConfig } from '../../../core/clients/client-setup.ts';
import { anyClient } from '../../../core/clients/in-json.ts';
import { claudeCode } from '../../../core/clients/in-shell.ts';
import type { AgentSetup } from '../../../core/relay/frames.ts';
import { handsetVersion } from '../../../core/version.ts';
import type { BridgeHealth } from '../sharing/meet-bridge.ts';

/** The console's address with the page secret in the fragment, which browsers never send. */
export function pairingUrl(consoleUrl: string, pageSecret: string): string {
  return `${consoleUrl}#bridge=${pageSecret}`;
}

/** What to print when the bridge has started. */
export interface StartupInfo {
  /** The console's address with its secret. */
  readonly url: string;
  /** The same for each allowed hosted console. */
  readonly hosted: readonly string[];
  readonly setup: AgentSetup;
  /** Whether the secrets are new and replace ones that consoles and agents still have. */
  readonly isNew: boolean;
}

/** The startup text for a person, with configurations to paste. */
export function startupText(startup: StartupInfo): string {
  const { setup, isNew } = startup;
  const any = anyClient(setup, null);
  return `
Handset ${handsetVersion}

${addressLines(startup)}
${isNew ? NEW_SECRETS : ''}
Open the console in Chrome and connect a phone there.

Agents that take an address:

${configText(any, 'http')}

Claude Code:

${configText(claudeCode(setup, null), 'http')}

Agents that start a program:

${configText(any, 'stdio')}

More clients: the Agents panel of the console.

Ctrl+C stops it.
`;
}

/** The text for a person when a bridge already runs on the port. */
export function alreadyRunningText(
  startup: StartupInfo,
  { version, startedAtEpochMs }: BridgeHealth,
): string {
  return `
Handset ${version} is running there already, since ${formatTime(startedAtEpochMs)}.

${addressLines(startup)}

It ends with the program that started it: npm start, or an agent.
`;
}

const NEW_SECRETS = `
Token and address are new, the old ones work no more: open the console at this address, and give
agents that take an address the new token.
`;

function addressLines({ url, hosted, setup }: StartupInfo): string {
  const consoles = [url, ...hosted].map((address) => `  Console  ${address}`);
  return [...consoles, `  MCP      ${setup.mcpUrl}`, `  Token    ${setup.token}`].join('\n');
}

/** `2026-07-28 14:05:00` in local time: the Swedish locale is close to ISO 8601. */
function formatTime(epochMs: number): string {
  return new Date(epochMs).toLocaleString('sv-SE');
}

function configText({ configs }: ClientSetup, kind: ClientConfig['kind']): string {
  return indent(configs.find((config) => config.kind === kind)?.text ?? '');
}

/** The line of JSON for `--json`. */
export function startupJson({ url, setup }: StartupInfo): string {
  return `${JSON.stringify({ url, mcp: setup.mcpUrl, token: setup.token })}\n`;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

/** Sentences about where the running bridge differs from what was requested; empty when it does not. */
export function describeDifferences(
  running: BridgeHealth,
  requested: { readonly toolPrefix: string; readonly allowedOrigins: readonly string[] },
): readonly string[] {
  const sentences: string[] = [];
  if (running.version !== handsetVersion) {
    sentences.push(
      `It is version ${running.version}, this is ${handsetVersion}: agents get its tools.`,
    );
  }
  if (running.toolPrefix !== requested.toolPrefix) {
    const [its, own] = [running.toolPrefix, requested.toolPrefix].map(describePrefix);
    sentences.push(`Its tools have ${its}, not ${own}.`);
  }
  const missing = requested.allowedOrigins.filter(
    (origin) => !running.allowedOrigins.includes(origin),
  );
  if (missing.length > 0) sentences.push(`It does not let ${missing.join(' and ')} connect.`);
  return sentences;
}

function describePrefix(prefix: string): string {
  return prefix === '' ? 'no prefix' : `the prefix ${prefix}`;
}
