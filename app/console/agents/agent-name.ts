import { DEFAULT_AGENT, agentFromPath, agentPath } from '../../../core/mcp/agent.ts';

/** Whether an MCP address may end in this name; the empty name means `/mcp` itself. */
export function isAgentName(name: string): boolean {
  return name === '' || agentFromPath(`/mcp/${name}`) === name;
}

/** The name to put into the address; null for `/mcp` itself, whose agent has the default name. */
export function nameInAddress(name: string): string | null {
  return name === '' || name === DEFAULT_AGENT ? null : name;
}

/** The MCP address for the agent of this name. */
export function agentAddress(mcpUrl: string, name: string): string {
  return new URL(agentPath(nameInAddress(name) ?? DEFAULT_AGENT), mcpUrl).href;
}
