import type { ClientConfig } from './client-config.ts';
import { handsetVersion } from '../../core/version.ts';

/** The address of the console with its secret in the fragment, which browsers never send anywhere. */
export function pairingUrl(consoleUrl: string, pageSecret: string): string {
  return `${consoleUrl}#bridge=${pageSecret}`;
}

/** What is printed when the bridge has started. */
export interface Greeting {
  /** The console's address with its secret. */
  readonly url: string;
  readonly mcpUrl: string;
  readonly token: string;
  readonly config: ClientConfig;
}

/** The text for a person, ready to paste from. */
export function greetPerson({ url, mcpUrl, token, config }: Greeting): string {
  return `
Handset ${handsetVersion}

  Console  ${url}
  MCP      ${mcpUrl}
  Token    ${token}

Open the console in Chrome and connect a phone there.

Agents that take an address:

${indent(config.http)}

Claude Code:

  ${config.claude}

Agents that start a program:

${indent(config.stdio)}

Ctrl+C stops it.
`;
}

/** The line for a program. */
export function greetProgram({ url, mcpUrl, token }: Greeting): string {
  return `${JSON.stringify({ url, mcp: mcpUrl, token })}\n`;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
