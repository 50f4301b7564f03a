import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  type StdioServerParameters,
  StdioClientTransport,
  getDefaultEnvironment,
} from '@modelcontextprotocol/sdk/client/stdio.js';

/** An MCP client of a program that it has started; the caller must close it. */
interface ProgramClient {
  readonly client: Client;
  /** The console's address, once the program has printed it. */
  readonly address: Promise<string>;
}

/** Starts a program as an agent does, which then speaks MCP on its stdin and stdout. */
export async function connectProgram({
  env,
  ...program
}: StdioServerParameters): Promise<ProgramClient> {
  const transport = new StdioClientTransport({
    ...program,
    env: { ...getDefaultEnvironment(), ...env },
    stderr: 'pipe',
  });
  const address = new Promise<string>((resolve) => {
    let text = '';
    transport.stderr?.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      const [, url] = /^Handset console: (\S+)$/m.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  const client = new Client({ name: 'handset-e2e', version: '1.0.0' });
  await client.connect(transport);
  return { client, address };
}
