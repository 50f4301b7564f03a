/** Agents that start a stdio bridge, as most do: real clients of both SDKs with access to the process. */
import * as v2 from '@modelcontextprotocol/client';
import * as v2Stdio from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  type ToolCallResult,
  type ToolCallOptions,
  stdioBridgeCommand,
  parseToolResult,
} from './agents.ts';
import type { Bridge } from './bridge-process.ts';

/** A connected agent and its bridge process; the caller must close it. */
export interface StdioAgent {
  readonly pid: number;
  call(
    tool: string,
    args: Record<string, unknown>,
    options?: ToolCallOptions,
  ): Promise<ToolCallResult>;
  /** The stderr of the process so far. */
  stderrSoFar(): string;
  /** Errors for unexpected messages, such as a second response to a call. */
  readonly unexpectedMessages: readonly string[];
  close(): Promise<void>;
}

const stdioClientInfo = { name: 'handset-e2e', version: '1.0.0' };

/** Starts a stdio bridge on this port and config folder, and connects a client to it. */
export async function startStdioAgent(
  sdk: 'v1' | 'v2',
  location: Pick<Bridge, 'port' | 'configDir'>,
): Promise<StdioAgent> {
  const program = { ...stdioBridgeCommand(location), stderr: 'pipe' } as const;
  const isV1 = sdk === 'v1';
  const transport = isV1
    ? new StdioClientTransport(program)
    : new v2Stdio.StdioClientTransport(program);
  const client = isV1 ? new Client(stdioClientInfo) : new v2.Client(stdioClientInfo);
  let stderrText = '';
  transport.stderr?.on('data', (bytes: Buffer) => (stderrText += bytes.toString()));
  const unexpectedMessages: string[] = [];
  client.onerror = (error) => unexpectedMessages.push(error.message);
  await client.connect(transport);
  const { pid } = transport;
  if (pid === null) throw new Error(`The process ended at once: ${stderrText}`);
  return {
    pid,
    call: async (name, args, options = {}) => {
      const call = { name, arguments: args };
      return parseToolResult(
        client instanceof Client
          ? await client.callTool(call, undefined, options)
          : await client.callTool(call, options),
      );
    },
    stderrSoFar: () => stderrText,
    unexpectedMessages,
    close: () => client.close(),
  };
}

/** Whether the process is still running. */
export function isAlive({ pid }: StdioAgent): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
