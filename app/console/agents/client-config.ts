/** Where an agent reaches the bridge that served this page. */
export function mcpAddress(origin: string): string {
  return `${origin}/mcp`;
}

/**
 * What to put into an agent's settings: the JSON most MCP clients take, or the command of
 * Claude Code. The page does not know the token: `TOKEN` stands in its place.
 */
export function configText(form: 'json' | 'command', address: string): string {
  if (form === 'command') {
    return `claude mcp add --transport http handset ${address} \\\n  --header "Authorization: Bearer TOKEN"`;
  }
  const server = { type: 'http', url: address, headers: { Authorization: 'Bearer TOKEN' } };
  return JSON.stringify({ mcpServers: { handset: server } }, null, 2);
}
