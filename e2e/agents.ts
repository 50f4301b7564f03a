/** Real MCP clients of every SDK that agents use today, behind one interface. */
import * as v2 from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StdioClientTransport,
  getDefaultEnvironment,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type Agent, type SdkClient, agentOf } from '#core/mcp/testing/agent.ts';
import { type Bridge, bridgeFile } from './bridge-process.ts';

export {
  type Agent,
  type ProgressNotification,
  type ToolCallOptions,
  type ToolCallResult,
  parseToolResult,
} from '#core/mcp/testing/agent.ts';

/**
 * `v1`: the SDK most agents are built with. `v2`: its successor. `v2-auto`: the same, negotiating the
 * newest protocol revision. `stdio`: v1 over stdio, with a bridge that the agent starts.
 */
export const agentKinds = ['v1', 'v2', 'v2-auto', 'stdio'] as const;
export type AgentKind = (typeof agentKinds)[number];

const clientInfo = { name: 'handset-e2e', version: '1.0.0' };

/** Connects a client to the bridge; `path` is appended to the MCP address, as in `/name`. */
export async function connectAgent(kind: AgentKind, bridge: Bridge, path = ''): Promise<Agent> {
  return agentOf(await connect(kind, bridge, path));
}

async function connect(kind: AgentKind, bridge: Bridge, path: string): Promise<SdkClient> {
  const url = new URL(bridge.mcp + path);
  const requestInit = { headers: { Authorization: `Bearer ${bridge.token}` } };
  if (kind === 'v1' || kind === 'stdio') {
    const client = new Client(clientInfo);
    await client.connect(
      kind === 'v1'
        ? new StreamableHTTPClientTransport(url, { requestInit })
        : new StdioClientTransport(stdioBridgeCommand(bridge)),
    );
    return {
      listTools: () => client.listTools(),
      // The second parameter is a result schema.
      callTool: (call, options) => client.callTool({ ...call }, undefined, options),
      close: () => client.close(),
    };
  }
  const client = new v2.Client(
    clientInfo,
    kind === 'v2-auto' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  await client.connect(new v2.StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

/** The command with which an agent starts a stdio bridge on this port and config folder. */
export function stdioBridgeCommand({ port, configDir }: Pick<Bridge, 'port' | 'configDir'>) {
  return {
    command: process.execPath,
    args: [bridgeFile, '--stdio', '--no-open', '--port', String(port)],
    env: { ...getDefaultEnvironment(), HANDSET_CONFIG_DIR: configDir },
  };
}
