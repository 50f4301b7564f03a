import { agentFromPath, DEFAULT_AGENT } from '#core/mcp/agent-path.ts';

/** Whether an MCP address may end in this name; the empty name means `/mcp` itself. */
export function isAgentName(name: string): boolean {
  return name === '' || agentFromPath(`/mcp/${name}`) === name;
}

/** The name to put into the address; null for `/mcp` itself, whose agent has the default name. */
export function nameInAddress(name: string): string | null {
  return name === '' || name === DEFAULT_AGENT ? null : name;
}

/** Shown in place of the token, whatever its length. */
export const maskedToken = '•'.repeat(16);

/** The text with every occurrence of the token masked, against people looking over the shoulder. */
export function maskToken(text: string, token: string): string {
  return text.replaceAll(token, maskedToken);
}
