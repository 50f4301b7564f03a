import { DEFAULT_AGENT, agentOfPath, pathOfAgent } from '../../../core/mcp/agent.ts';

/** Whether an address may end in this name; the empty one is the plain address. */
export function isAgentName(name: string): boolean {
  return name === '' || agentOfPath(`/mcp/${name}`) === name;
}

/** The name that clients are set up with; null for the plain address, whose agent has a name of its own. */
export function nameInAddress(name: string): string | null {
  return name === '' || name === DEFAULT_AGENT ? null : name;
}

/** The address at which the agent of this name calls. */
export function agentAddress(mcpUrl: string, name: string): string {
  return new URL(pathOfAgent(nameInAddress(name) ?? DEFAULT_AGENT), mcpUrl).href;
}
